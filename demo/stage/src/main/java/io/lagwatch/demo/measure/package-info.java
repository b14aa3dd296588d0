/** Measures the exporter process: time until it is ready, memory, and requests to the broker. */
@NullMarked
package io.lagwatch.demo.measure;

import org.jspecify.annotations.NullMarked;
