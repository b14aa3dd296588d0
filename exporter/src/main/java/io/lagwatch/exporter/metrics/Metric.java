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
 * One metric with the way its samples are made, side by side, so that no family can exist without a
 * definition and none can be filled from elsewhere.
 *
 * @param <T> what one call makes samples of: a query or a Kafka cluster
 */
record Metric<T>(MetricDefinition definition, Maker<T> maker) {
  /** Adds the samples of one subject; a pure function of it. */
  interface Maker<T> {
    void make(T subject, PointWriter points);
  }

  /** Takes the samples of one metric and one subject. */
  interface PointWriter {
    /**
     * One sample.
     *
     * @param value null, NaN and infinite mean unknown: no sample
     * @param labelValues of the labels after the subject's own
     */
    void add(@Nullable Number value, String... labelValues);

    /** A histogram. */
    void add(Totals.Durations durations);
  }

  /** A gauge of a query without further labels. */
  static Metric<QueryView> gauge(
      String name, String unit, String help, Function<QueryView, @Nullable Number> value) {
    return ofQuery(GAUGE, name, unit, List.of(), help, (query, out) -> out.add(value.apply(query)));
  }

  /** A counter of a query without further labels. */
  static Metric<QueryView> counter(
      String name, String unit, String help, Function<QueryView, @Nullable Number> value) {
    return ofQuery(
        COUNTER, name, unit, List.of(), help, (query, out) -> out.add(value.apply(query)));
  }

  /** Any metric of a query; {@code labels} come after {@code app} and {@code query}. */
  static Metric<QueryView> ofQuery(
      MetricDefinition.MetricKind type,
      String name,
      String unit,
      List<String> labels,
      String help,
      Maker<QueryView> maker) {
    return new Metric<>(
        new MetricDefinition(name, type, unit, join(List.of("app", "query"), labels), help), maker);
  }

  /** Any metric of a Kafka cluster; {@code labels} come after {@code kafka}. */
  static Metric<ClusterStatus> ofCluster(
      MetricDefinition.MetricKind type,
      String name,
      String unit,
      List<String> labels,
      String help,
      Maker<ClusterStatus> maker) {
    return new Metric<>(
        new MetricDefinition(name, type, unit, join(List.of("kafka"), labels), help), maker);
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

  private static List<String> join(List<String> first, List<String> then) {
    var labels = new ArrayList<>(first);
    labels.addAll(then);
    return labels;
  }
}
