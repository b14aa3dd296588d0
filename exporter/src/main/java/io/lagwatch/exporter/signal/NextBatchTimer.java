package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time until the next batch end, and the backlog at its start. The timer restarts with
 * a new run after a planned stop or after a completed batch. In a crash loop it keeps running
 * across restarts. Not thread-safe.
 */
final class NextBatchTimer {
  private String runId;
  private boolean runHadBatch;
  private boolean runStopped;
  private Instant since;
  private @Nullable Instant lastEnd;
  private @Nullable Backlog backlog;

  /** The lag in records by source at the start of the timer. */
  record Backlog(Instant at, Map<Integer, Long> records) {
    long sum() {
      return records.values().stream().reduce(0L, SaturatingMath::add);
    }
  }

  /** The content of the state file. */
  record SavedTimer(
      String runId,
      boolean runHadBatch,
      boolean runStopped,
      Instant since,
      @Nullable Instant lastEnd,
      @Nullable Backlog backlog) {
    SavedTimer {
      required(runId, "awaited.runId");
      required(since, "awaited.since");
      if (backlog != null) {
        required(backlog.at(), "awaited.backlog.at");
        notNegative(
            required(backlog.records(), "awaited.backlog.records"), "awaited.backlog.records");
      }
    }
  }

  NextBatchTimer(QueryFacts facts) {
    runId = facts.run().runId();
    since = facts.run().startedAt();
  }

  NextBatchTimer(SavedTimer state) {
    runId = state.runId();
    runHadBatch = state.runHadBatch();
    runStopped = state.runStopped();
    since = state.since();
    lastEnd = state.lastEnd();
    backlog = state.backlog();
  }

  SavedTimer state() {
    return new SavedTimer(runId, runHadBatch, runStopped, since, lastEnd, backlog);
  }

  void observe(QueryFacts facts, Instant now) {
    if (!facts.run().runId().equals(runId)) {
      runId = facts.run().runId();
      boolean endsByItself = facts.trigger().endsByItself();
      if (runHadBatch || runStopped || endsByItself) {
        restartTimer(facts.run().startedAt());
      }
      runHadBatch = false;
    }
    runStopped = facts.run().isStopped();
    if (facts.run().state() == QueryState.IDLE) {
      restartTimer(now);
    }
    Instant ended = facts.progress().lastEndedAt();
    if (ended != null && ended.isAfter(since)) {
      restartTimer(ended);
      lastEnd = ended;
      runHadBatch = true;
    }
    if (backlog == null && facts.lag().records() != null) {
      backlog = new Backlog(now, records(facts));
    }
  }

  Instant since() {
    return since;
  }

  /** Returns when a batch of any run last ended; null if none has. */
  @Nullable Instant lastEnd() {
    return lastEnd;
  }

  @Nullable Backlog backlog() {
    return backlog;
  }

  /** Returns the time from which the next batch end is long overdue. */
  Instant overdueAt(QueryFacts facts, @Nullable Duration interval, BatchDurations pace) {
    return since.plus(waitForTrigger(facts, interval)).plus(maxExpectedDuration(interval, pace));
  }

  /** Returns the longest normal duration of the next batch, at least its trigger interval. */
  Duration maxExpectedDuration(@Nullable Duration interval, BatchDurations pace) {
    Duration allowance = pace.maxExpectedDuration(backlog == null ? 0 : backlog.sum());
    return interval != null && interval.compareTo(allowance) > 0 ? interval : allowance;
  }

  /** Returns the earliest possible start of the next batch in this run. */
  Instant begun(QueryFacts facts, @Nullable Duration interval) {
    Instant from = facts.run().startedAt().isAfter(since) ? facts.run().startedAt() : since;
    return from.plus(waitForTrigger(facts, interval));
  }

  /**
   * Returns the time until the next batch starts. It is a whole interval if there is no previous
   * batch end to compute it from.
   */
  private Duration waitForTrigger(QueryFacts facts, @Nullable Duration interval) {
    LastBatch batch = facts.progress().lastBatch();
    Instant inFlightSince = facts.progress().batchInFlightSince();
    if (interval == null) {
      return Duration.ZERO;
    }
    if (batch == null || !batch.endedAt().equals(since)) {
      return inFlightSince == null ? interval : Duration.ZERO;
    }
    Instant begins = inFlightSince == null ? batch.startedAt().plus(interval) : inFlightSince;
    Duration wait = Duration.between(since, begins);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private void restartTimer(Instant instant) {
    since = instant;
    backlog = null;
  }

  private static Map<Integer, Long> records(QueryFacts facts) {
    var records = new TreeMap<Integer, Long>();
    for (PartitionLag partition : facts.lag().partitions()) {
      if (partition.records() != null) {
        records.merge(partition.source(), partition.records(), SaturatingMath::add);
      }
    }
    return records;
  }
}
