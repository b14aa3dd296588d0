package io.lagwatch.exporter.history;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.ArrivalRates;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.TestReport;
import io.lagwatch.exporter.watch.LiveMonitor;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final String ID = "11111111-aaaa";

  private final LiveMonitor watch =
      new LiveMonitor(
          List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
          QueryRules.NONE,
          Duration.ofHours(24),
          T0,
          cluster -> {});

  @Test
  void keepsAPointAtEveryEvaluationForAnHour() {
    report(0, 100);
    for (int second = 0; second <= 7200; second += 15) {
      poll(second, 100 + second);
      watch.evaluate(T0.plusSeconds(second));
    }

    Points points = points();
    assertThat(points.size()).isEqualTo(241);
    assertThat(points.at(0)).isEqualTo(T0.plusSeconds(3600));
    assertThat(points.at(240)).isEqualTo(T0.plusSeconds(7200));
    assertThat(points.value(HistoryMetric.LAG_RECORDS, 240)).isEqualTo(7200);
    assertThat(values(HistoryMetric.LAG_RECORDS)).isSorted().doesNotContain(Double.NaN);
  }

  @Test
  void unknownValueIsNaN() {
    report(0, 100);
    watch.evaluate(T0);
    poll(10, 150);
    watch.evaluate(T0.plusSeconds(15));

    assertThat(values(HistoryMetric.LAG_RECORDS)).containsExactly(Double.NaN, 50.0);
    assertThat(values(HistoryMetric.STATE_ROWS)).containsExactly(Double.NaN, Double.NaN);
    assertThat(values(HistoryMetric.WATERMARK_AGE)).containsExactly(Double.NaN, Double.NaN);
  }

  @Test
  void batchDurationIsUnknownUnlessTheQueryIsRunning() {
    report(0, 100);
    watch.evaluate(T0);
    watch.evaluate(T0.plusSeconds(600));

    assertThat(values(HistoryMetric.BATCH_SECONDS)).containsExactly(1.0, Double.NaN);
  }

  @Test
  void timeWithoutSamplesIsAGap() {
    report(0, 100);
    for (int second : new int[] {0, 15, 30, 300, 315}) {
      watch.evaluate(T0.plusSeconds(second));
    }

    Points points = points();
    assertThat(IntStream.range(0, points.size()).mapToObj(points::gapBefore))
        .containsExactly(false, false, false, true, false);
  }

  @Test
  void keepsTheLastSixtyBatchesWithoutDuplicates() {
    for (int batch = 0; batch < 80; batch++) {
      report(batch, 100L * batch);
      report(batch, 100L * batch);
    }

    List<BatchPoint> batches = watch.history().of(ID).batches();
    assertThat(batches).hasSize(60);
    assertThat(batches).extracting(BatchPoint::id).startsWith(20L).endsWith(79L).isSorted();
    assertThat(batches.get(59).duration()).isEqualTo(Duration.ofSeconds(1));
    assertThat(batches.get(59).records()).isEqualTo(100);
    assertThat(batches.get(59).phases().millis()).containsOnlyKeys("addBatch");
  }

  @Test
  void recordsOfABatchAreUnknownWithoutStartOffsets() {
    watch.report(
        new TestReport().batch(0, T0, null, Map.of(t(0), 100L), 100L).build(), T0.plusSeconds(1));
    watch.report(
        new TestReport()
            .sentAt(T0.plusSeconds(9))
            .batch(1, T0.plusSeconds(8), Map.of(t(0), 100L), Map.of(t(0), 150L, t(1), 7L), 57L)
            .build(),
        T0.plusSeconds(9));

    assertThat(watch.history().of(ID).batches())
        .extracting(BatchPoint::records)
        .containsOnlyNulls();
    assertThat(watch.history().of(ID).batches())
        .extracting(BatchPoint::inputRows)
        .containsExactly(100L, 57L);
  }

  @Test
  void removesTheHistoryOfARemovedQuery() {
    report(0, 100);
    watch.report(
        new TestReport()
            .totals(1, 100)
            .sentAt(T0.plusSeconds(1))
            .status(Report.Status.STOPPED)
            .build(),
        T0.plusSeconds(1));
    watch.evaluate(T0);
    assertThat(watch.history().of(ID).batches()).hasSize(1);
    watch.evaluate(T0.plus(Duration.ofHours(25)));

    assertThat(watch.history().of(ID)).isEqualTo(QueryHistory.NONE);
  }

  @Test
  void memoryIsLimitedForAnyNumberOfQueries() {
    var history = new History();
    List<QueryFacts> all = queries(10_000);
    for (int queries : new int[] {300, 2000, 10_000}) {
      for (int second = 0; second <= 3600; second += 15) {
        Instant at = T0.plusSeconds(second);
        history.retain(ids(all.subList(0, queries)));
        all.subList(0, queries).forEach(f -> history.sample(new Sample(at, f, ArrivalRates.NONE)));
      }
      // One for the newest sample, which is shown whether a step has passed or not.
      assertThat(kept(history, all.subList(0, queries)))
          .isLessThanOrEqualTo(History.MAX_POINTS + 2L * queries)
          .isGreaterThan(History.MAX_POINTS / 2);
    }
    assertThat(history.step()).isEqualTo(Duration.ofSeconds(525));
  }

  private static List<QueryFacts> queries(int count) {
    var all = new ArrayList<QueryFacts>();
    while (all.size() < count) {
      all.add(Snapshots.query("shop", "tiles").id("query-" + all.size()).facts());
    }
    return all;
  }

  private static Set<String> ids(List<QueryFacts> queries) {
    return queries.stream().map(f -> f.identity().queryId()).collect(Collectors.toSet());
  }

  private static long kept(History history, List<QueryFacts> queries) {
    return queries.stream()
        .mapToLong(f -> history.of(f.identity().queryId()).points().size())
        .sum();
  }

  private Points points() {
    return watch.history().of(ID).points();
  }

  private List<Double> values(HistoryMetric field) {
    Points points = points();
    return IntStream.range(0, points.size()).mapToObj(i -> points.value(field, i)).toList();
  }

  private void report(int second, long position) {
    Instant at = T0.plusSeconds(second);
    var start = Map.of(t(0), Math.max(0, position - 100));
    watch.report(
        new TestReport()
            .totals(second + 1, position)
            .sentAt(at)
            .batch(second, at.minusSeconds(2), start, Map.of(t(0), position), position)
            .build(),
        at);
  }

  private void poll(int second, long end) {
    watch.polled(
        new ClusterPoll(
            "main", Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of()),
        T0.plusSeconds(second),
        Duration.ofMillis(3));
  }
}
