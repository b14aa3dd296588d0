package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lagwatch.exporter.signal.BatchDurations.FinishedBatch;
import io.lagwatch.exporter.signal.BatchDurations.NormalBatch;
import io.lagwatch.exporter.signal.BatchDurations.SavedBatchDurations;
import io.lagwatch.exporter.signal.BatchEnds.ReadPosition;
import io.lagwatch.exporter.signal.BatchEnds.Waiting;
import io.lagwatch.exporter.signal.InputClock.LastInput;
import io.lagwatch.exporter.signal.InputClock.SavedInputClock;
import io.lagwatch.exporter.signal.LateRows.RowCounts;
import io.lagwatch.exporter.signal.LogStartTracker.FirstSeen;
import io.lagwatch.exporter.signal.LogStartTracker.Jump;
import io.lagwatch.exporter.signal.LogStartTracker.LogStart;
import io.lagwatch.exporter.signal.NextBatchTimer.Backlog;
import io.lagwatch.exporter.signal.NextBatchTimer.SavedTimer;
import io.lagwatch.exporter.signal.OffsetBaselines.OffsetBaseline;
import io.lagwatch.exporter.signal.OffsetBaselines.SavedBaselines;
import io.lagwatch.exporter.signal.RecordAges.UnreadRecord;
import io.lagwatch.exporter.signal.Retention.SavedRetention;
import io.lagwatch.exporter.signal.SignalTracker.BatchIdentity;
import io.lagwatch.exporter.signal.SignalTracker.SavedBatches;
import io.lagwatch.exporter.signal.SignalTracker.SavedSignals;
import io.lagwatch.exporter.signal.SourceLagTracker.GrowthPeriod;
import io.lagwatch.exporter.signal.SourceLagTracker.PartitionState;
import io.lagwatch.exporter.signal.SourceLagTracker.SavedLagTrend;
import io.lagwatch.exporter.signal.StalledPartitions.StalledPartition;
import io.lagwatch.exporter.signal.StateGrowth.HourlyState;
import io.lagwatch.exporter.signal.StateGrowth.SavedStateGrowth;
import io.lagwatch.exporter.signal.Watermarks.SavedWatermark;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the state file may hold of the signals. */
class SavedSignalsTest {
  private static final Duration NEGATIVE = Duration.ofMillis(-1);

  static Stream<Arguments> negative() {
    return Stream.of(
        invalid("pace.recent.took", () -> recent(NEGATIVE, 0)),
        invalid("pace.recent.records", () -> recent(Duration.ZERO, -1)),
        invalid("pace.normal.took", () -> normal(T0, NEGATIVE)),
        invalid("batches.waiting.took", () -> batches(waiting(T0, NEGATIVE, place("t", 0, 0)))),
        invalid("batches.waiting.places.partition", () -> batches(place("t", -1, 0))),
        invalid("batches.waiting.places.readFrom", () -> batches(place("t", 0, -1))),
        invalid("awaited.backlog.records", () -> timer("r", T0, Map.of(0, -1L))),
        invalid("trends.points.records", () -> points(point(T0, -1))),
        invalid("trends.last.partition", () -> last("t", -1)),
        invalid("trends.rising.since.records", () -> rising(point(T0, -1), T0, point(T0, 0), 0)),
        invalid("trends.rising.top.records", () -> rising(point(T0, 0), T0, point(T0, -1), 0)),
        invalid("trends.rising.endsSinceTop", () -> rising(point(T0, 0), T0, point(T0, 0), -1)),
        invalid("trends.still.partition", () -> stalled("t", -1, T0, 0)),
        invalid("trends.still.ends", () -> stalled("t", 0, T0, -1)),
        invalid("input.stopped", () -> new SavedInputClock(null, NEGATIVE, Map.of())),
        invalid("input.marks.stoppedBefore", () -> mark(new LastInput(T0, NEGATIVE))),
        invalid("watermarks.batchesSince", () -> new SavedWatermark(null, null, null, -1)),
        invalid("lateRows.dropped", () -> LateRows.check(List.of(new RowCounts(T0, -1, 0)))),
        invalid("lateRows.rows", () -> LateRows.check(List.of(new RowCounts(T0, 0, -1)))),
        invalid("stateGrowth.hours.lowest", () -> hour(-1, 0)),
        invalid("stateGrowth.hours.input", () -> hour(0, -1)),
        invalid("stateGrowth.rowsBefore", () -> new SavedStateGrowth(List.of(), -1L)),
        invalid("retention.older.partition", () -> older(baseline("t", -1, T0, 0))),
        invalid("retention.older.position", () -> older(baseline("t", 0, T0, -1))),
        invalid("retention.newer.position", () -> newer(baseline("t", 0, T0, -1))));
  }

