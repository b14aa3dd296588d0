package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.query.FinishedRuns;
import io.lagwatch.exporter.query.ProgressInfo;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryIdentity;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.RunHistory;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.query.SourceFacts;
import io.lagwatch.exporter.query.TriggerInfo;
import io.lagwatch.exporter.signal.BatchSignals;
import io.lagwatch.exporter.signal.InputSignals;
import io.lagwatch.exporter.signal.LagGrowthRate;
import io.lagwatch.exporter.signal.LagSignals;
import io.lagwatch.exporter.signal.QueryHealth;
import io.lagwatch.exporter.signal.RetentionSignals;
import io.lagwatch.exporter.signal.RunSignals;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.signal.StateSignals;
import io.lagwatch.exporter.signal.WatermarkSignals;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each message with everything known, with each unknown input, and with one and several. */
class AlertMessagesTest {
  private static final QueryFacts FACTS = Snapshots.query("app", "tiles").facts();
  private static final LagGrowthRate GROWTH =
      new LagGrowthRate(0, Duration.ofMinutes(14), 1000, 790);

  @Test
  void noMessageShowsNullWhenNothingIsKnown() {
    var input = input(unknownFacts(), Signals.UNKNOWN);

    assertThat(Rules.ALL)
        .allSatisfy(
            rule ->
                assertThat(rule.message().apply(input)).isNotBlank().doesNotContain("null", "  "));
  }

  @Test
  void noMessageShowsNullWhenEverythingIsKnown() {
    var input = input(FACTS, Snapshots.signals());

    assertThat(Rules.ALL)
        .allSatisfy(
            rule ->
                assertThat(rule.message().apply(input)).isNotBlank().doesNotContain("null", "  "));
  }

  @Test
  void runMissed() {
    var runs = new RunSignals(Duration.ofHours(27), Snapshots.NOW, null);
    assertThat(AlertMessages.runMissed(input(inState(QueryState.STOPPED), with(runs))))
        .isEqualTo(
            "a run should have started by 2026-03-02 10:00:00 UTC and has not; the last one started"
                + " at 2026-03-02 09:00:00 UTC and ended without an exception at 2026-03-02"
                + " 09:59:00 UTC; 1,500 records are unread");
    assertThat(AlertMessages.runMissed(input(inState(QueryState.FAILED), with(runs))))
        .contains("and failed at 2026-03-02 09:59:00 UTC");
    assertThat(AlertMessages.runMissed(input(inState(QueryState.LOST), with(runs))))
        .contains("and has not been reported since 2026-03-02 09:59:58 UTC");
  }

  @Test
  void stoppedTooLong() {
    var settings = QuerySettings.DEFAULTS.with("stoppedTolerated", Duration.ofHours(2));
    var runs = new RunSignals(null, null, Duration.ofHours(3));
    assertThat(
            AlertMessages.stoppedTooLong(
                new RuleInput(inState(QueryState.STOPPED), with(runs), settings)))
        .isEqualTo("the query has been stopped for 3 h (limit 2 h); 1,500 records are unread");
  }

  private static QueryFacts inState(QueryState state) {
    return Snapshots.query("app", "tiles")
        .state(state)
        .lag(Snapshots.lag(Snapshots.measured("t", 0, 500, 2000)))
        .facts();
  }

  @Test
  void lagGrowing() {
    assertThat(lagGrowing(lag(412_000L, behind(412, false), 0), GROWTH))
        .isEqualTo(
            "lag is 412,000 records (6 min 52 s behind) and has been growing for 14 min: 1,000"
                + " rows/s arrive, 790 rows/s are processed");
    assertThat(lagGrowing(lag(1L, behind(412, true), 1), GROWTH))
        .isEqualTo(
            "lag is at least 1 record (at least 6 min 52 s behind) and has been growing for 14 min:"
                + " at least 1,000 rows/s arrive, at least 790 rows/s are processed");
    assertThat(lagGrowing(lag(2L, null, 0), new LagGrowthRate(0, Duration.ofHours(1), 7.26, 0)))
        .isEqualTo(
            "lag is 2 records and has been growing for 1 h: 7.3 rows/s arrive, none are processed");
    assertThat(lagGrowing(lag(null, null, 2), null)).isEqualTo("lag is unknown and growing");
  }

