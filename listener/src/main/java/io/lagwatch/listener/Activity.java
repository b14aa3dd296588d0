package io.lagwatch.listener;

import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * What a run has done so far. Immutable: counts and the progress they stem from are always of one
 * moment. Times are the driver's clock in milliseconds.
 */
final class Activity {
  private static final long NO_BATCH = -1;

  final long lastEventAt;

  /** When a batch with input last ended; null when none did. */
  final @Nullable Long lastInputAt;

  final boolean idle;
  final Totals totals;
  final @Nullable ProgressText progress;

  /** Spark's timestamp of that progress, ISO 8601 in UTC, so it sorts as text. */
  final String progressTimestamp;

  /** The batch that was counted last; {@link #NO_BATCH} before the first. */
  private final long countedBatch;

  private Activity(
      long lastEventAt,
      @Nullable Long lastInputAt,
      boolean idle,
      Totals totals,
      @Nullable ProgressText progress,
      String progressTimestamp,
      long countedBatch) {
    this.lastEventAt = lastEventAt;
    this.lastInputAt = lastInputAt;
    this.idle = idle;
    this.totals = totals;
    this.progress = progress;
    this.progressTimestamp = progressTimestamp;
    this.countedBatch = countedBatch;
  }

  static Activity none(long now) {
    return new Activity(now, null, false, Totals.NONE, null, "", NO_BATCH);
  }

  /**
   * After a progress event. The same event comes once for each time that the listener is attached
   * (in the settings and in the code, say), and is counted once: every batch of a run has an id of
   * its own, and Spark hands an event to all listeners before the next one.
   */
  Activity progressed(StreamingQueryProgress event, long now) {
    BatchFacts batch = BatchFacts.of(event);
    if (batch.executed && event.batchId() == countedBatch) {
      return this;
    }
    return new Activity(
        now,
        batch.executed && batch.hadInput ? (Long) now : lastInputAt,
        !batch.executed,
        batch.executed ? totals.plus(batch) : totals,
        new ProgressText(event),
        event.timestamp(),
        batch.executed ? event.batchId() : countedBatch);
  }

  /** After an idle event, which Spark sends from 3.5 on. */
  Activity idled(long now) {
    return new Activity(now, lastInputAt, true, totals, progress, progressTimestamp, countedBatch);
  }

  /**
   * After a look at the query's last progress, which Spark refreshes on idle without an event.
   * Taken only when no batch ran in it (its event would count that) and when it is news; else
   * returns this.
   */
  Activity seenIdle(StreamingQueryProgress seen) {
    if (BatchFacts.executed(seen) || seen.timestamp().compareTo(progressTimestamp) <= 0) {
      return this;
    }
    return new Activity(
        lastEventAt,
        lastInputAt,
        true,
        totals,
        new ProgressText(seen),
        seen.timestamp(),
        countedBatch);
  }
}
