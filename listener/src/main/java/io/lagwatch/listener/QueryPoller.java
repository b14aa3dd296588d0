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
 * Polls the active queries and adds to {@link QueryRuns} what no event contains. Used by one
 * thread.
 *
 * <ul>
 *   <li>The trigger, the checkpoint and the Kafka brokers.
 *   <li>How long the current batch has been running.
 *   <li>The position of an idle query.
 *   <li>The end of a query whose termination event did not arrive.
 * </ul>
 */
final class QueryPoller {
  /** Time for a termination event to arrive after its query was last active. */
  static final long INFER_END_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final Supplier<@Nullable List<ActiveQuery>> activeQueries;
  private final QueryRuns runs;
  private final Map<UUID, PolledQuery> polled = new HashMap<>();
  private final RepeatedFault unreadableQuery = new RepeatedFault();

  QueryPoller(Supplier<@Nullable List<ActiveQuery>> activeQueries, QueryRuns runs) {
    this.activeQueries = activeQueries;
    this.runs = runs;
  }

  /**
   * Polls all queries once. Returns true if something should be reported immediately. That a batch
   * is still running is not such a change.
   */
  boolean poll(long now) {
    List<ActiveQuery> active = activeQueries.get();
    if (active == null) {
      return false;
    }
    boolean hasChanged = false;
    boolean hasFailed = false;
    Set<UUID> present = new HashSet<>();
    for (ActiveQuery query : active) {
      try {
        UUID runId = query.runId();
        present.add(runId);
        QueryRun run = runs.getOrCreate(query.id(), runId, query.name(), now);
        if (run != null && run.status().isRunning()) {
          PolledQuery state = polled.computeIfAbsent(runId, key -> new PolledQuery(query));
          state.missingSince = null;
          hasChanged |= update(query, run, state, now);
        }
      } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
        hasFailed = true;
        logError(unsupported, now);
      }
    }
    if (!hasFailed && !active.isEmpty()) {
      unreadableQuery.end();
    }
    polled.keySet().removeIf(this::hasEnded);
    for (Map.Entry<UUID, PolledQuery> entry : polled.entrySet()) {
      if (!present.contains(entry.getKey())) {
        hasChanged |= endIfMissingTooLong(entry.getKey(), entry.getValue(), now);
      }
    }
    return hasChanged;
  }

  private void logError(Throwable unsupported, long now) {
    if (unreadableQuery.shouldLog(now)) {
      DriverLog.info(
          "cannot read the trigger and checkpoint of a query from this Spark version;"
              + " listener events are still reported: "
              + unsupported);
    }
  }

  private boolean hasEnded(UUID runId) {
    QueryRun run = runs.get(runId);
    return run == null || !run.status().isRunning();
  }

  private static boolean update(ActiveQuery query, QueryRun run, PolledQuery state, long now)
      throws ReflectiveOperationException {
    boolean hasChanged = false;
    if (run.trigger == null) {
      run.trigger = query.trigger();
      hasChanged |= run.trigger != null;
    }
    if (run.checkpoint == null) {
      run.checkpoint = query.checkpoint();
      hasChanged |= run.checkpoint != null;
    }
    hasChanged |= run.readSources(state.query);
    StreamingQueryProgress last = query.lastProgress();
    boolean hasNewProgress = last != state.lastProgress;
    if (last != null && hasNewProgress) {
      hasChanged |= run.updateFromIdleProgress(last);
    }
    long batches = run.activity().totals.batches;
    boolean hasBatchEnded = hasNewProgress || batches != state.batches;
    state.lastProgress = last;
    state.batches = batches;
    QueryTrigger trigger = run.trigger;
    if (!query.isTriggerActive() || (trigger != null && !trigger.hasBatches())) {
      run.batchInFlightSince = null;
    } else if (run.batchInFlightSince == null || hasBatchEnded) {
      run.batchInFlightSince = now;
    }
    return hasChanged;
  }

  private boolean endIfMissingTooLong(UUID runId, PolledQuery state, long now) {
    if (state.missingSince == null) {
      state.missingSince = now;
    }
    QueryRun run = runs.get(runId);
    if (run == null || now - state.missingSince < INFER_END_MILLIS) {
      return false;
    }
    String failure = null;
    try {
      failure = state.query.failure();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unsupported) {
      DriverLog.debug("cannot read the failure of an ended query from Spark: " + unsupported);
    }
    return run.endIfRunning(RunStatus.inferredEnd(now, failure));
  }

  /** The result of the last poll of one query. Removed when the query ends, to release it. */
  private static final class PolledQuery {
    final ActiveQuery query;
    @Nullable Long missingSince;
    @Nullable StreamingQueryProgress lastProgress;
    long batches;

    PolledQuery(ActiveQuery query) {
      this.query = query;
    }
  }
}