  private static String lagGrowing(QueryLag lag, @Nullable LagGrowthRate growth) {
    var signals = with(new LagSignals(0.2, growth, null, null, null));
    return AlertMessages.lagGrowing(input(withLag(lag), signals));
  }

  @Test
  void batchNearTrigger() {
    assertThat(batchNearTrigger(0.85, Duration.ofSeconds(30)))
        .isEqualTo(
            "batches take 26 s of a trigger interval of 30 s (85 %, limit 80 %); the slowest phase"
                + " of the last batch was addBatch (14 s)");
    assertThat(batchNearTrigger(null, Duration.ofSeconds(30)))
        .isEqualTo("batch duration is close to the trigger interval (limit 80 %)");
    assertThat(batchNearTrigger(0.85, null))
        .isEqualTo("batch duration is close to the trigger interval (limit 80 %)");
  }

  private static String batchNearTrigger(@Nullable Double ratio, @Nullable Duration interval) {
    var facts =
        new QueryFacts(
            FACTS.identity(),
            FACTS.run(),
            FACTS.history(),
            new TriggerInfo(null, interval),
            FACTS.progress(),
            FACTS.sources(),
            FACTS.lag(),
            Map.of());
    return AlertMessages.batchNearTrigger(input(facts, with(new BatchSignals(ratio, null, null))));
  }

  @Test
  void noInput() {
    var minutes = Duration.ofMinutes(40);
    assertThat(noInput(minutes, Map.of(0, minutes), 1))
        .isEqualTo("no input rows for 40 min (limit 30 min)");
    assertThat(noInput(minutes, Map.of(0, Duration.ZERO, 1, minutes), 2))
        .isEqualTo("no input rows from source 1 (source-1) for 40 min (limit 30 min)");
    assertThat(noInput(minutes, Map.of(), 2)).isEqualTo("no input rows for 40 min (limit 30 min)");
    assertThat(noInput(null, Map.of(), 2)).isEqualTo("no input rows (limit 30 min)");
  }

  private static String noInput(
      @Nullable Duration age, Map<Integer, Duration> bySource, int sources) {
    var list =
        java.util.stream.IntStream.range(0, sources)
            .mapToObj(
                i ->
                    new SourceFacts(
                        i, "source-" + i, true, new TreeMap<>(), null, Snapshots.NOW, null))
            .toList();
    var facts =
        new QueryFacts(
            FACTS.identity(),
            FACTS.run(),
            FACTS.history(),
            FACTS.trigger(),
            FACTS.progress(),
            list,
            FACTS.lag(),
            Map.of());
    return AlertMessages.noInput(
        input(facts, with(new InputSignals(age, new TreeMap<>(bySource)))));
  }

  @Test
  void queryFailed() {
    assertThat(queryFailed(1, new Report.QueryError("x.Oops", "bad row")))
        .isEqualTo("the query failed with x.Oops: bad row");
    assertThat(queryFailed(1200, new Report.QueryError("x.Oops", null)))
        .isEqualTo("the query failed 1,200 times, most recently with x.Oops");
    assertThat(queryFailed(2, new Report.QueryError(null, "bad row")))
        .isEqualTo("the query failed 2 times, most recently with an exception: bad row");
    assertThat(queryFailed(1, null)).isEqualTo("the query failed with an unknown exception");
  }

  private static String queryFailed(long failures, Report.@Nullable QueryError error) {
    var facts =
        withHistory(
            new RunHistory(
                3,
                failures,
                new RunHistory.Failure(error, Snapshots.NOW),
                FACTS.history().totals(),
                null,
                FinishedRuns.NONE));
    return AlertMessages.queryFailed(input(facts, Signals.UNKNOWN));
  }

  @Test
  void queryLost() {
    assertThat(AlertMessages.queryLost(input(FACTS, Signals.UNKNOWN)))
        .isEqualTo(
            "no report from the driver on driver-0 since 2026-03-02 09:59:58 UTC, but the query"
                + " should be running");
    assertThat(AlertMessages.queryLost(input(unknownFacts(), Signals.UNKNOWN)))
        .startsWith("no report from the driver since 2026-03-02 09:59:58 UTC, but");
  }

