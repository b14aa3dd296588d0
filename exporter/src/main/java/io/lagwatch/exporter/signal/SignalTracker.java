package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tracks what the signals of one query are computed from: recent batch ends with their lag, input,
 * watermark and state. Its size is limited. Not thread-safe.
 */
public final class SignalTracker {
  /** A longer time without observation, such as a stop of the exporter, is not evaluated. */
  private static final Duration MAX_OBSERVATION_GAP = Duration.ofMinutes(2);

  /** The first batches of a run take seconds longer; after this long they are normal. */
  private static final Duration WARM_UP = Duration.ofMinutes(2);

  /** A batch whose lag change, divided by the arrived records, is below this has read a backlog. */
  private static final double DRAINING = -0.5;

  private @Nullable Instant firstSeenAt;
  private @Nullable Instant observedAt;
  private @Nullable Instant resumedAt;

  /** Since when the driver of a lost query has sent no report. */
  private @Nullable Instant silentSince;

  private @Nullable BatchIdentity lastBatch;
  private @Nullable NextBatchTimer awaited;
  private final BatchDurations pace;
  private final BatchEnds ends;
  private final QueryLagTrends trends;
  private final InputClock input;
  private final Watermarks watermarks;
  private final LateRows lateRows;
  private final StateGrowth stateGrowth;
  private final Retention retention;

  /**
   * Identifies a completed batch. The batch id is not sufficient, because a replayed batch has the
   * id of the lost one.
   */
  record BatchIdentity(String runId, long batchId, Instant plannedAt) {
    static BatchIdentity of(QueryFacts facts, LastBatch batch) {
      return new BatchIdentity(facts.run().runId(), batch.batchId(), batch.progress().timestamp());
    }
  }

  /** The signals of one query in the format of the state file. */
  public record SavedSignals(
      @Nullable Instant firstSeenAt,
      SavedBatches batches,
      Map<Integer, SourceLagTracker.SavedLagTrend> trends,
      InputClock.SavedInputClock input,
      Watermarks.SavedWatermark watermarks,
      List<LateRows.RowCounts> lateRows,
      StateGrowth.SavedStateGrowth stateGrowth,
      Retention.SavedRetention retention) {
    public SavedSignals {
      required(batches, "signals.batches");
      required(trends, "signals.trends").forEach((k, trend) -> required(trend, "signals.trends"));
      required(input, "signals.input");
      required(watermarks, "signals.watermarks");
      LateRows.check(lateRows);
      required(stateGrowth, "signals.stateGrowth");
      required(retention, "signals.retention");
    }
  }

  /**
   * The batches of one query in the format of the state file.
   *
   * @param silentSince since when the driver of a lost query has sent no report; null while the
   *     query is not lost
   */
  record SavedBatches(
      @Nullable BatchIdentity lastBatch,
      NextBatchTimer.@Nullable SavedTimer awaited,
      BatchDurations.SavedBatchDurations pace,
      List<BatchEnds.Waiting> waiting,
      @Nullable Instant silentSince) {
    SavedBatches {
      if (lastBatch != null) {
        required(lastBatch.runId(), "batches.lastBatch.runId");
        required(lastBatch.plannedAt(), "batches.lastBatch.plannedAt");
      }
      required(pace, "batches.pace");
      elements(waiting, "batches.waiting").forEach(BatchEnds::check);
    }
  }

  /** Creates a tracker for a new query. */
  public SignalTracker() {
    pace = new BatchDurations();
    ends = new BatchEnds(List.of());
    trends = new QueryLagTrends(Map.of());
    input = new InputClock();
    watermarks = new Watermarks();
    lateRows = new LateRows(List.of());
    stateGrowth = new StateGrowth();
    retention = new Retention();
  }

  private SignalTracker(SavedSignals state) {
    firstSeenAt = state.firstSeenAt();
    lastBatch = state.batches().lastBatch();
    awaited =
        state.batches().awaited() == null ? null : new NextBatchTimer(state.batches().awaited());
    pace = new BatchDurations(state.batches().pace());
    ends = new BatchEnds(state.batches().waiting());
    silentSince = state.batches().silentSince();
    trends = new QueryLagTrends(state.trends());
    input = new InputClock(state.input());
    watermarks = new Watermarks(state.watermarks());
    lateRows = new LateRows(state.lateRows());
    stateGrowth = new StateGrowth(state.stateGrowth());
    retention = new Retention(state.retention());
  }

