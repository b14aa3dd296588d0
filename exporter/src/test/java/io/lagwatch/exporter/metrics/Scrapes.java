package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.Snapshot;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

/** Scrapes of monitors that tests create. */
public final class Scrapes {
  private Scrapes() {}

  static Exposition scrape(Snapshot snapshot) {
    return Exposition.parse(text(of(new FixedMonitor(snapshot), PartitionMetrics.ALL)));
  }

  static MonitorMetrics of(Monitor monitor, PartitionMetrics setting) {
    return of(monitor, Clock.systemUTC(), setting);
  }

  /** The metrics of a monitor, without metrics of an exporter. */
  public static MonitorMetrics of(Monitor monitor, Clock clock, PartitionMetrics setting) {
    var own = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    return new MonitorMetrics(own, monitor, clock, setting);
  }

  /** A scrape in the Prometheus text format. */
  public static String text(MonitorMetrics metrics) {
    return new String(metrics.scrape(false), StandardCharsets.UTF_8);
  }
}