  @Test
  void batchStuck() {
    assertThat(batchStuck(FACTS, Duration.ofMinutes(12)))
        .isEqualTo("the current batch has been running for 12 min; the last one took 17 s");
    assertThat(batchStuck(FACTS, null))
        .startsWith("the current batch has been running for much longer than usual; ");
    assertThat(batchStuck(unknownFacts(), Duration.ofMinutes(12)))
        .isEqualTo(
            "the current batch has been running for 12 min; no batch of this run has completed"
                + " yet");
  }

  private static String batchStuck(QueryFacts facts, @Nullable Duration age) {
    return AlertMessages.batchStuck(input(facts, with(new BatchSignals(null, age, null))));
  }

  @Test
  void watermarkStalled() {
    var stalled = with(new WatermarkSignals(null, Duration.ofMinutes(20), null));
    assertThat(AlertMessages.watermarkStalled(input(FACTS, stalled)))
        .isEqualTo(
            "rows have arrived for 20 min but the watermark has not moved; it is 2026-03-02"
                + " 09:50:00 UTC");
    assertThat(AlertMessages.watermarkStalled(input(unknownFacts(), stalled)))
        .isEqualTo("rows have arrived for 20 min but the watermark has not moved");
    assertThat(AlertMessages.watermarkStalled(input(unknownFacts(), Signals.UNKNOWN)))
        .isEqualTo("rows have arrived but the watermark has not moved");
  }

  @Test
  void lateRowsDropped() {
    assertThat(lateRowsDropped(0.034, 1234))
        .isEqualTo(
            "3.4 % of the rows of the last 15 min were dropped because they were older than the"
                + " watermark; 1,234 rows have been dropped since the query was first seen");
    assertThat(lateRowsDropped(null, 1))
        .isEqualTo(
            "rows were dropped because they were older than the watermark; 1 row has been dropped"
                + " since the query was first seen");
  }

  private static String lateRowsDropped(@Nullable Double ratio, long dropped) {
    var old = FACTS.history().totals();
    var totals =
        new Totals(
            old.batches(),
            old.emptyBatches(),
            old.inputRows(),
            dropped,
            old.replayedBatches(),
            old.batchSeconds());
    var facts = withHistory(new RunHistory(1, 0, null, totals, null, FinishedRuns.NONE));
    return AlertMessages.lateRowsDropped(
        input(facts, with(new WatermarkSignals(null, null, ratio))));
  }

  @Test
  void stateGrowing() {
    var growing = with(new StateSignals(0.12));
    assertThat(AlertMessages.stateGrowing(input(FACTS, growing)))
        .isEqualTo("the state has grown by at least 12 % per hour for 3 hours, to 5,000 rows");
    assertThat(AlertMessages.stateGrowing(input(unknownFacts(), growing)))
        .isEqualTo("the state has grown by at least 12 % per hour for 3 hours");
    assertThat(AlertMessages.stateGrowing(input(unknownFacts(), Signals.UNKNOWN)))
        .isEqualTo("the state has grown for 3 hours");
  }

  @Test
  void retentionAtRisk() {
    assertThat(retentionAtRisk(Duration.ofHours(3), 0L))
        .isEqualTo("at current rates, retention will start deleting unread records in 3 h");
    assertThat(retentionAtRisk(Duration.ofHours(3), null)).endsWith("unread records in 3 h");
    assertThat(retentionAtRisk(null, null))
        .isEqualTo("at current rates, retention will start deleting unread records soon");
    assertThat(retentionAtRisk(Duration.ZERO, 1L))
        .isEqualTo("1 record was deleted before the query read it");
    assertThat(retentionAtRisk(null, 1200L))
        .isEqualTo("1,200 records were deleted before the query read them");
  }

  @Test
  void retentionAtRiskMarksALossThatLacksPartitions() {
    var facts =
        withLag(Snapshots.lag(Snapshots.measured("t", 0, 100, 150), Snapshots.unknown("t", 1)));

    assertThat(
            AlertMessages.retentionAtRisk(
                input(
                    facts,
                    with(new RetentionSignals(Duration.ZERO, 1200L, null, new TreeMap<>())))))
        .isEqualTo("at least 1,200 records were deleted before the query read them");
  }

