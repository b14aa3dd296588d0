package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class QueryRegistryTest extends ReportedQueries {
  @Test
  void totalsAreTheSumOfAllRuns() {
    accept(0, new TestReport().totals(10, 1000));
    accept(60, new TestReport().run("run-2", at(60)).totals(3, 300));
    accept(61, new TestReport().run("run-2", at(60)).totals(4, 400));
    QueryFacts facts = only(61);
    assertThat(facts.history().totals().batches()).isEqualTo(14);
    assertThat(facts.history().totals().inputRows()).isEqualTo(1400);
    assertThat(facts.history().runs()).isEqualTo(2);
    assertThat(facts.progress().batches()).isEqualTo(4);
    assertThat(facts.run().runId()).isEqualTo("run-2");
  }

  @Test
  void lostRepeatedAndLateReportsDoNotChangeTotals() {
    accept(0, new TestReport().totals(1, 100));
    accept(30, new TestReport().totals(5, 500));
    accept(30, new TestReport().totals(5, 500));
    accept(31, new TestReport().totals(2, 200).sentAt(at(10)));
    assertThat(only(31).history().totals().batches()).isEqualTo(5);
  }

  @Test
  void countersOfARunNeverDecrease() {
    accept(0, new TestReport().totals(5, 500).durations(3, 5, 9.5));
    accept(15, new TestReport().totals(6, 100).durations(4, 4, 2.0));
    accept(30, new TestReport().totals(7, 0));
    Totals totals = only(30).history().totals();
    assertThat(totals.batches()).isEqualTo(7);
    assertThat(totals.inputRows()).isEqualTo(500);
    assertThat(totals.batchSeconds())
        .isEqualTo(new Totals.Durations(5, 9.5, new TreeMap<>(Map.of(1.0, 4L, 10.0, 5L))));
  }

  @Test
  void acceptsReportsAfterADriversClockWasSetBack() {
    accept(0, new TestReport().totals(5, 500).sentAt(at(3600)));
    accept(15, new TestReport().totals(6, 600).sentAt(at(15)));
    assertThat(only(15).history().totals().batches()).isEqualTo(6);
    accept(60, new TestReport().totals(6, 600).sentAt(at(60)));
    assertThat(only(100).run().state()).isEqualTo(QueryState.RUNNING);
  }

  @Test
  void countersDoNotOverflow() {
    for (int batch = 0; batch < 6; batch++) {
      long to = batch % 2 == 0 ? 0 : Long.MAX_VALUE;
      accept(batch, new TestReport().totals(batch, 0).batch(batch, at(batch), null, p(to), 1L));
    }
    assertThat(only(6).sources().get(0).consumedByTopic()).containsEntry("t", Long.MAX_VALUE);
  }

  @Test
  void countsALateReportOfThePreviousRunOnce() {
    accept(0, new TestReport().totals(5, 500));
    accept(30, new TestReport().run("run-2", at(30)).totals(1, 100));
    accept(31, new TestReport().totals(6, 600).status(Report.Status.STOPPED));
    QueryFacts facts = only(31);
    assertThat(facts.run().runId()).isEqualTo("run-2");
    assertThat(facts.run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(facts.history().totals().batches()).isEqualTo(7);
  }

  @Test
  void countsOverAHundredRestartsInLimitedMemory() {
    for (int i = 0; i < 100; i++) {
      accept(i * 60, new TestReport().run("run-" + i, at(i * 60)).totals(10, 100));
    }
    QueryFacts facts = only(6000);
    assertThat(facts.history().totals().batches()).isEqualTo(1000);
    assertThat(facts.history().runs()).isEqualTo(100);
    assertThat(registry.saved(registry.ids().iterator().next(), TestReport.T0).runs().others())
        .hasSizeLessThan(20);
    accept(6001, new TestReport().run("run-50", at(3000)).totals(10, 100));
    assertThat(only(6001).history().totals().batches()).as("a run long gone").isEqualTo(1000);
  }

  @Test
  void queryIsLostAfterThreeHeartbeatsUntilTheNextReport() {
    accept(0, new TestReport());
    assertThat(only(45).run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(only(46).run().state()).isEqualTo(QueryState.LOST);
    accept(50, new TestReport());
    assertThat(only(50).run().state()).isEqualTo(QueryState.RUNNING);
  }

  @Test
  void waitsLongerForADriverThatReportsLessOften() {
    accept(0, new TestReport().heartbeat(Duration.ofMinutes(1)));
    assertThat(only(180).run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(only(181).run().state()).isEqualTo(QueryState.LOST);
  }

  @Test
  void queryIsNotLostBecauseTheExporterWasDown() {
    accept(0, new TestReport());
    var later = new QueryRegistry(at(3600), Registries.CAPACITY);
    Registries.copy(registry, later);
    assertThat(Registries.facts(later, at(3610)).get(0).run().state())
        .isEqualTo(QueryState.RUNNING);
    assertThat(Registries.facts(later, at(3646)).get(0).run().state()).isEqualTo(QueryState.LOST);
  }

  @Test
  void queryIsStoppedAndNotLostAfterAPlannedEnd() {
    accept(0, new TestReport().status(Report.Status.STOPPED));
    assertThat(only(3600).run().state()).isEqualTo(QueryState.STOPPED);
  }

  @Test
  void countsAFailureOnceAndKeepsItsErrorInTheNextRun() {
    accept(0, new TestReport());
    accept(10, new TestReport().failed("java.lang.NullPointerException", "first line"));
    accept(25, new TestReport().failed("java.lang.NullPointerException", "first line"));
    assertThat(only(25).run().state()).isEqualTo(QueryState.FAILED);
    accept(60, new TestReport().run("run-2", at(60)));
    QueryFacts facts = only(60);
    assertThat(facts.history().failures()).isOne();
    assertThat(facts.run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(facts.history().lastError().message()).isEqualTo("first line");
    assertThat(facts.history().lastFailureAt()).isEqualTo(at(10));
  }

  @Test
  void convertsDriverTimesToTheExportersClock() {
    Instant skewed = at(7200);
    accept(100, new TestReport().sentAt(skewed).batch(1, skewed.minusSeconds(20), null, p(5), 5L));
    QueryFacts facts = only(100);
    assertThat(facts.progress().lastBatch().startedAt()).isEqualTo(at(80));
    assertThat(facts.progress().lastBatch().endedAt()).isEqualTo(at(81));
    assertThat(facts.run().lastEventAt()).isEqualTo(at(100));
  }

  @Test
  void idleProgressIsNotABatch() {
    accept(0, new TestReport().totals(7, 70).batch(6, at(-5), p(0), p(70), 70L));
    accept(20, new TestReport().totals(7, 70).idle(true).idleProgress(7, at(15), p(70)));
    QueryFacts facts = only(20);
    assertThat(facts.run().state()).isEqualTo(QueryState.IDLE);
    assertThat(facts.progress().lastBatch().batchId()).isEqualTo(6);
    assertThat(facts.sources().get(0).lastInputAt()).isEqualTo(at(-4));
  }

  @Test
  void recognisesIdleProgressOfOlderSparkVersions() {
    accept(0, new TestReport().totals(7, 70).batch(6, at(-5), p(0), p(70), 70L));
    accept(20, new TestReport().totals(7, 70).idleProgress(7, at(15), p(70)));
    assertThat(only(20).run().state()).isEqualTo(QueryState.IDLE);
  }

  @Test
  void isIdleOnlyWhileSparkReportsIdleEvents() {
    Instant said = at(0);
    for (int second = 0; second <= 210; second += 15) {
      accept(second, new TestReport().idle(true).eventAt(said));
    }
    assertThat(only(180).run().state())
        .as("two minutes and two triggers")
        .isEqualTo(QueryState.IDLE);
    assertThat(only(181).run().state()).isEqualTo(QueryState.RUNNING);
  }

  @Test
  void advancedPositionIsInputWhateverSparkCounts() {
    accept(0, new TestReport().totals(1, 0).batch(0, at(-2), null, p(10), 0L));
    accept(30, new TestReport().totals(2, 0).batch(1, at(28), p(10), p(22), 0L));
    SourceFacts source = only(30).sources().get(0);
    assertThat(source.lastInputAt()).isEqualTo(at(29));
    assertThat(source.consumedByTopic()).containsEntry("t", 12L);
  }

  @Test
  void acceptsAProgressWithoutANumberOfRows() {
    accept(0, new TestReport().totals(1, 0).batch(0, at(-2), null, p(10), null));
    assertThat(only(0).sources().get(0).lastInputAt()).isNull();
    accept(30, new TestReport().totals(2, 0).batch(1, at(28), p(10), p(22), null));
    assertThat(only(30).sources().get(0).lastInputAt()).isEqualTo(at(29));
  }

  @Test
  void recreatedTopicThatIsSkippedIsNoInput() {
    accept(0, new TestReport().totals(1, 125).batch(0, at(-2), null, p(125), 125L));
    accept(30, new TestReport().totals(2, 125).batch(1, at(28), p(125), p(30), 0L));
    SourceFacts source = only(30).sources().get(0);
    assertThat(source.lastInputAt()).as("the position fell").isEqualTo(at(-1));
    assertThat(source.consumedByTopic()).isEmpty();
    accept(60, new TestReport().totals(3, 155).batch(2, at(58), p(30), p(60), 30L));
    assertThat(only(60).sources().get(0).consumedByTopic()).containsEntry("t", 30L);
  }

  @Test
  void newPartitionWithRowsIsInput() {
    accept(0, new TestReport().totals(1, 10).batch(0, at(-2), null, p(10), 10L));
    var grown = Map.of(t(0), 10L, t(1), 4L);
    accept(30, new TestReport().totals(2, 14).batch(1, at(28), p(10), grown, 4L));
    assertThat(only(30).sources().get(0).lastInputAt()).isEqualTo(at(29));
    assertThat(registry.positions("11111111-aaaa").get(0).position()).isEqualTo(grown);
  }

  @Test
  void countsBatchesBetweenTwoReports() {
    accept(0, new TestReport().totals(1, 10).batch(0, at(-2), null, p(10), 10L));
    accept(30, new TestReport().totals(4, 90).batch(3, at(28), p(80), p(100), 20L));
    assertThat(only(30).sources().get(0).consumedByTopic()).containsEntry("t", 90L);
  }

  @Test
  void keepsThePositionUntilTheNewRunReportsOne() {
    accept(0, new TestReport().totals(1, 10).batch(0, at(-2), null, p(10), 10L));
    accept(60, new TestReport().run("run-2", at(60)));
    assertThat(registry.positions("11111111-aaaa").get(0).position()).containsEntry(t(0), 10L);
    accept(
        70, new TestReport().run("run-2", at(60)).totals(1, 10).batch(0, at(62), null, p(10), 10L));
    SourceFacts source = only(70).sources().get(0);
    assertThat(source.consumedByTopic()).as("a replayed batch moves nothing").isEmpty();
    assertThat(source.lastInputAt()).isEqualTo(at(-1));
  }

  @Test
  void positionIsBeyondTheEndAfterTwoLaterPolls() {
    accept(0, new TestReport().totals(1, 10).batch(0, at(-2), null, p(100), 10L));
    assertThat(Registries.polled(registry, poll(30), at(-1)))
        .as("began before the position")
        .isFalse();
    assertThat(Registries.polled(registry, poll(30), at(10))).as("worth another poll").isTrue();
    assertThat(registry.positions("11111111-aaaa").get(0).beyondEnd().confirmed()).isEmpty();
    Registries.polled(registry, poll(30), at(20));
    assertThat(registry.positions("11111111-aaaa").get(0).beyondEnd().confirmed())
        .containsExactly(t(0));
    Registries.polled(registry, poll(100), at(30));
    assertThat(registry.positions("11111111-aaaa").get(0).beyondEnd().confirmed()).isEmpty();
  }

  @Test
  void removesQueriesAfterTheirKeepTime() {
    accept(0, new TestReport().status(Report.Status.STOPPED));
    Registries.expire(registry, at(86_400));
    assertThat(facts(86_400)).hasSize(1);
    Registries.expire(registry, at(86_401));
    assertThat(facts(86_401)).isEmpty();
  }

  @Test
  void restoredRegistryHasTheSameFacts() {
    accept(0, new TestReport().totals(1, 10).batch(0, at(-2), null, p(10), 10L));
    accept(
        30,
        new TestReport().run("run-2", at(30)).totals(2, 20).batch(1, at(28), p(10), p(30), 20L));
    var back = new QueryRegistry(at(31), Registries.CAPACITY);
    Registries.copy(registry, back);
    assertThat(Registries.facts(back, at(31))).isEqualTo(facts(31));
  }

  private static ClusterPoll poll(long end) {
    return new ClusterPoll(
        "c", Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of());
  }

  private static Map<io.lagwatch.exporter.lag.TopicPartition, Long> p(long offset) {
    return Map.of(t(0), offset);
  }
}
