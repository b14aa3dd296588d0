package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.SmallRuns.TOPIC;
import static io.lagwatch.exporter.scenario.SmallRuns.batches;
import static io.lagwatch.exporter.scenario.SmallRuns.driver;
import static io.lagwatch.exporter.scenario.SmallRuns.end;
import static io.lagwatch.exporter.scenario.SmallRuns.moved;
import static io.lagwatch.exporter.scenario.SmallRuns.one;
import static io.lagwatch.exporter.scenario.SmallRuns.query;
import static io.lagwatch.exporter.scenario.SmallRuns.queryReports;
import static io.lagwatch.exporter.scenario.SmallRuns.reports;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.ingest.Report.Status;
import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SimQueryTest {
  @Test
  void slowQueryStartsItsNextBatchAtOnceAndFallsBehind() {
    var batches = batches(one(1, Arrivals.steady(1000), query().takes(BatchTime.of(3, 800))));
    var gaps = new ArrayList<Long>();
    for (int i = 1; i < batches.size(); i++) {
      Duration took = Duration.ofMillis(batches.get(i - 1).durationMs().get("triggerExecution"));
      gaps.add(
          Duration.between(batches.get(i - 1).timestamp().plus(took), batches.get(i).timestamp())
              .toMillis());
    }
    assertThat(gaps.subList(3, gaps.size())).allMatch(gap -> gap >= 0 && gap < 1000);
    assertThat(moved(batches.get(batches.size() - 1))).isGreaterThan(100_000);
  }

  @Test
  void rateLimitIsSharedByWhatWaitsInEachPartition() {
    var topic = new TopicPlan(TOPIC, 4, Arrivals.steady(1000)).skew(3);
    var limited = driver();
    limited.queries.get(0).maxOffsets(10_000);
    var batches = batches(one(1, topic, limited));
    assertThat(batches).hasSize(119).allMatch(batch -> moved(batch) <= 10_000);
    Progress last = batches.get(118);
    var latest = Objects.requireNonNull(last.sources().get(0).latest());
    assertThat(latest.get(new TopicPartition(TOPIC, 3)))
        .isGreaterThan(end(last).get(new TopicPartition(TOPIC, 3)) + 800_000);
  }

  @Test
  void availableNowReadsWhatWasThereAtItsStartAndEnds() {
    var query =
        query()
            .trigger(Type.AVAILABLE_NOW, null)
            .maxOffsets(100_000)
            .startsOnlyWhenTold()
            .starts(1800);
    query.startsBehind(250_000);
    var reports = queryReports(one(1, Arrivals.steady(100), query));
    QueryReport last = reports.get(reports.size() - 1);
    assertThat(last.status()).isEqualTo(Status.STOPPED);
    assertThat(last.endedAt()).isBefore(DriverClock.TRUE.atSecond(2400));
    assertThat(last.totals().batches()).isEqualTo(3);
    Progress progress = Objects.requireNonNull(last.progress());
    assertThat(end(progress)).isEqualTo(progress.sources().get(0).latest());
  }

  @Test
  void onceReadsEverythingInOneBatchWhateverTheLimit() {
    var query = query().trigger(Type.ONCE, null).maxOffsets(1000).startsBehind(50_000);
    var reports = queryReports(one(0.2, Arrivals.steady(100), query));
    QueryReport last = reports.get(reports.size() - 1);
    assertThat(last.status()).isEqualTo(Status.STOPPED);
    assertThat(last.totals().batches()).isEqualTo(1);
    assertThat(last.totals().inputRows()).isGreaterThanOrEqualTo(50_000);
  }

  @Test
  void killedDriverFallsSilentAndTheNextOneReplaysTheBatch() {
    var driver = driver().killed(1805).started(2400);
    var simulation = one(1, new TopicPlan(TOPIC, 4, Arrivals.steady(500)), driver);
    var reports = reports(simulation);
    assertThat(reports)
        .noneMatch(
            r ->
                r.sentAt().isAfter(DriverClock.TRUE.atSecond(1805))
                    && r.sentAt().isBefore(DriverClock.TRUE.atSecond(2400)));
    var instances = reports.stream().map(r -> r.agent().instance()).distinct();
    assertThat(instances).hasSize(2);

    var batches = batches(simulation);
    Progress replayed =
        batches.stream()
            .filter(b -> b.timestamp().equals(DriverClock.TRUE.atSecond(2400)))
            .findFirst()
            .orElseThrow();
    assertThat(replayed.sources().get(0).latest()).isNull();
    assertThat(replayed.durationMs())
        .containsKey("addBatch")
        .doesNotContainKeys("latestOffset", "walCommit");
    assertThat(replayed.inputRowsPerSecond()).isZero();
    assertThat(batches.stream().map(Progress::batchId)).doesNotHaveDuplicates();
    QueryReport last = reports.get(reports.size() - 1).queries().get(0);
    assertThat(last.totals().batches()).isLessThan(50);
  }

  @Test
  void crashLoopFinishesNoBatch() {
    var query = query().crashLoop(1800, 3600, 120, 20);
    var reports = queryReports(one(1, Arrivals.steady(500), query));
    assertThat(reports.stream().map(QueryReport::runId).distinct()).hasSize(16);
    var later =
        reports.stream().filter(r -> r.startedAt().isAfter(DriverClock.TRUE.atSecond(1800)));
    assertThat(later).allMatch(r -> r.totals().batches() == 0);
    assertThat(reports).anyMatch(r -> r.status() == Status.FAILED && r.error() != null);
  }

  @Test
  void hungBatchReportsNothingNewUntilItEnds() {
    var driver = driver().seesBatchesInFlight();
    driver.queries.get(0).hangs(1800, 3000);
    var reports = reports(one(1, new TopicPlan(TOPIC, 4, Arrivals.steady(500)), driver));
    var during =
        reports.stream()
            .filter(
                r ->
                    r.sentAt().isAfter(DriverClock.TRUE.atSecond(1830))
                        && r.sentAt().isBefore(DriverClock.TRUE.atSecond(3000)))
            .map(r -> r.queries().get(0))
            .toList();
    assertThat(during).hasSizeGreaterThan(70);
    assertThat(during.stream().map(q -> q.totals().batches()).distinct()).hasSize(1);
    assertThat(during.stream().map(QueryReport::batchInFlightSince).distinct()).hasSize(1);
    assertThat(batches(one(1, new TopicPlan(TOPIC, 4, Arrivals.steady(500)), driver)))
        .anyMatch(b -> b.durationMs().get("triggerExecution") > 1_200_000);
  }

  @Test
  void shortBatchHangsAsWell() {
    var query = query().every(0).takes(BatchTime.of(0.2, 5000)).hangs(1800, 2400);
    assertThat(batches(one(1, Arrivals.steady(50), query)))
        .noneMatch(
            b ->
                b.timestamp().isAfter(DriverClock.TRUE.atSecond(1801))
                    && b.timestamp().isBefore(DriverClock.TRUE.atSecond(2400)));
  }

  @Test
  void idleDriverOf34SendsAProgressWithTheIdOfTheBatchToCome() {
    var query = query().every(0).idle(QueryPlan.Idle.PROGRESS_ALONE);
    var simulation = one(1, Arrivals.steady(500).during(600, 1200, 0), query);
    var reports = queryReports(simulation);
    var idle =
        reports.stream()
            .map(QueryReport::progress)
            .filter(p -> p != null && p.batchId() > 0 && p.idle())
            .distinct()
            .toList();
    assertThat(idle).hasSizeBetween(58, 61);
    assertThat(idle.stream().map(Progress::batchId).distinct()).hasSize(1);
    assertThat(batches(simulation)).extracting(Progress::batchId).contains(idle.get(0).batchId());
    assertThat(idle.get(0).durationMs()).containsOnlyKeys("latestOffset", "triggerExecution");
    assertThat(reports).noneMatch(QueryReport::idle);
  }

  @Test
  void idleDriverOf35SaysIdleAndLetsTheLastProgressStand() {
    var simulation = one(1, Arrivals.steady(500).during(600, 1200, 0), query());
    var idle = queryReports(simulation).stream().filter(QueryReport::idle).toList();
    assertThat(idle).isNotEmpty();
    assertThat(idle.stream().map(QueryReport::progress).distinct()).hasSize(1);
    assertThat(idle).allMatch(r -> r.progress() != null && !r.progress().idle());
  }

  @Test
  void waitsForMinimumOffsetsButNotForEver() {
    var batches = batches(one(1, Arrivals.steady(10), query().minOffsets(100_000, 600)));
    assertThat(batches).hasSize(5);
    assertThat(moved(batches.get(2))).isBetween(5_000L, 7_000L);
  }

  @Test
  void realTimeModeReadsPastItsLatestOffsetAndAlwaysLastsLongerThanItsInterval() {
    var query =
        query().trigger(Type.REAL_TIME, Duration.ofSeconds(30)).takes(BatchTime.of(0, 5000));
    for (Progress batch : batches(one(0.5, Arrivals.steady(500), query))) {
      var latest = Objects.requireNonNull(batch.sources().get(0).latest());
      latest.forEach((p, at) -> assertThat(at).isLessThan(end(batch).get(p)));
      assertThat(batch.durationMs().get("triggerExecution")).isBetween(30_100L, 30_300L);
    }
  }

  @Test
  void continuousProcessingNeverReportsProgress() {
    var query = query().trigger(Type.CONTINUOUS, Duration.ofSeconds(1));
    assertThat(queryReports(one(0.5, Arrivals.steady(500), query)))
        .isNotEmpty()
        .allMatch(r -> r.progress() == null && r.status() == Status.RUNNING && !r.idle());
  }

  @Test
  void miscountedRowsDoNotTouchTheOffsets() {
    var none = batches(one(0.5, Arrivals.steady(500), query().countsRowsTimes(0)));
    assertThat(none).allMatch(b -> moved(b) > 0 && Long.valueOf(0).equals(b.numInputRows()));
  }

  @Test
  void recreatedTopicFailsTheQueryUnlessItContinuesAfterDataLoss() {
    var topic = new TopicPlan(TOPIC, 4, Arrivals.steady(500)).recreated(1800, 2);
    var strict = queryReports(one(1, topic, driver()));
    assertThat(strict.get(strict.size() - 1).status()).isEqualTo(Status.FAILED);

    var lenient = driver();
    lenient.queries.get(0).goesOnAfterDataLoss();
    var batches = batches(one(1, topic, lenient));
    assertThat(batches).anyMatch(b -> moved(b) < 0 && Long.valueOf(0).equals(b.numInputRows()));
    assertThat(end(batches.get(batches.size() - 1))).hasSize(2);
  }

  @Test
  void addedPartitionIsSeenLateAndReadFromItsBeginning() {
    var topic = new TopicPlan(TOPIC, 2, Arrivals.steady(500)).growsTo(1200, 3);
    var driver = driver();
    driver.queries.get(0).seesPartitionsAfter(300);
    var batches = batches(one(1, topic, driver));
    Progress first = batches.stream().filter(b -> end(b).size() == 3).findFirst().orElseThrow();
    assertThat(first.timestamp()).isEqualTo(DriverClock.TRUE.atSecond(1500));
    assertThat(first.sources().get(0).start()).hasSize(2);
    assertThat(end(first).get(new TopicPartition(TOPIC, 2))).isBetween(45_000L, 55_000L);
  }
}
