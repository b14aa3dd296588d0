/** Measures the exporter as a whole process: how soon it is ready, what it holds, what it asks. */
@NullMarked
package io.lagwatch.demo.measure;

import org.jspecify.annotations.NullMarked;
