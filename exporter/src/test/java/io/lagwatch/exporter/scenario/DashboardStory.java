package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.metrics.OwnMeters;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;

/**
 * A simulated morning of many applications, as Prometheus would have scraped it: what the
 * dashboards are tested and drawn with.
 */
public final class DashboardStory {
  private final String name;
  private final Simulation simulation;
  private final QueryRules rules;
  private final PartitionMetrics partitions;
  private final Duration scrapeInterval;

  DashboardStory(
      String name,
      Simulation simulation,
      QueryRules rules,
      PartitionMetrics partitions,
      Duration scrapeInterval) {
    this.name = name;
    this.simulation = simulation;
    this.rules = rules;
    this.partitions = partitions;
    this.scrapeInterval = scrapeInterval;
  }

  /** A dozen queries of which half get into trouble; every metric is there. */
  public static DashboardStory trouble() {
    return DashboardStories.trouble();
  }

  /** Three hundred queries of which a few are in trouble, without partitions. */
  public static DashboardStory crowd() {
    return DashboardStories.crowd(300);
  }

  public String name() {
    return name;
  }

  public Instant from() {
    return DriverClock.START;
  }

  /** When the last scrape is. */
  public Instant to() {
    return simulation.end();
  }

  public Duration scrapeInterval() {
    return scrapeInterval;
  }

  /** Plays it and writes what was scraped; see {@link OpenMetricsFile}. */
  public void write(Path file) throws IOException {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var lines = new AtomicLong();
    try (var meters = new OwnMeters(registry, "0.1.0");
        var out = new OpenMetricsFile(file)) {
      meters.skippedPolls(SimBroker.CLUSTER, () -> 0);
      meters.evaluationErrors(() -> 0);
      meters.invalidFields(() -> 0);
      meters.recording(lines::get, () -> 0);
      var scrapes = Timer.builder("http.server.requests").tag("method", "GET");
      var scrape = scrapes.tag("uri", "/metrics").tag("status", "200").register(registry);
      Iterable<TimelineEvent> heard =
          () ->
              StreamSupport.stream(simulation.spliterator(), false)
                  .peek(event -> heard(event, meters, lines))
                  .iterator();
      var exporter =
          SampledMonitor.exporter(
              partitions,
              (at, samples) -> {
                if (at.getEpochSecond() % scrapeInterval.toSeconds() == 0) {
                  scrape.record(Duration.ofMillis(8));
                  out.scraped(at, samples.get());
                  out.scraped(at, registry.scrape());
                }
              });
      ScenarioRunner.run(exporter, rules, heard, from(), to());
    }
  }

  private static void heard(TimelineEvent event, OwnMeters meters, AtomicLong lines) {
    lines.incrementAndGet();
    if (event instanceof TimelineEvent.Reported) {
      meters.reportAccepted();
      if (lines.get() % 400 == 0) {
        meters.reportRefused("token_wrong");
      }
    }
  }
}
