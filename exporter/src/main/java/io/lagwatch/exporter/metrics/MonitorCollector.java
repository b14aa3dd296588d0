package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.COUNTER;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the metrics of all queries and Kafka clusters. Each scrape uses one snapshot, so its
 * values are consistent, and removed queries have no series. Does not throw: a sample that cannot
 * be created is omitted and counted. Thread-safe.
 */
public final class MonitorCollector implements MultiCollector {
  static final MetricDefinition LOST =
      new MetricDefinition(
          "lagwatch_samples_lost_total",
          COUNTER,
          "samples",
          List.of("reason"),
          "Samples left out of a scrape because of a bug in the exporter; please report any value"
              + " above 0.");

  private static final Logger LOG = LoggerFactory.getLogger(MonitorCollector.class);

  private final Monitor monitor;
  private final Clock clock;
  private final List<Metric<QueryView>> queryMetrics;
  private final Map<Samples.Loss, Long> lost = new EnumMap<>(Samples.Loss.class);
  private boolean warned;

  public MonitorCollector(Monitor monitor, Clock clock, PartitionMetrics partitions) {
    this.monitor = monitor;
    this.clock = clock;
    this.queryMetrics = MetricTable.ofQueries(partitions);
    for (var loss : Samples.Loss.values()) {
      lost.put(loss, 0L);
    }
  }

  @Override
  public MetricSnapshots collect() {
    var samples = new Samples();
    try {
      fill(samples, monitor.snapshot(clock.instant()));
    } catch (RuntimeException e) {
      count(Map.of(Samples.Loss.FAILED, 1L), e);
    }
    count(samples.lost(), samples.firstFailure()).forEach((loss, n) -> addLoss(samples, loss, n));
    return samples.build();
  }

  /** Returns the descriptors, so that the registry rejects a second metric with the same name. */
  @Override
  public List<MetricFamilyDescriptor> getMetricFamilyDescriptors() {
    return Stream.concat(
            Stream.concat(
                queryMetrics.stream().map(Metric::definition),
                ClusterMetrics.ALL.stream().map(Metric::definition)),
            Stream.of(LOST))
        .map(MetricDefinition::descriptor)
        .toList();
  }

  private void fill(Samples samples, Snapshot snapshot) {
    for (var query : snapshot.queries()) {
      var key = query.key();
      Throwable failure = samples.collectAll(queryMetrics, query, key.app(), key.query());
      if (failure != null) {
        monitor.renderingFailed(query, failure);
      }
    }
    for (var query : snapshot.missing()) {
      for (var metric : MissingQueryMetrics.ALL) {
        samples.collect(metric, query, query.key().app(), query.key().query());
      }
    }
    for (var cluster : snapshot.clusters()) {
      for (var metric : ClusterMetrics.ALL) {
        samples.collect(metric, cluster, cluster.name());
      }
    }
  }

  private static void addLoss(Samples samples, Samples.Loss loss, long n) {
    samples.add(LOST, n, loss.name().toLowerCase(Locale.ROOT));
  }

  /** Adds to the totals and returns a copy of them. */
  private synchronized Map<Samples.Loss, Long> count(
      Map<Samples.Loss, Long> added, @Nullable RuntimeException failure) {
    added.forEach((loss, n) -> lost.merge(loss, n, Long::sum));
    if (added.isEmpty()) {
      if (warned) {
        LOG.info("scrapes are complete again");
        warned = false;
      }
    } else {
      if (warned) {
        LOG.debug("samples left out of a scrape: {}", added, failure);
      } else {
        LOG.warn("samples left out of a scrape, counted in {}: {}", LOST.name(), added, failure);
        warned = true;
      }
    }
    return Map.copyOf(lost);
  }
}
