package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.metrics.Scrapes;
import io.lagwatch.exporter.query.ForgetResult;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A watch that can be scraped right after every evaluation. */
record SampledMonitor(
    LiveMonitor watch, PartitionMetrics partitions, BiConsumer<Instant, Supplier<String>> scrapes)
    implements Monitor {
  static final PartitionMetrics NO_PARTITIONS = new PartitionMetrics(PartitionMetrics.Mode.NONE, 1);

  /** Starts such watches. */
  static ScenarioRunner.Exporter exporter(
      PartitionMetrics partitions, BiConsumer<Instant, Supplier<String>> scrapes) {
    return new ScenarioRunner.Exporter() {
      @Override
      public Monitor start(QueryRules rules) {
        return new SampledMonitor(live(rules, Instant.EPOCH), partitions, scrapes);
      }

      @Override
      public Monitor restart(Monitor before, QueryRules rules, Instant savedAt, Instant startedAt) {
        LiveMonitor again = live(rules, startedAt);
        again.restore(((SampledMonitor) before).watch().state(savedAt));
        return new SampledMonitor(again, partitions, scrapes);
      }
    };
  }

  private static LiveMonitor live(QueryRules rules, Instant listeningSince) {
    return new LiveMonitor(List.of(), rules, Duration.ofHours(24), listeningSince, cluster -> {});
  }

  @Override
  public void evaluate(Instant now) {
    watch.evaluate(now);
    var clock = Clock.fixed(now, ZoneOffset.UTC);
    scrapes.accept(now, () -> Scrapes.text(Scrapes.of(watch, clock, partitions)));
  }

  @Override
  public Decoded.@Nullable Refused report(Report report, Instant at) {
    return watch.report(report, at);
  }

  @Override
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    watch.polled(poll, at, took);
    Map<String, Duration> retentions = new HashMap<>();
    poll.offsets().keySet().forEach(p -> retentions.put(p.topic(), Duration.ofDays(7)));
    watch.retentions(poll.cluster(), retentions);
  }

  @Override
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {
    watch.pollFailed(cluster, kind, message, at, took);
  }

  @Override
  public TopicInterest interest(String cluster) {
    return watch.interest(cluster);
  }

  @Override
  public ForgetResult forget(QueryKey key, Instant now) {
    return watch.forget(key, now);
  }

  @Override
  public FailedQuery renderingFailed(QueryView query, Throwable cause) {
    return watch.renderingFailed(query, cause);
  }

  @Override
  public Snapshot snapshot(Instant now) {
    return watch.snapshot(now);
  }
}
