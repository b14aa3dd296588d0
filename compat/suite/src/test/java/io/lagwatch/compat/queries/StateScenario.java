package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.compat.environment.Query;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.metrics.MetricSample;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Produces records for stateful queries in three steps, so that all values are predictable: rows in
 * time, one row that advances the watermark by 26 seconds, and late rows.
 */
final class StateScenario {
  private static final String ROCKS_DB = "spark.sql.streaming.stateStore.providerClass";
  private static final String UNTRACKED =
      "spark.sql.streaming.stateStore.rocksdb.trackTotalNumberOfRows";

  private final QueryBench bench;
  private final String fed;
  private final String met;
  private final Map<String, Expectation> queries = new LinkedHashMap<>();

  /**
   * The expected values of a query.
   *
   * @param sources number of sources
   * @param rows state rows of each operator after each step; null if Spark does not count them
   * @param rowsFed input rows of all sources together
   * @param dropped late rows
   */
  private record Expectation(
      int sources, List<Map<String, Long>> rows, long rowsFed, long dropped) {}

  /**
   * @param topic the topic that most queries read
   */
  StateScenario(QueryBench bench, String topic) {
    this.bench = bench;
    fed = topic;
    met = topic + "-met";
    bench.produced().create(fed, 2);
    bench.produced().create(met, 1);
    feed(0, List.of("a,1000", "b,1001", "a,1002"));
    feed(1, List.of("c,1003", "a,1004"));
    bench.produced().produce(met, 0, List.of("a,1003", "x,1001"));
  }

  /** Returns a query of the jobs' {@code kind}, with state in RocksDB or in memory. */
  static Query of(String name, String kind, String mode) {
    return Query.of(kind).named(name).trigger("1 second").with("mode", mode);
  }

  static Query inRocksDb(Query query) {
    return query
        .with("session", "rocksdb")
        .conf(ROCKS_DB, "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider");
  }

  static Query inUntrackedRocksDb(Query query) {
    return inRocksDb(query).with("session", "untracked").conf(UNTRACKED, "false");
  }

  KafkaSource fed() {
    return KafkaSource.subscribe(fed);
  }

  KafkaSource met() {
    return KafkaSource.subscribe(met);
  }

  /** Starts a query with one operator that has these state rows after each step. */
  void start(Query query, String operator, long first, long second, long third, long dropped)
      throws IOException {
    start(query.reading(fed()), 1, 9, dropped, rows(operator, first, second, third));
  }

  /** Starts a query that drops no row, because it has no watermark. */
  void start(Query query, String operator, long first, long second, long third) throws IOException {
    start(query, operator, first, second, third, 0);
  }

  /** Starts a query whose state rows Spark does not count. */
  void startUncounted(Query query) throws IOException {
    Map<String, Long> none = Map.of();
    start(query.reading(fed()), 1, 9, 0, List.of(none, none, none));
  }

  void start(Query query, int sources, long rowsFed, long dropped, List<Map<String, Long>> rows)
      throws IOException {
    bench.start(query);
    String name = query.settings().get("name");
    queries.put(name, new Expectation(sources, rows, rowsFed, dropped));
  }

  static List<Map<String, Long>> rows(String operator, long first, long second, long third) {
    return List.of(Map.of(operator, first), Map.of(operator, second), Map.of(operator, third));
  }

  /**
   * Produces the records of the other two steps, and compares every query with its expected values
   * after each step.
   */
  void verifyAll() throws IOException {
    for (String query : queries.keySet()) {
      after(0, query);
    }
    feed(0, List.of("d,1030"));
    bench.produced().produce(met, 0, List.of("y,1030"));
    for (String query : queries.keySet()) {
      after(1, query);
    }
    feed(1, List.of("e,1005", "e,1006", "f,1006"));
    for (String query : queries.keySet()) {
      after(2, query);
      inTheEnd(query);
    }
  }

  private void feed(int partition, List<String> rows) {
    bench.produced().produce(fed, partition, rows);
  }

  private void after(int time, String query) {
    Expectation expectation = queries.get(query);
    KafkaSource[] sources =
        expectation.sources() == 1 ? new KafkaSource[] {fed()} : new KafkaSource[] {fed(), met()};
    bench.trueLag(query, sources);
    bench.await(
        query,
        observed ->
            assertThat(operators(observed, "state_rows"))
                .as("state of %s, the %d. time", query, time + 1)
                .isEqualTo(expectation.rows().get(time)));
  }

  private void inTheEnd(String query) {
    Expectation expectation = queries.get(query);
    bench.await(
        query,
        observed -> {
          assertThat(observed.value("input_rows_total")).isEqualTo(expectation.rowsFed());
          assertThat(observed.consumed())
              .as("beyond the first batch")
              .isEqualTo(expectation.sources() == 1 ? 4 : 5);
          assertThat(observed.value("late_rows_dropped_total"))
              .as("dropped by %s", query)
              .isEqualTo(expectation.dropped());
          assertThat(observed.value("batches_total")).isEqualTo(batches(query));
          assertThat(operators(observed, "state_rows_updated"))
              .hasSameSizeAs(observed.api().path("stateOperators"));
          assertThat(operatorsInApi(observed)).isEqualTo(operators(observed, "state_rows"));
          if (expectation.dropped() > 0) {
            assertThat(observed.value("watermark_timestamp_seconds")).isEqualTo(1020);
            assertThat(observed.api().at("/eventTime/watermark").asText())
                .isEqualTo("1970-01-01T00:17:00Z");
          } else {
            assertThat(observed.lacks("watermark_timestamp_seconds")).isTrue();
          }
        });
  }

  /** Returns the number of batches in Spark's own checkpoint. */
  private double batches(String query) {
    try {
      return bench.driver().checkpoint(query).lastCommitted().orElse(-1) + 1.0;
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  private static SortedMap<String, Long> operators(ObservedQuery observed, String metric) {
    SortedMap<String, Long> operators = new TreeMap<>();
    for (MetricSample sample : observed.query().all(metric)) {
      operators.put(sample.label("operator"), sample.exact());
    }
    return operators;
  }

  private static SortedMap<String, Long> operatorsInApi(ObservedQuery observed) {
    SortedMap<String, Long> operators = new TreeMap<>();
    for (var operator : observed.api().path("stateOperators")) {
      if (!operator.path("rows").isNull()) {
        operators.put(operator.path("operator").asText(), operator.path("rows").longValue());
      }
    }
    return operators;
  }
}
