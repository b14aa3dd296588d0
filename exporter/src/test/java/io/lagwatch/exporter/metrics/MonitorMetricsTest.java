package io.lagwatch.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.signal.RunSignals;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MonitorMetricsTest {
  private static final String APP = "shop";
  private static final String NAME = "course-tiles";
  private static final String OWN = "{app=shop, query=course-tiles}";

  @Test
  void everyMetricHasASampleWhenAllValuesAreKnown() {
    var known =
        Snapshots.of(
            Snapshots.query(APP, NAME)
                .inFlight()
                .error("java.io.IOException", "the sink is full")
                .build(),
            Snapshots.query(APP, "nightly")
                .signals(withRuns(Snapshots.signals()))
                .settings(
                    QuerySettings.DEFAULTS
                        .with("expectEvery", Duration.ofHours(24))
                        .with("stoppedTolerated", Duration.ofHours(48)))
                .build());

    assertThat(Scrapes.scrape(known).types().keySet())
        .containsExactlyInAnyOrderElementsOf(
            MetricTable.definitions().stream()
                .filter(definition -> !OwnMeters.DEFINITIONS.contains(definition))
                .map(MetricDefinition::name)
                .toList());
  }

  private static Signals withRuns(Signals signals) {
    return new Signals(
        signals.lag(),
        signals.batch(),
        signals.input(),
        signals.watermark(),
        signals.state(),
        signals.retention(),
        signals.health(),
        new RunSignals(Duration.ofHours(25), Snapshots.NOW, Duration.ofHours(24)));
  }

  @Test
  void aQueryThatHasNeverReportedIsInNoStateAndMissesItsRun() {
    String own = "{app=jobs, query=nightly}";
    String alert =
        "spark_streaming_alert_firing{alert=RunMissed, app=jobs, query=nightly, severity=critical}";
    var samples = Scrapes.scrape(Snapshots.missing(Duration.ofHours(27))).samples();

    assertThat(samples)
        .containsEntry("spark_streaming_run_age_seconds" + own, 97_200.0)
        .containsEntry("spark_streaming_run_expected_every_seconds" + own, 93_600.0)
        .containsEntry(alert, 1.0);
    assertThat(samples.entrySet())
        .filteredOn(sample -> sample.getKey().startsWith("spark_streaming_query_state"))
        .hasSize(6)
        .allMatch(sample -> sample.getValue() == 0);
    assertThat(Scrapes.scrape(Snapshots.missing(Duration.ofHours(26))).samples())
        .containsEntry(alert, 0.0);
  }

  @Test
  void valuesAreThoseOfTheSnapshot() {
    var samples = Scrapes.scrape(Snapshots.of(Snapshots.query(APP, NAME).build())).samples();

    assertThat(samples)
        .containsEntry("spark_streaming_batches_total" + OWN, 120.0)
        .containsEntry(
            "spark_streaming_retention_headroom_seconds{app=shop, query=course-tiles, source=0,"
                + " topic=learning.progress}",
            432_000.0)
        .containsEntry("spark_streaming_query_lag_records" + OWN, 100.0)
        .containsEntry("spark_streaming_last_batch_duration_seconds" + OWN, 16.5)
        .containsEntry("spark_streaming_last_report_timestamp_seconds" + OWN, 1772445598.5)
        .containsEntry(
            "spark_streaming_lag_records{app=shop, partition=1, query=course-tiles, source=0,"
                + " topic=learning.progress}",
            50.0)
        .containsEntry(
            "spark_streaming_state_commit_seconds{app=shop, operator=0:stateStoreSave,"
                + " query=course-tiles}",
            0.35)
        .containsEntry("lagwatch_kafka_errors_total{kafka=main, kind=timeout}", 3.0);
  }

  @Test
  void lastFailureIsTheStartOfTheFirstLine() {
    var query = Snapshots.query(APP, NAME).error("java.io.IOException", "x".repeat(500)).build();

    assertThat(Scrapes.scrape(Snapshots.of(query)).samples())
        .containsEntry(
            "spark_streaming_query_last_failure_info{app=shop, class=java.io.IOException, message="
                + "x".repeat(200)
                + ", query=course-tiles}",
            1.0);
  }

  @Test
  void unknownValueHasNoSample() {
    var query =
        Snapshots.query(APP, NAME)
            .progress(null)
            .signals(Signals.UNKNOWN)
            .trigger(null)
            .lag(QueryLag.none("continuous processing reports no progress"))
            .build();

    assertThat(Scrapes.scrape(Snapshots.of(query)).types())
        .containsKeys("spark_streaming_query_state", "spark_streaming_query_lag_basis")
        .doesNotContainKeys(
            "spark_streaming_query_lag_records",
            "spark_streaming_query_lag_seconds",
            "spark_streaming_query_partitions",
            "spark_streaming_query_partitions_unknown",
            "spark_streaming_input_rows_per_second",
            "spark_streaming_batch_id",
            "spark_streaming_watermark_timestamp_seconds",
            "spark_streaming_trigger_interval_seconds",
            "spark_streaming_trigger_utilization_ratio",
            "spark_streaming_batch_in_flight_since_timestamp_seconds");
  }

  @ParameterizedTest
  @EnumSource(QueryState.class)
  void exactlyOneStateIs1(QueryState state) {
    var samples =
        Scrapes.scrape(Snapshots.of(Snapshots.query(APP, NAME).state(state).build())).samples();

    for (var one : QueryState.values()) {
      assertThat(samples)
          .containsEntry(
              "spark_streaming_query_state{app=shop, query=course-tiles, state="
                  + one.label()
                  + "}",
              one == state ? 1.0 : 0.0);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = QueryState.class,
      names = {"IDLE", "STOPPED", "FAILED"})
  void ratesAre0WhenNothingRuns(QueryState state) {
    assertThat(
            Scrapes.scrape(Snapshots.of(Snapshots.query(APP, NAME).state(state).build())).samples())
        .containsEntry("spark_streaming_input_rows_per_second" + OWN, 0.0)
        .containsEntry("spark_streaming_processed_rows_per_second" + OWN, 0.0);
  }

  @ParameterizedTest
  @EnumSource(
      value = QueryState.class,
      names = {"STUCK", "LOST"})
  void theLastBusyRatesDoNotStandWhenNoRateIsKnown(QueryState state) {
    assertThat(
            Scrapes.scrape(Snapshots.of(Snapshots.query(APP, NAME).state(state).build())).types())
        .doesNotContainKeys(
            "spark_streaming_input_rows_per_second", "spark_streaming_processed_rows_per_second");
  }

  @Test
  void lowerBoundOfLagInSecondsIsExported() {
    var lag = Snapshots.lag(Snapshots.measured("t", 0, 0, 9));
    var bounded =
        new QueryLag(
            lag.basis(),
            lag.partitions(),
            lag.records(),
            new TimeLag(Duration.ofMinutes(20), true),
            lag.unknown(),
            null,
            lag.measuredAt(),
            null);

    assertThat(
            Scrapes.scrape(Snapshots.of(Snapshots.query(APP, NAME).lag(bounded).build())).samples())
        .containsEntry("spark_streaming_query_lag_seconds" + OWN, 1200.0)
        .containsEntry("spark_streaming_query_lag_seconds_is_lower_bound" + OWN, 1.0);
  }

  @Test
  void anUnknownPartitionIsCountedAndNeverZero() {
    var lag = Snapshots.lag(Snapshots.measured("t", 0, 3, 10), Snapshots.unknown("t", 1));

    assertThat(Scrapes.scrape(Snapshots.of(Snapshots.query(APP, NAME).lag(lag).build())).samples())
        .containsEntry("spark_streaming_query_partitions" + OWN, 2.0)
        .containsEntry("spark_streaming_query_partitions_unknown" + OWN, 1.0)
        .containsEntry(
            "spark_streaming_topic_lag_records{app=shop, query=course-tiles, source=0, topic=t}",
            7.0)
        .doesNotContainKey(
            "spark_streaming_lag_records{app=shop, partition=1, query=course-tiles, source=0,"
                + " topic=t}");
  }

  @Test
  void theWorstPartitionsAreThoseWithTheMostLag() {
    var snapshot =
        Snapshots.of(
            Snapshots.query(APP, NAME)
                .lag(
                    Snapshots.lag(
                        Snapshots.measured("t", 0, 0, 5),
                        Snapshots.measured("t", 1, 0, 50),
                        Snapshots.unknown("t", 2),
                        Snapshots.measured("t", 3, 0, 20)))
                .build());

    assertThat(partitionsShown(snapshot, PartitionMetrics.ALL)).containsExactly("0", "1", "3");
    assertThat(partitionsShown(snapshot, new PartitionMetrics(PartitionMetrics.Mode.WORST, 2)))
        .containsExactly("1", "3");
    assertThat(partitionsShown(snapshot, new PartitionMetrics(PartitionMetrics.Mode.NONE, 2)))
        .isEmpty();
  }

  @Test
  void bucketsAreCumulativeWithDifferentBoundsPerRun() {
    var durations = new Totals.Durations(10, 12.5, new TreeMap<>(Map.of(1.0, 6L, 5.0, 4L)));
    var query = Snapshots.query(APP, NAME).totals(new Totals(10, 0, 0, 0, 0, durations)).build();

    assertThat(Scrapes.scrape(Snapshots.of(query)).samples())
        .containsEntry(bucket("1.0"), 6.0)
        .containsEntry(bucket("5.0"), 6.0)
        .containsEntry(bucket("+Inf"), 10.0)
        .containsEntry("spark_streaming_batch_duration_seconds_sum" + OWN, 12.5);
  }

  @Test
  void removedQueryHasNoSeries() {
    var watch = new FixedMonitor(Snapshots.of(Snapshots.query(APP, NAME).build()));
    var metrics = Scrapes.of(watch, PartitionMetrics.ALL);
    assertThat(Scrapes.text(metrics)).contains(NAME);

    watch.show(Snapshots::of);

    assertThat(Scrapes.text(metrics)).doesNotContain(NAME);
  }

  private static List<String> partitionsShown(Snapshot snapshot, PartitionMetrics setting) {
    return Exposition.parse(Scrapes.text(Scrapes.of(new FixedMonitor(snapshot), setting)))
        .samples()
        .keySet()
        .stream()
        .filter(key -> key.startsWith("spark_streaming_lag_records{"))
        .map(key -> key.replaceAll(".*partition=([0-9]+).*", "$1"))
        .toList();
  }

  private static String bucket(String bound) {
    return "spark_streaming_batch_duration_seconds_bucket{app=shop, le="
        + bound
        + ", query=course-tiles}";
  }
}
