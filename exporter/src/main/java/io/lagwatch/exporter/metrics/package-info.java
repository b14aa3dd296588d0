/** Converts a snapshot into Prometheus samples. */
@NullMarked
package io.lagwatch.exporter.metrics;

import org.jspecify.annotations.NullMarked;