  /** Returns a tracker with a saved state. */
  public static SignalTracker restore(SavedSignals state) {
    return new SignalTracker(state);
  }

  /** Returns an independent copy. */
  public SignalTracker copy() {
    var copy = new SignalTracker(state());
    copy.observedAt = observedAt;
    copy.resumedAt = resumedAt;
    return copy;
  }

  /**
   * Returns true if {@link #observe} with these facts can be repeated after a failure: no batch end
   * is new or waits for a poll.
   */
  public boolean isRepeatable(QueryFacts facts) {
    LastBatch batch = facts.progress().lastBatch();
    return ends.isEmpty() && (batch == null || BatchIdentity.of(facts, batch).equals(lastBatch));
  }

  /** Returns the content of the state file. */
  public SavedSignals state() {
    return new SavedSignals(
        firstSeenAt,
        new SavedBatches(
            lastBatch,
            awaited == null ? null : awaited.state(),
            pace.state(),
            ends.waiting(),
            silentSince),
        trends.state(),
        input.state(),
        watermarks.state(),
        lateRows.counts(),
        stateGrowth.state(),
        retention.state());
  }

  /**
   * Updates the tracker. Called after every accepted report, after every poll (answered or not) and
   * at every evaluation. A repeated call with the same facts has no effect.
   */
  public void observe(
      QueryFacts facts, BrokerOffsets brokers, QuerySettings settings, Instant now) {
    if (firstSeenAt == null) {
      firstSeenAt = now;
    }
    if (observedAt == null || observedAt.plus(MAX_OBSERVATION_GAP).isBefore(now)) {
      resumedAt = now;
    }
    observedAt = now;
    if (facts.run().state() != QueryState.LOST) {
      silentSince = null;
    } else if (silentSince == null) {
      silentSince = SignalReading.silentSince(facts, Objects.requireNonNull(resumedAt));
    }
    LastBatch batch = facts.progress().lastBatch();
    if (batch != null && !BatchIdentity.of(facts, batch).equals(lastBatch)) {
      lastBatch = BatchIdentity.of(facts, batch);
      ended(facts, batch, settings);
    }
    if (awaited == null) {
      awaited = new NextBatchTimer(facts);
    }
    awaited.observe(facts, now);
    trends.keep(facts.sources());
    for (BatchEnds.CompletedBatch end : ends.resolve(brokers, now)) {
      known(end, facts, settings);
    }
    input.observe(facts);
    lateRows.observe(facts.history().totals(), now);
    retention.observe(facts.lag(), now);
  }

  /** Returns the signals at {@code now}. Changes nothing. */
  public Signals at(QueryFacts facts, QuerySettings settings, Instant now) {
    if (awaited == null || firstSeenAt == null || resumedAt == null) {
      return Signals.UNKNOWN;
    }
    var period = new SignalReading.ObservedPeriod(firstSeenAt, resumedAt, silentSince);
    var trackers =
        new Trackers(awaited, pace, trends, input, watermarks, lateRows, stateGrowth, retention);
    return new SignalReading(facts, settings, now, period, trackers).read();
  }

  private void ended(QueryFacts facts, LastBatch batch, QuerySettings settings) {
    long records = BatchRecords.count(batch.progress());
    Long left = facts.lag().rateLimitedBacklog();
    pace.ended(
        new BatchDurations.FinishedBatch(batch.duration(), records, left != null && left > 0));
    watermarks.ended(batch, records);
    stateGrowth.ended(batch, facts.history().totals().inputRows());
    boolean normal =
        facts.progress().batches() > 1
            && batch.endedAt().isAfter(facts.run().startedAt().plus(WARM_UP));
    if (facts.lag().basis() == QueryLag.Basis.SPARK) {
      known(
          BatchEnds.planned(batch.endedAt(), batch.duration(), normal, facts.lag().partitions()),
          facts,
          settings);
    } else {
      ends.add(batch.endedAt(), batch.duration(), normal, facts.lag().partitions());
    }
  }

  private void known(BatchEnds.CompletedBatch end, QueryFacts facts, QuerySettings settings) {
    Double added = trends.ended(end, settings, Intervals.lagFloor(facts, settings));
    if (end.normal() && (added == null || added > DRAINING)) {
      pace.endedNormally(end.endedAt(), end.took());
    }
  }
}
