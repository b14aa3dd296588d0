/** Reads what the exporter tells Prometheus, more strictly than Prometheus does. */
@NullMarked
package io.lagwatch.demo.metrics;

import org.jspecify.annotations.NullMarked;