  @ParameterizedTest
  @MethodSource("negative")
  void negativeNumberIsRejectedByTheNameOfItsField(String field, ThrowingCallable content) {
    assertThatIllegalArgumentException()
        .isThrownBy(content)
        .withMessageStartingWith(field + ": expected 0 or more, found ");
  }

  static Stream<Arguments> missing() {
    return Stream.of(
        invalid("pace.recent", () -> new SavedBatchDurations(null, List.of())),
        invalid("pace.recent", () -> new SavedBatchDurations(nothing(), List.of())),
        invalid("pace.normal.endedAt", () -> normal(null, Duration.ZERO)),
        invalid("batches.pace", () -> new SavedBatches(null, null, null, List.of(), null)),
        invalid("batches.lastBatch.runId", () -> batches(new BatchIdentity(null, 1, T0))),
        invalid("batches.lastBatch.plannedAt", () -> batches(new BatchIdentity("r", 1, null))),
        invalid(
            "batches.waiting.endedAt",
            () -> batches(waiting(null, Duration.ZERO, place("t", 0, 0)))),
        invalid("batches.waiting.places.topic", () -> batches(place(null, 0, 0))),
        invalid("awaited.runId", () -> timer(null, T0, Map.of())),
        invalid("awaited.since", () -> timer("r", null, Map.of())),
        invalid("awaited.backlog.records", () -> timer("r", T0, null)),
        invalid("trends.points.at", () -> points(point(null, 0))),
        invalid("trends.last.topic", () -> last(null, 0)),
        invalid("trends.rising.since", () -> rising(null, T0, point(T0, 0), 0)),
        invalid("trends.rising.top", () -> rising(point(T0, 0), T0, null, 0)),
        invalid("trends.rising.seenAt", () -> rising(point(T0, 0), null, point(T0, 0), 0)),
        invalid("trends.still.topic", () -> stalled(null, 0, T0, 0)),
        invalid("trends.still.since", () -> stalled("t", 0, null, 0)),
        invalid("input.marks", () -> mark(null)),
        invalid("input.marks.at", () -> mark(new LastInput(null, Duration.ZERO))),
        invalid("lateRows.at", () -> LateRows.check(List.of(new RowCounts(null, 0, 0)))),
        invalid("retention.older.topic", () -> older(baseline(null, 0, T0, 0))),
        invalid("retention.newer.at", () -> newer(baseline("t", 0, null, 0))),
        invalid("retention.newer", () -> new SavedBaselines(List.of(), nothing())),
        invalid("retention.minutes", () -> new SavedRetention(baselines(), null, null, null)),
        invalid("signals.trends", () -> signals(null, List.of())),
        invalid("signals.trends", () -> signals(Collections.singletonMap(0, null), List.of())),
        invalid("lateRows", () -> signals(Map.of(), null)));
  }

  @ParameterizedTest
  @MethodSource("missing")
  void missingValueIsRejectedByTheNameOfItsField(String field, ThrowingCallable content) {
    assertThatIllegalArgumentException().isThrownBy(content).withMessage(field + " is missing");
  }

  static Stream<Arguments> notFinite() {
    return Stream.of(
        invalid("trends.points.tookSeconds", () -> points(took(Double.NaN, 0.0))),
        invalid("trends.points.behindSeconds", () -> points(took(0, Double.POSITIVE_INFINITY))));
  }

  @ParameterizedTest
  @MethodSource("notFinite")
  void numberMustBeFinite(String field, ThrowingCallable content) {
    assertThatIllegalArgumentException()
        .isThrownBy(content)
        .withMessageStartingWith(field + ": expected a number, found ");
  }

  @Test
  void zeroIsValidAndComesBackAsItWas() {
    SavedSignals saved =
        new SavedSignals(
            T0,
            new SavedBatches(
                new BatchIdentity("r", 1, T0),
                timer("r", T0, Map.of(0, 0L)),
                new SavedBatchDurations(
                    List.of(new FinishedBatch(Duration.ZERO, 0, false)),
                    List.of(new NormalBatch(T0, Duration.ZERO))),
                List.of(waiting(T0, Duration.ZERO, place("t", 0, 0))),
                T0),
            Map.of(
                0,
                new SavedLagTrend(
                    List.of(took(0, null)),
                    List.of(new PartitionState("t", 0, 0, 0)),
                    new GrowthPeriod(point(T0, 0), T0, point(T0, 0), 0, false),
                    List.of(new StalledPartition("t", 0, T0, T0, 0, 0, 0)))),
            new SavedInputClock(null, Duration.ZERO, Map.of(0, new LastInput(T0, Duration.ZERO))),
            new SavedWatermark(T0, T0, T0, 0),
            List.of(new RowCounts(T0, 0, 0)),
            new SavedStateGrowth(List.of(new HourlyState(0, 0, 0)), 0L),
            new SavedRetention(
                new SavedBaselines(List.of(baseline("t", 0, T0, 0)), List.of()),
                baselines(),
                List.of(new LogStart(0, "t", 0, new FirstSeen(T0, 0, 9), new Jump(T0, 5, 5), 0.5)),
                List.of(new UnreadRecord(0, "t", 0, 5, T0, T0))));
    assertThat(SignalTracker.restore(saved).state()).isEqualTo(saved);
  }

