/** Parses the exporter's metrics, more strictly than Prometheus does. */
@NullMarked
package io.lagwatch.demo.metrics;

import org.jspecify.annotations.NullMarked;
