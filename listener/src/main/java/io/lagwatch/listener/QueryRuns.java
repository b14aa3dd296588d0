package io.lagwatch.listener;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The runs of this driver's queries. The number is limited: an ended run is removed when its end
 * was delivered to every endpoint. If it cannot be delivered, it is removed after a time limit or
 * when there are too many.
 */
final class QueryRuns {
  static final int MAX_RUNS = 1_000;
  static final int MAX_ENDED_RUNS = 50;

  /** Time limit for the delivery of an end. */
  static final long UNDELIVERED_RETENTION_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** Retention of a run whose end was inferred, because its late events need its counts. */
  static final long INFERRED_RETENTION_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private final ConcurrentHashMap<UUID, QueryRun> runs = new ConcurrentHashMap<>();
  private final RepeatedFault tooManyRuns = new RepeatedFault();

  /** Returns the run, and creates it if it is new; null if there are too many runs. */
  @Nullable QueryRun getOrCreate(UUID id, UUID runId, @Nullable String name, long now) {
    QueryRun known = runs.get(runId);
    if (known == null && runs.size() >= MAX_RUNS) {
      if (tooManyRuns.shouldLog(now)) {
        DriverLog.warn(
            "more than " + MAX_RUNS + " queries in this driver; the others are not reported");
      }
      return null;
    }
    if (known == null) {
      tooManyRuns.end();
    }
    QueryRun run =
        known != null
            ? known
            : runs.computeIfAbsent(runId, key -> new QueryRun(id, key, name, now));
    if (run.name == null) {
      run.name = name;
    }
    return run;
  }

  @Nullable QueryRun get(UUID runId) {
    return runs.get(runId);
  }

  /** Returns the active runs and the runs whose end the endpoint has not received, oldest first. */
  List<QueryRun> toReport(int endpoint) {
    List<QueryRun> selected = new ArrayList<>();
    for (QueryRun run : runs.values()) {
      if (run.status().isRunning() || !run.isEndDeliveredTo(endpoint)) {
        selected.add(run);
      }
    }
    selected.sort(
        Comparator.comparingLong((QueryRun run) -> run.startedAt).thenComparing(run -> run.runId));
    return selected;
  }

  /** Ends all active runs, because the application has ended. */
  void endAll(long now) {
    for (QueryRun run : runs.values()) {
      run.endIfRunning(RunStatus.ended(now, null));
    }
  }

  /** Removes ended runs that are no longer needed. */
  void removeEnded(long now, int endpoints) {
    List<QueryRun> kept = new ArrayList<>();
    for (QueryRun run : runs.values()) {
      RunStatus status = run.status();
      if (status.endedAt == null) {
        continue;
      }
      long age = now - status.endedAt;
      boolean isDelivered = run.isEndDeliveredToAll(endpoints);
      boolean isComplete = status.isConfirmed || age > INFERRED_RETENTION_MILLIS;
      if ((isDelivered && isComplete) || age > UNDELIVERED_RETENTION_MILLIS) {
        runs.remove(run.runId);
      } else {
        kept.add(run);
      }
    }
    if (kept.size() > MAX_ENDED_RUNS) {
      kept.sort(Comparator.comparingLong(QueryRuns::endedAt));
      for (QueryRun run : kept.subList(0, kept.size() - MAX_ENDED_RUNS)) {
        runs.remove(run.runId);
      }
    }
  }

  private static long endedAt(QueryRun run) {
    Long endedAt = run.status().endedAt;
    return endedAt == null ? Long.MAX_VALUE : endedAt;
  }
}