  private static Arguments invalid(String field, ThrowingCallable content) {
    return Arguments.of(field, content);
  }

  private static <T> List<T> nothing() {
    return Collections.singletonList(null);
  }

  private static SavedBatchDurations recent(Duration took, long records) {
    return new SavedBatchDurations(List.of(new FinishedBatch(took, records, false)), List.of());
  }

  private static SavedBatchDurations normal(@Nullable Instant endedAt, Duration took) {
    return new SavedBatchDurations(List.of(), List.of(new NormalBatch(endedAt, took)));
  }

  private static SavedBatches batches(BatchIdentity last) {
    return new SavedBatches(
        last, null, new SavedBatchDurations(List.of(), List.of()), List.of(), null);
  }

  private static SavedBatches batches(ReadPosition place) {
    return batches(waiting(T0, Duration.ZERO, place));
  }

  private static SavedBatches batches(Waiting waiting) {
    return new SavedBatches(
        null, null, new SavedBatchDurations(List.of(), List.of()), List.of(waiting), null);
  }

  private static Waiting waiting(@Nullable Instant endedAt, Duration took, ReadPosition place) {
    return new Waiting(endedAt, took, false, List.of(place));
  }

  private static ReadPosition place(@Nullable String topic, int partition, long readFrom) {
    return new ReadPosition(0, topic, partition, readFrom);
  }

  private static SavedTimer timer(
      @Nullable String runId, @Nullable Instant since, @Nullable Map<Integer, Long> records) {
    return new SavedTimer(runId, false, false, since, null, new Backlog(T0, records));
  }

  private static LagPoint point(@Nullable Instant at, long records) {
    return new LagPoint(at, records, -5, 0, 0, null, false);
  }

  private static LagPoint took(double seconds, @Nullable Double behind) {
    return new LagPoint(T0, 0, 0, 0, seconds, behind, false);
  }

  private static SavedLagTrend points(LagPoint point) {
    return new SavedLagTrend(List.of(point), List.of(), null, List.of());
  }

  private static SavedLagTrend last(@Nullable String topic, int partition) {
    return new SavedLagTrend(
        List.of(), List.of(new PartitionState(topic, partition, 0, 0)), null, List.of());
  }

  private static SavedLagTrend rising(
      @Nullable LagPoint since, @Nullable Instant seenAt, @Nullable LagPoint top, int ends) {
    return new SavedLagTrend(
        List.of(), List.of(), new GrowthPeriod(since, seenAt, top, ends, false), List.of());
  }

  private static SavedLagTrend stalled(
      @Nullable String topic, int partition, @Nullable Instant since, int ends) {
    return new SavedLagTrend(
        List.of(),
        List.of(),
        null,
        List.of(new StalledPartition(topic, partition, since, T0, 0, 0, ends)));
  }

  private static SavedInputClock mark(@Nullable LastInput mark) {
    return new SavedInputClock(null, Duration.ZERO, Collections.singletonMap(0, mark));
  }

  private static SavedStateGrowth hour(long lowest, long input) {
    return new SavedStateGrowth(List.of(new HourlyState(0, lowest, input)), null);
  }

  private static OffsetBaseline baseline(
      @Nullable String topic, int partition, @Nullable Instant at, long position) {
    return new OffsetBaseline(0, topic, partition, at, 0, position);
  }

  private static SavedBaselines older(OffsetBaseline baseline) {
    return new SavedBaselines(List.of(baseline), List.of());
  }

  private static SavedBaselines newer(OffsetBaseline baseline) {
    return new SavedBaselines(List.of(), List.of(baseline));
  }

  private static SavedBaselines baselines() {
    return new SavedBaselines(List.of(), List.of());
  }

  private static SavedSignals signals(
      @Nullable Map<Integer, SavedLagTrend> trends, @Nullable List<RowCounts> lateRows) {
    return new SavedSignals(
        null,
        new SavedBatches(
            null, null, new SavedBatchDurations(List.of(), List.of()), List.of(), null),
        trends,
        new SavedInputClock(null, Duration.ZERO, Map.of()),
        new SavedWatermark(null, null, null, 0),
        lateRows,
        new SavedStateGrowth(List.of(), null),
        new SavedRetention(baselines(), baselines(), List.of(), List.of()));
  }
}
