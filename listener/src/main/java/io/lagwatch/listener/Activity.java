package io.lagwatch.listener;

import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * What a run has done so far. Immutable: counts and the progress they stem from are always of one
 * moment. Times are the driver's clock in milliseconds.
 */
final class Activity {
  final long lastEventAt;

  /** When a batch with input last ended; null when none did. */
  final @Nullable Long lastInputAt;

  final boolean idle;
  final Totals totals;
  final @Nullable ProgressText progress;

  /** Spark's timestamp of that progress, ISO 8601 in UTC, so it sorts as text. */
  final String progressTimestamp;

  private Activity(
      long lastEventAt,
      @Nullable Long lastInputAt,
      boolean idle,
      Totals totals,
      @Nullable ProgressText progress,
      String progressTimestamp) {
    this.lastEventAt = lastEventAt;
    this.lastInputAt = lastInputAt;
    this.idle = idle;
    this.totals = totals;
    this.progress = progress;
    this.progressTimestamp = progressTimestamp;
  }

  static Activity none(long now) {
    return new Activity(now, null, false, Totals.NONE, null, "");
  }

  /** After a progress event. */
  Activity progressed(StreamingQueryProgress event, long now) {
    BatchFacts batch = BatchFacts.of(event);
    return new Activity(
        now,
        batch.executed && batch.hadInput ? (Long) now : lastInputAt,
        !batch.executed,
        batch.executed ? totals.plus(batch) : totals,
        new ProgressText(event),
        event.timestamp());
  }

  /** After an idle event, which Spark sends from 3.5 on. */
  Activity idled(long now) {
    return new Activity(now, lastInputAt, true, totals, progress, progressTimestamp);
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
        lastEventAt, lastInputAt, true, totals, new ProgressText(seen), seen.timestamp());
  }
}