  private static String retentionAtRisk(@Nullable Duration timeToLoss, @Nullable Long lost) {
    return AlertMessages.retentionAtRisk(
        input(FACTS, with(new RetentionSignals(timeToLoss, lost, null, new TreeMap<>()))));
  }

  @Test
  void positionBeyondEnd() {
    assertThat(positionBeyondEnd(1, beyondEnd(1200L, 5L)))
        .isEqualTo(
            "1 partition has a position that does not belong to the current log, for example t-0"
                + " (position 1,200, end offset 5)");
    assertThat(positionBeyondEnd(2, beyondEnd(null, 5L)))
        .isEqualTo(
            "2 partitions have a position that does not belong to the current log, for example"
                + " t-0");
    assertThat(positionBeyondEnd(2, beyondEnd(5L, null))).endsWith("for example t-0");
    assertThat(positionBeyondEnd(null, Snapshots.measured("t", 1, 0, 1)))
        .isEqualTo("some partitions have a position that does not belong to the current log");
  }

  private static PartitionLag beyondEnd(@Nullable Long position, @Nullable Long end) {
    return new PartitionLag(
        0,
        new TopicPartition("t", 0),
        position,
        end,
        null,
        null,
        null,
        PartitionStatus.POSITION_BEYOND_END);
  }

  private static String positionBeyondEnd(@Nullable Integer beyond, PartitionLag partition) {
    var signals = with(new RetentionSignals(null, null, beyond, new TreeMap<>()));
    return AlertMessages.positionBeyondEnd(input(withLag(Snapshots.lag(partition)), signals));
  }

  @Test
  void checkpointReplaced() {
    assertThat(AlertMessages.checkpointReplaced(input(identity("old", null), Signals.UNKNOWN)))
        .isEqualTo(
            "query id new replaced old; the new checkpoint does not contain the earlier position"
                + " and state");
    assertThat(AlertMessages.checkpointReplaced(input(identity(null, null), Signals.UNKNOWN)))
        .startsWith("query id new replaced an earlier one; ");
  }

  @Test
  void checkpointShared() {
    assertThat(checkpointShared("r-2", "s3a://b/c"))
        .isEqualTo("run r-1 and run r-2 both use the checkpoint s3a://b/c");
    assertThat(checkpointShared(null, "s3a://b/c"))
        .isEqualTo("run r-1 and another live run both use the checkpoint s3a://b/c");
    assertThat(checkpointShared("r-2", null))
        .isEqualTo("run r-1 and run r-2 both use the checkpoint of this query");
  }

  private static String checkpointShared(@Nullable String other, @Nullable String checkpoint) {
    var facts =
        new QueryFacts(
            identity(null, checkpoint).identity(),
            run("r-1", other),
            FACTS.history(),
            FACTS.trigger(),
            FACTS.progress(),
            FACTS.sources(),
            FACTS.lag(),
            Map.of());
    return AlertMessages.checkpointShared(input(facts, Signals.UNKNOWN));
  }

  @Test
  void lagUnknown() {
    assertThat(lagUnknown(lag(null, null, 2), 2)).isEqualTo("lag is unknown");
    assertThat(lagUnknown(QueryLag.none("no broker has answered"), 2))
        .isEqualTo("lag is unknown: no broker has answered");
    assertThat(lagUnknown(lag(5L, null, 1), 1)).isEqualTo("lag of 1 partition is unknown");
    assertThat(lagUnknown(lag(5L, null, 2), 2)).isEqualTo("lag of 2 partitions is unknown");
    assertThat(lagUnknown(lag(5L, null, 2), 0)).isEqualTo("lag is unknown");
    assertThat(lagUnknown(lag(5L, null, 2), null)).isEqualTo("lag is unknown");
  }

  private static String lagUnknown(QueryLag lag, @Nullable Integer unmeasured) {
    var signals = with(new LagSignals(null, null, null, null, unmeasured));
    return AlertMessages.lagUnknown(input(withLag(lag), signals));
  }

  private static RuleInput input(QueryFacts facts, Signals signals) {
    return new RuleInput(facts, signals, QuerySettings.DEFAULTS);
  }

  private static TimeLag behind(int seconds, boolean lowerBound) {
    return new TimeLag(Duration.ofSeconds(seconds), lowerBound);
  }

