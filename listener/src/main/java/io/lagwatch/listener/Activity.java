package io.lagwatch.listener;

import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * What a run has done so far. Immutable, so that the counters and the progress always belong to the
 * same moment. Times are the driver's clock in milliseconds.
 */
final class Activity {
  private static final long NO_BATCH = -1;

  final long lastEventAt;

  /** When the last batch with input ended; null if there was none. */
  final @Nullable Long lastInputAt;

  final boolean isIdle;
  final RunTotals totals;
  final @Nullable ProgressText progress;

  /** The timestamp in the progress: ISO 8601 in UTC, so it can be compared as text. */
  final String progressTimestamp;

  /** The id of the last batch in the totals; {@link #NO_BATCH} before the first. */
  private final long lastCountedBatchId;

  private Activity(
      long lastEventAt,
      @Nullable Long lastInputAt,
      boolean isIdle,
      RunTotals totals,
      @Nullable ProgressText progress,
      String progressTimestamp,
      long lastCountedBatchId) {
    this.lastEventAt = lastEventAt;
    this.lastInputAt = lastInputAt;
    this.isIdle = isIdle;
    this.totals = totals;
    this.progress = progress;
    this.progressTimestamp = progressTimestamp;
    this.lastCountedBatchId = lastCountedBatchId;
  }

  static Activity none(long now) {
    return new Activity(now, null, false, RunTotals.NONE, null, "", NO_BATCH);
  }

  /**
   * Returns the activity after a progress event. If the listener is registered twice (in the
   * settings and in the code, for example), the same event arrives twice and is counted once: each
   * batch of a run has its own id, and Spark sends an event to all listeners before the next event.
   */
  Activity afterProgress(StreamingQueryProgress event, long now) {
    BatchFacts batch = BatchFacts.of(event);
    if (batch.wasExecuted && event.batchId() == lastCountedBatchId) {
      return this;
    }
    return new Activity(
        now,
        batch.wasExecuted && batch.hadInput ? (Long) now : lastInputAt,
        !batch.wasExecuted,
        batch.wasExecuted ? totals.plus(batch) : totals,
        new ProgressText(event),
        event.timestamp(),
        batch.wasExecuted ? event.batchId() : lastCountedBatchId);
  }

  /** Returns the activity after an idle event, which exists since Spark 3.5. */
  Activity afterIdle(long now) {
    return new Activity(
        now, lastInputAt, true, totals, progress, progressTimestamp, lastCountedBatchId);
  }

  /**
   * Returns the activity with the query's last progress, which Spark updates on idle without an
   * event. Returns this if the progress is not newer, or if it has a batch, because the event of
   * that batch counts it.
   */
  Activity updateFromIdleProgress(StreamingQueryProgress polled) {
    if (BatchFacts.wasExecuted(polled) || polled.timestamp().compareTo(progressTimestamp) <= 0) {
      return this;
    }
    return new Activity(
        lastEventAt,
        lastInputAt,
        true,
        totals,
        new ProgressText(polled),
        polled.timestamp(),
        lastCountedBatchId);
  }
}
