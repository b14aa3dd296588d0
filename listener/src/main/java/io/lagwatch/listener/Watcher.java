package io.lagwatch.listener;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the active queries now and then and notes in {@link Runs} what no event says: trigger
 * and checkpoint, a batch that goes on and on, the position of a query that is idle, and a query
 * that is gone. Used by one thread.
 */
final class Watcher {
  /** An event about the end may be this late before a missing query counts as gone. */
  static final long GONE_AFTER_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final Supplier<@Nullable List<ActiveQuery>> activeQueries;
  private final Runs runs;
  private final Map<UUID, Seen> seen = new HashMap<>();
  private boolean faultLogged;

  Watcher(Supplier<@Nullable List<ActiveQuery>> activeQueries, Runs runs) {
    this.activeQueries = activeQueries;
    this.runs = runs;
  }

  /**
   * One look. True when something is worth a report at once; that a batch is still running is not.
   */
  boolean look(long now) {
    List<ActiveQuery> active = activeQueries.get();
    if (active == null) {
      return false;
    }
    boolean news = false;
    Set<UUID> present = new HashSet<>();
    for (ActiveQuery query : active) {
      try {
        UUID runId = query.runId();
        present.add(runId);
        Run run = runs.begin(query.id(), runId, query.name(), now);
        if (run != null && run.life().running()) {
          Seen known = seen.computeIfAbsent(runId, key -> new Seen(query));
          known.missingSince = null;
          news |= note(query, run, known, now);
        }
      } catch (ReflectiveOperationException | RuntimeException | LinkageError otherSpark) {
        if (!faultLogged) {
          faultLogged = true;
          Log.info(
              "cannot look at this Spark's active queries, its events are used: " + otherSpark);
        }
      }
    }
    seen.keySet().removeIf(runId -> ended(runId));
    for (Map.Entry<UUID, Seen> entry : seen.entrySet()) {
      if (!present.contains(entry.getKey())) {
        news |= missing(entry.getKey(), entry.getValue(), now);
      }
    }
    return news;
  }

  private boolean ended(UUID runId) {
    Run run = runs.get(runId);
    return run == null || !run.life().running();
  }

  private static boolean note(ActiveQuery query, Run run, Seen known, long now)
      throws ReflectiveOperationException {
    boolean news = false;
    if (run.trigger == null) {
      run.trigger = query.trigger();
      news |= run.trigger != null;
    }
    if (run.checkpoint == null) {
      run.checkpoint = query.checkpoint();
      news |= run.checkpoint != null;
    }
    StreamingQueryProgress last = query.lastProgress();
    if (last != null && last != known.lastProgress) {
      news |= run.seenIdle(last);
    }
    long batches = run.activity().totals.batches;
    boolean batchEnded = last != known.lastProgress || batches != known.batches;
    known.lastProgress = last;
    known.batches = batches;
    Trigger trigger = run.trigger;
    if (!query.triggerActive() || trigger != null && !trigger.hasBatches()) {
      run.batchInFlightSince = null;
    } else if (run.batchInFlightSince == null || batchEnded) {
      run.batchInFlightSince = now;
    }
    return news;
  }

  private boolean missing(UUID runId, Seen known, long now) {
    if (known.missingSince == null) {
      known.missingSince = now;
    }
    Run run = runs.get(runId);
    if (run == null || now - known.missingSince < GONE_AFTER_MILLIS) {
      return false;
    }
    String failure = null;
    try {
      failure = known.query.failure();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
      Log.debug("cannot ask an ended query for its failure: " + unknown);
    }
    run.ended(Life.vanished(now, failure));
    return true;
  }

  /** What the last look saw of one query; the query itself is let go at its end. */
  private static final class Seen {
    final ActiveQuery query;
    @Nullable Long missingSince;
    @Nullable StreamingQueryProgress lastProgress;
    long batches;

    Seen(ActiveQuery query) {
      this.query = query;
    }
  }
}
