package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshot;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;

/** Scrapes of what a test makes up. */
final class Scrapes {
  private Scrapes() {}

  static Exposition scrape(Snapshot snapshot) {
    return Exposition.parse(registry(new FixedMonitor(snapshot), PartitionMetrics.ALL).scrape());
  }

  static PrometheusMeterRegistry registry(FixedMonitor watch, PartitionMetrics setting) {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry
        .getPrometheusRegistry()
        .register(new MonitorCollector(watch, Clock.systemUTC(), setting));
    return registry;
  }
}
