package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.COUNTER;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;

import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A metric: its definition and the code that adds its samples. Immutable.
 *
 * @param <T> the subject of the samples: a query or a Kafka cluster
 */
record Metric<T>(MetricDefinition definition, SampleSource<T> samples) {
  /** Adds the samples of one subject. Implementations are stateless. */
  interface SampleSource<T> {
    void addTo(T subject, PointWriter points);
  }

  /** Receives the samples of one metric and one subject. */
  interface PointWriter {
    /**
     * Adds a sample.
     *
     * @param value not added if it is null, NaN or infinite, which mean unknown
     * @param labelValues values of the labels after those of the subject
     */
    void add(@Nullable Number value, String... labelValues);

    /** Adds a histogram. */
    void add(Totals.Durations durations);
  }

  /** Returns a gauge of a query without further labels. */
  static Metric<QueryView> gauge(
      String name, String unit, String help, Function<QueryView, @Nullable Number> value) {
    return ofQuery(GAUGE, name, unit, List.of(), help, (query, out) -> out.add(value.apply(query)));
  }

  /** Returns a counter of a query without further labels. */
  static Metric<QueryView> counter(
      String name, String unit, String help, Function<QueryView, @Nullable Number> value) {
    return ofQuery(
        COUNTER, name, unit, List.of(), help, (query, out) -> out.add(value.apply(query)));
  }

  /** Returns a metric of a query. {@code labels} come after {@code app} and {@code query}. */
  static Metric<QueryView> ofQuery(
      MetricDefinition.MetricKind type,
      String name,
      String unit,
      List<String> labels,
      String help,
      SampleSource<QueryView> samples) {
    return new Metric<>(
        new MetricDefinition(name, type, unit, join(List.of("app", "query"), labels), help),
        samples);
  }

  /** Returns a metric of a Kafka cluster. {@code labels} come after {@code kafka}. */
  static Metric<ClusterStatus> ofCluster(
      MetricDefinition.MetricKind type,
      String name,
      String unit,
      List<String> labels,
      String help,
      SampleSource<ClusterStatus> samples) {
    return new Metric<>(
        new MetricDefinition(name, type, unit, join(List.of("kafka"), labels), help), samples);
  }

  static @Nullable Double seconds(@Nullable Duration duration) {
    return duration == null ? null : (Double) (duration.toMillis() / 1000.0);
  }

  static @Nullable Double seconds(@Nullable Instant instant) {
    return instant == null ? null : instant.getEpochSecond() + instant.getNano() / 1e9;
  }

  static int flag(boolean value) {
    return value ? 1 : 0;
  }

  private static List<String> join(List<String> first, List<String> second) {
    var labels = new ArrayList<>(first);
    labels.addAll(second);
    return labels;
  }
}
