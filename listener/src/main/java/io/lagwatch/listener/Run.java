package io.lagwatch.listener;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * One run of one query: a cell that holds its newest state. Written by Spark's threads and by the
 * agent's, read by the agent's; nobody waits.
 */
final class Run {
  final UUID id;
  final UUID runId;
  final long startedAt;

  /** Null for a query without a name, or when its start was not seen. */
  volatile @Nullable String name;

  /** Null until learnt, and for good where that fails. */
  volatile @Nullable Trigger trigger;

  volatile @Nullable String checkpoint;

  /** Since when one and the same batch has been seen running; null when none is. */
  volatile @Nullable Long batchInFlightSince;

  private volatile Life life = Life.RUNNING;
  private final AtomicReference<Activity> activity;

  private final AtomicBoolean leftOut = new AtomicBoolean();

  /** One bit for each endpoint that has heard of the end. */
  private final AtomicInteger endHeardBy = new AtomicInteger();

  Run(UUID id, UUID runId, @Nullable String name, long now) {
    this.id = id;
    this.runId = runId;
    this.name = name;
    this.startedAt = now;
    this.activity = new AtomicReference<>(Activity.none(now));
  }

  Life life() {
    return life;
  }

  Activity activity() {
    return activity.get();
  }

  void progressed(StreamingQueryProgress progress, long now) {
    activity.updateAndGet(before -> before.progressed(progress, now));
    batchInFlightSince = null;
  }

  void idled(long now) {
    activity.updateAndGet(before -> before.idled(now));
  }

  /** True when the progress was news. */
  boolean seenIdle(StreamingQueryProgress progress) {
    Activity before = activity.get();
    Activity after = before.seenIdle(progress);
    return after != before && activity.compareAndSet(before, after);
  }

  /** Says once that the progress is too large to be reported. */
  void leftOut(int bytes) {
    if (leftOut.compareAndSet(false, true)) {
      Log.warn(
          "the progress of query "
              + (name == null ? id : name)
              + " is not reported: expected at most "
              + QueryNow.MAX_PROGRESS
              + " bytes for all queries together, and this one's are "
              + bytes
              + "; its counts are reported, its position and lag are not known");
    }
  }

  /** A later word on the end replaces an earlier one: Spark's event knows more than a look. */
  void ended(Life end) {
    batchInFlightSince = null;
    life = end;
    endHeardBy.set(0);
  }

  /**
   * Notes that an endpoint has heard of this end; of an earlier word on it, that does not count.
   */
  void endHeard(int endpoint, Life reported) {
    if (reported == life) {
      endHeardBy.updateAndGet(heard -> heard | 1 << endpoint);
    }
  }

  boolean endHeardBy(int endpoint) {
    return (endHeardBy.get() & 1 << endpoint) != 0;
  }

  boolean endHeardByAll(int endpoints) {
    return Integer.bitCount(endHeardBy.get()) >= endpoints;
  }
}