  private static QueryLag lag(@Nullable Long records, @Nullable TimeLag time, int unknown) {
    return new QueryLag(QueryLag.Basis.BROKER, List.of(), records, time, unknown, null, null, null);
  }

  private static QueryFacts withLag(QueryLag lag) {
    return new QueryFacts(
        FACTS.identity(),
        FACTS.run(),
        FACTS.history(),
        FACTS.trigger(),
        FACTS.progress(),
        FACTS.sources(),
        lag,
        Map.of());
  }

  private static QueryFacts withHistory(RunHistory history) {
    return new QueryFacts(
        FACTS.identity(),
        FACTS.run(),
        history,
        FACTS.trigger(),
        FACTS.progress(),
        FACTS.sources(),
        FACTS.lag(),
        Map.of());
  }

  private static QueryFacts identity(@Nullable String replaced, @Nullable String checkpoint) {
    var old = FACTS.identity();
    return new QueryFacts(
        new QueryIdentity(old.key(), "new", old.name(), old.app(), checkpoint, replaced),
        FACTS.run(),
        FACTS.history(),
        FACTS.trigger(),
        FACTS.progress(),
        FACTS.sources(),
        FACTS.lag(),
        Map.of());
  }

  private static RunInfo run(String id, @Nullable String other) {
    var old = FACTS.run();
    return new RunInfo(
        id,
        old.state(),
        old.reportedStatus(),
        old.startedAt(),
        old.endedAt(),
        old.lastReportAt(),
        old.lastEventAt(),
        other);
  }

  /** A query of which only what is never unknown is known. */
  private static QueryFacts unknownFacts() {
    var old = FACTS.identity();
    var app = new Report.App(old.app().id(), old.app().name(), old.app().sparkVersion(), null);
    return new QueryFacts(
        new QueryIdentity(old.key(), old.queryId(), null, app, null, null),
        FACTS.run(),
        new RunHistory(1, 0, null, FACTS.history().totals(), null, FinishedRuns.NONE),
        new TriggerInfo(null, null),
        new ProgressInfo(0, null, null, null, null),
        List.of(),
        new QueryLag(QueryLag.Basis.NONE, List.of(), null, null, 0, null, (Instant) null, null),
        Map.of());
  }

  private static Signals with(LagSignals lag) {
    return signals(lag, BatchSignals.UNKNOWN, InputSignals.UNKNOWN);
  }

  private static Signals with(BatchSignals batch) {
    return signals(LagSignals.UNKNOWN, batch, InputSignals.UNKNOWN);
  }

  private static Signals with(InputSignals input) {
    return signals(LagSignals.UNKNOWN, BatchSignals.UNKNOWN, input);
  }

  private static Signals signals(LagSignals lag, BatchSignals batch, InputSignals input) {
    return new Signals(
        lag,
        batch,
        input,
        WatermarkSignals.UNKNOWN,
        StateSignals.UNKNOWN,
        RetentionSignals.UNKNOWN,
        QueryHealth.UNKNOWN,
        RunSignals.UNKNOWN);
  }

  private static Signals with(WatermarkSignals watermark) {
    return late(watermark, StateSignals.UNKNOWN, RetentionSignals.UNKNOWN);
  }

  private static Signals with(StateSignals state) {
    return late(WatermarkSignals.UNKNOWN, state, RetentionSignals.UNKNOWN);
  }

  private static Signals with(RetentionSignals retention) {
    return late(WatermarkSignals.UNKNOWN, StateSignals.UNKNOWN, retention);
  }

  private static Signals with(RunSignals runs) {
    return new Signals(
        LagSignals.UNKNOWN,
        BatchSignals.UNKNOWN,
        InputSignals.UNKNOWN,
        WatermarkSignals.UNKNOWN,
        StateSignals.UNKNOWN,
        RetentionSignals.UNKNOWN,
        QueryHealth.UNKNOWN,
        runs);
  }

  private static Signals late(
      WatermarkSignals watermark, StateSignals state, RetentionSignals retention) {
    return new Signals(
        LagSignals.UNKNOWN,
        BatchSignals.UNKNOWN,
        InputSignals.UNKNOWN,
        watermark,
        state,
        retention,
        QueryHealth.UNKNOWN,
        RunSignals.UNKNOWN);
  }
}
