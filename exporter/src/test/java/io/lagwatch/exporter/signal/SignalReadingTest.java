package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.ingest.Report.Trigger.Type.AVAILABLE_NOW;
import static io.lagwatch.exporter.ingest.Report.Trigger.Type.CONTINUOUS;
import static io.lagwatch.exporter.ingest.Report.Trigger.Type.PROCESSING_TIME;
import static io.lagwatch.exporter.ingest.Report.Trigger.Type.REAL_TIME;
import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.batch;
import static io.lagwatch.exporter.signal.SignalFacts.facts;
import static io.lagwatch.exporter.signal.SignalFacts.lagOf;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static io.lagwatch.exporter.signal.SignalFacts.unknownPartition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.NoBrokerOffsets;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalReadingTest {
  private final NextBatchTimer timer = new NextBatchTimer(facts().build());
  private final BatchDurations durations = new BatchDurations();
  private QueryLagTrends trends = new QueryLagTrends(Map.of());
  private final InputClock input = new InputClock();
  private final Watermarks watermarks = new Watermarks();
  private final LateRows lateRows = new LateRows(List.of());
  private final StateGrowth stateGrowth = new StateGrowth();
  private final Retention retention = new Retention();
  private Instant firstSeenAt = T0;
  private Instant resumedAt = at(-1000);

  private Signals read(QueryFacts facts, Instant now) {
    return new SignalReading(
            facts,
            QuerySettings.DEFAULTS,
            now,
            new SignalReading.ObservedPeriod(firstSeenAt, resumedAt, null),
            new Trackers(
                timer, durations, trends, input, watermarks, lateRows, stateGrowth, retention))
        .read();
  }

  private Signals read(SignalFacts facts, long second) {
    return read(facts.build(), at(second));
  }

  private static PartitionLag behind(long records, long seconds) {
    return partition(
        0, 0, 0L, 5000, 5000 + records, new TimeLag(Duration.ofSeconds(seconds), false));
  }

  /** Growth by half of what arrives since {@link SignalFacts#T0}, for source 0. */
  private static QueryLagTrends growing(boolean settled) {
    var since = new LagPoint(T0, 0, 0, 0, 1, 500.0, false);
    var newest = new LagPoint(at(100), 500, 500, 1000, 1, 500.0, false);
    return new QueryLagTrends(
        Map.of(
            0,
            new SourceLagTracker.SavedLagTrend(
                List.of(since, newest),
                List.of(),
                new SourceLagTracker.GrowthPeriod(since, at(100), newest, 0, settled),
                List.of())));
  }

  @ParameterizedTest
  @CsvSource({
    // reported status, state, trigger, signals that are known beside those that always are
    "RUNNING, RUNNING, PROCESSING_TIME, growth utilization input batch measured watermark log",
    "RUNNING, IDLE,    PROCESSING_TIME, growth input batch measured watermark log",
    "RUNNING, LOST,    PROCESSING_TIME, growth input measured watermark log",
    "FAILED,  FAILED,  PROCESSING_TIME, growth input measured watermark log",
    "STOPPED, STOPPED, PROCESSING_TIME, log",
    "RUNNING, RUNNING, AVAILABLE_NOW,   growth input batch measured watermark log",
    "FAILED,  FAILED,  AVAILABLE_NOW,   growth input measured watermark log",
    "STOPPED, STOPPED, AVAILABLE_NOW,   input log",
    "RUNNING, RUNNING, REAL_TIME,       growth input batch measured watermark log",
    "RUNNING, RUNNING, CONTINUOUS,      growth watermark log",
    "STOPPED, STOPPED, CONTINUOUS,      log",
    "RUNNING, RUNNING, ,                growth input batch measured watermark log",
    "STOPPED, STOPPED, ,                log",
  })
  void statusStateAndTriggerDecideWhichSignalsAreKnown(
      Report.Status status, QueryState state, Report.Trigger.@Nullable Type trigger, String known) {
    var last = SignalFacts.batch(at(10), at(40), at(5), 20_000L);
    watermarks.ended(last, 1);
    for (int hour = 0; hour < 4; hour++) {
      stateGrowth.ended(
          SignalFacts.batch(at(hour * 3600L), at(hour * 3600L + 1), null, 20_000L), 1);
    }
    for (int i = 0; i < 3; i++) {
      durations.endedNormally(at(i * 30L), Duration.ofSeconds(15));
    }
    SignalFacts facts =
        facts()
            .status(status)
            .state(state)
            .lastReportAt(at(4 * 3600))
            .lastBatch(last)
            .kafkaSource(0, at(20))
            .lag(lagOf(behind(10, 1)));
    if (trigger != null) {
      boolean hasInterval = trigger != AVAILABLE_NOW;
      facts.trigger(trigger, hasInterval ? Duration.ofSeconds(30) : null);
    }
    Signals signals = read(facts, 4 * 3600);

    var found = new TreeSet<String>();
    add(found, "growth", signals.lag().growthRatio());
    add(found, "utilization", signals.batch().triggerUtilization());
    add(found, "input", signals.input().age());
    add(found, "batch", signals.batch().age());
    add(found, "measured", signals.lag().unmeasuredPartitions());
    add(found, "watermark", signals.watermark().age());
    add(found, "log", signals.retention().timeToLoss());
    assertThat(found).containsExactlyInAnyOrder(known.isEmpty() ? new String[0] : known.split(" "));
    assertThat(signals.input().ageBySource().isEmpty()).isEqualTo(!known.contains("input"));
    boolean watermark = known.contains("watermark");
    assertThat(signals.watermark().stalledFor() != null).isEqualTo(watermark);
    assertThat(signals.watermark().lateRowsRatio() != null).isEqualTo(watermark);
    assertThat(signals.state().growthPerHour() != null).isEqualTo(watermark);
    assertThat(signals.retention().partitionsBeyondEnd() != null).isEqualTo(watermark);
    assertThat(signals.retention().recordsLost()).as("always known").isZero();
    assertThat(signals.lag().explainedByTrigger()).as("always known").isNotNull();
    assertThat(signals.batch().stuckAfter()).as("always known").isNotNull();
    assertThat(signals.health().failing()).isEqualTo(status == Report.Status.FAILED);
    assertThat(signals.health().lost()).isEqualTo(state == QueryState.LOST);
  }

  private static void add(TreeSet<String> names, String name, @Nullable Object value) {
    if (value != null) {
      names.add(name);
    }
  }

  /** NoInput once fired for a new query whose first batch took longer than the quiet period. */
  @Test
  void theInputOfAFirstBatchIsUnknownWhileItRuns() {
    var running = facts().state(QueryState.RUNNING).batches(0);
    assertThat(firstBatch(running, 24 * 3600).input().age()).isNull();
    var idle = facts().state(QueryState.IDLE).batches(0);
    assertThat(firstBatch(idle, 3600).input().age()).isEqualTo(Duration.ofHours(1));
    var lost = facts().state(QueryState.LOST).batches(0);
    assertThat(firstBatch(lost, 3600).input().age()).isEqualTo(Duration.ofHours(1));
  }

  private static Signals firstBatch(SignalFacts facts, long second) {
    var tracker = new SignalTracker();
    tracker.observe(facts.build(), NoBrokerOffsets.NONE, QuerySettings.DEFAULTS, T0);
    for (long at = 60; at <= second; at += 60) {
      tracker.observe(facts.build(), NoBrokerOffsets.NONE, QuerySettings.DEFAULTS, at(at));
    }
    return tracker.at(facts.build(), QuerySettings.DEFAULTS, at(second));
  }

  @Test
  void nothingButTheFixedSignalsIsKnownOfANewQuery() {
    Signals signals = read(facts(), 1);
    assertThat(signals.lag())
        .isEqualTo(new LagSignals(null, null, Duration.ofMinutes(1), null, null));
    assertThat(signals.watermark()).isEqualTo(WatermarkSignals.UNKNOWN);
    assertThat(signals.state()).isEqualTo(StateSignals.UNKNOWN);
    assertThat(signals.retention()).isEqualTo(new RetentionSignals(null, null, 0, new TreeMap<>()));
    assertThat(signals.health()).isEqualTo(new QueryHealth(false, false, false, false));
    assertThat(signals.batch())
        .isEqualTo(new BatchSignals(null, Duration.ofSeconds(1), Duration.ofMinutes(10)));
  }

  @ParameterizedTest
  @CsvSource({
    // status, state, second of the failure, end of the last batch, failing
    "FAILED, FAILED, , , true",
    "RUNNING, RUNNING, , , false",
    "RUNNING, RUNNING, 50, , true",
    "RUNNING, RUNNING, 50, 49, true",
    "RUNNING, RUNNING, 50, 50, false",
    "RUNNING, RUNNING, 50, 51, false",
    "RUNNING, IDLE, 50, , false",
    "STOPPED, STOPPED, 50, , false",
  })
  void isFailingUntilABatchCompletes(
      Report.Status status,
      QueryState state,
      @Nullable Long failed,
      @Nullable Long ended,
      boolean failing) {
    if (ended != null) {
      timer.observe(facts().lastBatch(batch(40, ended)).build(), at(60));
    }
    SignalFacts facts = facts().status(status).state(state);
    if (failed != null) {
      facts.lastFailureAt(at(failed));
    }
    assertThat(read(facts, 60).health().failing()).isEqualTo(failing);
  }

  @ParameterizedTest
  @CsvSource({"3599, true", "3600, false"})
  void aReplacedCheckpointIsShownForAnHour(long second, boolean shown) {
    assertThat(read(facts().replacedQueryId("other"), second).health().checkpointReplaced())
        .isEqualTo(shown);
    assertThat(read(facts(), second).health().checkpointReplaced()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, RUNNING, true",
    "RUNNING, IDLE, true",
    "RUNNING, LOST, false",
    "FAILED, FAILED, false"
  })
  void aCheckpointIsSharedByLiveRunsOnly(Report.Status status, QueryState state, boolean shared) {
    SignalFacts facts = facts().status(status).state(state);
    assertThat(read(facts.otherLiveRun("run-2"), 1).health().checkpointShared()).isEqualTo(shared);
  }

  @Test
  void theAgeOfTheBatchIsTheTimeSinceItBegan() {
    assertThat(read(facts().batchInFlightSince(at(30)), 50).batch().age())
        .isEqualTo(Duration.ofSeconds(20));
    assertThat(read(facts().batchInFlightSince(at(51)), 50).batch().age()).isZero();
    assertThat(read(facts().state(QueryState.IDLE).batchInFlightSince(at(30)), 50).batch().age())
        .isZero();
  }

  @Test
  void withoutAReportedBatchItCanHaveBegunAtTheNextTrigger() {
    SignalFacts facts = facts().trigger(PROCESSING_TIME, Duration.ofSeconds(30));
    assertThat(read(facts, 29).batch().age()).isZero();
    assertThat(read(facts, 50).batch().age()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void aBatchIsStuckAfterItsExpectedDurationButNotBeforeTheSetting() {
    durations.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(180), 0, false));
    assertThat(read(facts(), 1).batch().stuckAfter()).isEqualTo(Duration.ofMinutes(10));
    durations.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(181), 0, false));
    durations.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(181), 0, false));
    assertThat(read(facts(), 1).batch().stuckAfter()).isEqualTo(Duration.ofSeconds(603));
    SignalFacts slowTrigger = facts().trigger(PROCESSING_TIME, Duration.ofMinutes(11));
    assertThat(read(slowTrigger, 1).batch().stuckAfter()).isEqualTo(Duration.ofMinutes(11));
  }

  @Test
  void partitionsBeyondTheEndAreNotCountedAsUnmeasured() {
    QueryLag lag =
        lagOf(
            behind(10, 1),
            unknownPartition(0, 1, PartitionStatus.POSITION_BEYOND_END),
            unknownPartition(0, 2, PartitionStatus.POSITION_BEYOND_END),
            unknownPartition(0, 3, PartitionStatus.UNKNOWN));
    Signals signals = read(facts().kafkaSource(0, null).lag(lag), 1);
    assertThat(signals.retention().partitionsBeyondEnd()).isEqualTo(2);
    assertThat(signals.lag().unmeasuredPartitions()).isEqualTo(1);
    assertThat(read(facts().lag(lag), 1).lag().unmeasuredPartitions())
        .as("no Kafka source")
        .isNull();
  }

  @Test
  void withoutPartitionsTheKafkaSourcesAreCounted() {
    SignalFacts facts =
        facts().kafkaSource(0, null).kafkaSource(1, null).source(2, false, null, T0);
    assertThat(read(facts, 1).lag().unmeasuredPartitions()).isEqualTo(2);
    var known =
        new QueryLag(
            QueryLag.Basis.NONE,
            List.of(unknownPartition(0, 0, PartitionStatus.UNKNOWN)),
            null,
            null,
            1,
            null,
            null,
            "no answer");
    assertThat(read(facts.lag(known), 1).lag().unmeasuredPartitions()).isEqualTo(1);
    assertThat(read(facts.lag(lagOf()), 1).lag().unmeasuredPartitions())
        .as("no partition to measure")
        .isZero();
  }

  private void backlog(long second, long records) {
    timer.observe(facts().lag(lagOf(behind(records, 120))).build(), at(second));
  }

  @ParameterizedTest
  @CsvSource({"600, 0", "601, 1"})
  void unreadRecordsAreGrowthOnceABatchIsOverdue(long second, double ratio) {
    backlog(1, 100);
    LagSignals lag = read(facts().lag(lagOf(behind(700, 120))), second).lag();
    assertThat(lag.growthRatio()).isEqualTo(ratio);
    assertThat(lag.growth() != null).isEqualTo(ratio == 1);
  }

  @Test
  void theGrowthOfUnreadRecordsHasTheirRate() {
    backlog(1, 100);
    assertThat(read(facts().lag(lagOf(behind(700, 120))), 601).lag().growth())
        .isEqualTo(new LagGrowthRate(0, Duration.ofSeconds(601), 1, 0));
  }

  @ParameterizedTest
  @CsvSource({
    // last report, resumed, now, growth
    "0, -1000, 479, 0",
    "0, -1000, 480, 1",
    "0, 50, 529, 0",
    "0, 50, 530, 1",
    "60, 50, 530, 0",
    "60, 50, 540, 1"
  })
  void aLostQueryIsOverdueAfterTheToleratedSilence(
      long lastReport, long resumed, long now, double ratio) {
    backlog(1, 100);
    resumedAt = at(resumed);
    SignalFacts facts =
        facts().state(QueryState.LOST).lastReportAt(at(lastReport)).lag(lagOf(behind(700, 120)));
    assertThat(read(facts, now).lag().growthRatio()).isEqualTo(ratio);
  }

  @Test
  void betweenRunsAQueryThatEndsByItselfIsNotOverdue() {
    backlog(1, 100);
    SignalFacts facts =
        facts().trigger(AVAILABLE_NOW, null).lag(lagOf(behind(700, 120))).lastReportAt(at(9000));
    assertThat(read(facts, 9000).lag().growthRatio()).as("running").isEqualTo(1);
    facts.status(Report.Status.FAILED).state(QueryState.FAILED);
    assertThat(read(facts, 9000).lag().growthRatio()).as("failed").isEqualTo(0);
  }

  @ParameterizedTest
  @CsvSource({"60, 0", "61, 1"})
  void lagWithinTheFloorIsNoGrowth(long behind, double ratio) {
    backlog(1, 100);
    assertThat(read(facts().lag(lagOf(behind(700, behind))), 9000).lag().growthRatio())
        .isEqualTo(ratio);
  }

  @Test
  void growthAtBatchEndsCountsWhileNoBatchIsOverdue() {
    trends = growing(false);
    LagSignals lag = read(facts().lag(lagOf(behind(500, 120))), 110).lag();
    assertThat(lag.growthRatio()).isEqualTo(0.5);
    assertThat(lag.growth()).isEqualTo(new LagGrowthRate(0, Duration.ofSeconds(110), 10, 5));
    assertThat(read(facts().lag(QueryLag.none("no broker")), 110).lag().growthRatio())
        .as("growth is known although the lag is not")
        .isEqualTo(0.5);
    assertThat(read(facts().state(QueryState.IDLE).lag(lagOf(behind(500, 120))), 110).lag())
        .extracting(LagSignals::growthRatio)
        .isEqualTo(0.0);
    SignalFacts endsByItself = facts().trigger(AVAILABLE_NOW, null);
    assertThat(read(endsByItself.lag(lagOf(behind(500, 120))), 110).lag().growthRatio()).isZero();
    SignalFacts continuous = facts().trigger(CONTINUOUS, Duration.ofSeconds(1));
    assertThat(read(continuous.lag(lagOf(behind(500, 120))), 110).lag().growthRatio()).isZero();
    assertThat(read(facts().stopped(at(105)).lag(lagOf(behind(500, 120))), 110).lag())
        .isEqualTo(new LagSignals(null, null, Duration.ofMinutes(1), null, null));
  }

  @ParameterizedTest
  @CsvSource({"false, 60, 0", "false, 61, 0.5", "true, 60, 0.5", "true, 31, 0.5", "true, 30, 0"})
  void growthThatHasLastedEndsAtHalfTheFloor(boolean settled, long behind, double ratio) {
    trends = growing(settled);
    assertThat(read(facts().lag(lagOf(behind(500, behind))), 110).lag().growthRatio())
        .isEqualTo(ratio);
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, 130, 90",
    "IDLE, 130, 120",
    "LOST, 130, 120",
    "LOST, 480, 470",
    "RUNNING, 700, 90",
    "RUNNING, 701, 691",
    "RUNNING, 90, 80"
  })
  void inputIsKnownUntilTheLastBatchUnlessNoBatchCanBeReading(
      QueryState state, long now, long age) {
    timer.observe(facts().lastBatch(batch(70, 100)).build(), at(100));
    SignalFacts facts =
        facts().state(state).kafkaSource(0, at(10)).lastBatch(batch(70, 100)).lastReportAt(T0);
    assertThat(read(facts, now).input().age()).isEqualTo(Duration.ofSeconds(age));
  }

  @ParameterizedTest
  @CsvSource({
    // last report, resumed, now, known
    "0, 100, 219, false",
    "0, 100, 220, true",
    "100, 100, 219, false",
    "101, 100, 150, true"
  })
  void inputAgeIsUnknownUntilTheFirstReportAfterAGap(
      long lastReport, long resumed, long now, boolean known) {
    resumedAt = at(resumed);
    SignalFacts facts = facts().kafkaSource(0, at(10)).lastReportAt(at(lastReport));
    assertThat(read(facts, now).input().age() != null).isEqualTo(known);
    assertThat(read(facts, now).input().ageBySource()).isNotEmpty();
  }

  @Test
  void theQuietestSourceDecides() {
    SignalFacts facts =
        facts()
            .state(QueryState.IDLE)
            .kafkaSource(0, at(30))
            .kafkaSource(1, at(10))
            .kafkaSource(2, at(20));
    assertThat(read(facts, 50).input().age()).isEqualTo(Duration.ofSeconds(40));
  }

  @Test
  void withoutSourcesTheQueryItselfHasAnAge() {
    firstSeenAt = at(20);
    assertThat(read(facts().state(QueryState.IDLE), 50).input())
        .isEqualTo(new InputSignals(Duration.ofSeconds(30), new TreeMap<>()));
  }

  @Test
  void utilizationIsThatOfTheTriggerInterval() {
    for (int i = 0; i < 3; i++) {
      durations.endedNormally(at(i * 30L), Duration.ofSeconds(15));
    }
    SignalFacts facts = facts().trigger(PROCESSING_TIME, Duration.ofSeconds(30));
    assertThat(read(facts, 100).batch().triggerUtilization()).isEqualTo(0.5);
    assertThat(read(facts().trigger(REAL_TIME, Duration.ofSeconds(30)), 100).batch())
        .extracting(BatchSignals::triggerUtilization)
        .isNull();
  }

  @Test
  void lateRowsNeedABatch() {
    lateRows.observe(facts().totals(0, 0).build().history().totals(), T0);
    assertThat(read(facts().totals(100, 5), 10).watermark().lateRowsRatio()).isNull();
    assertThat(read(facts().totals(100, 5).lastBatch(batch(1, 2)), 10).watermark().lateRowsRatio())
        .isEqualTo(0.05);
  }
}
