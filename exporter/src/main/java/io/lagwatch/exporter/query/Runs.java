package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one query: the current one (which started last, unless that has ended and another one
 * has not), the others, and what they come to together, so that counters go on across restarts.
 * Bounded. Not thread-safe.
 */
final class Runs {
  private static final int KEPT = 16;
  private static final int OLD_IDS_KEPT = 64;

  private Run current;
  private final LinkedHashMap<String, Run> others = new LinkedHashMap<>();
  private final List<String> oldIds = new ArrayList<>();
  private Totals oldTotals = Totals.NONE;
  private long count = 1;
  private long failures;
  private Report.@Nullable QueryError lastError;
  private @Nullable Instant lastFailureAt;

  /** What a report meant for the runs. */
  enum Change {
    /** Nothing: an older report than the known one, or a run long gone. */
    NONE,
    /** News of a run that is not the current one. */
    OTHER_RUN,
    /** News of the current run. */
    CURRENT_RUN,
    /** Another run is the current one now: a new one, or one that outlived the one before. */
    NEW_RUN
  }

  /** Everything, for the state file. */
  record Saved(
      Run current,
      List<Run> others,
      List<String> oldIds,
      Totals oldTotals,
      long count,
      long failures,
      Report.@Nullable QueryError lastError,
      @Nullable Instant lastFailureAt) {}

  Runs(Report report, Report.QueryReport query, DriverClock clock) {
    current = Run.first(report, query, clock);
    countFailure(Report.Status.RUNNING, current, query, clock);
  }

  Runs(Saved state) {
    current = state.current();
    state.others().forEach(run -> others.put(run.runId(), run));
    oldIds.addAll(state.oldIds());
    oldTotals = state.oldTotals();
    count = state.count();
    failures = state.failures();
    lastError = state.lastError();
    lastFailureAt = state.lastFailureAt();
  }

  Change accept(Report report, Report.QueryReport query, DriverClock clock) {
    boolean isCurrent = query.runId().equals(current.runId());
    Run known = isCurrent ? current : others.get(query.runId());
    if (known == null) {
      return oldIds.contains(query.runId()) ? Change.NONE : acceptNew(report, query, clock);
    }
    if (known.isNewerThan(report)) {
      return Change.NONE;
    }
    Run next = known.next(report, query, clock);
    countFailure(known.status(), next, query, clock);
    if (isCurrent) {
      current = next;
      return Change.CURRENT_RUN;
    }
    if (current.status() != Report.Status.RUNNING && next.status() == Report.Status.RUNNING) {
      others.remove(next.runId());
      keepOther(current);
      current = next;
      return Change.NEW_RUN;
    }
    others.put(next.runId(), next);
    return Change.OTHER_RUN;
  }

  Run current() {
    return current;
  }

  long count() {
    return count;
  }

  long failures() {
    return failures;
  }

  RunHistory.@Nullable Failure lastFailure() {
    return lastFailureAt == null ? null : new RunHistory.Failure(lastError, lastFailureAt);
  }

  Totals totals() {
    Totals totals = oldTotals.plus(current.totals());
    for (Run run : others.values()) {
      totals = totals.plus(run.totals());
    }
    return totals;
  }

  /**
   * The id of another run that says it runs, and said so after the current one had begun to report;
   * null when there is none.
   */
  @Nullable String otherLive(Instant now) {
    if (current.status() != Report.Status.RUNNING) {
      return null;
    }
    for (Run run : others.values()) {
      if (run.status() == Report.Status.RUNNING
          && run.lastReportAt().isAfter(current.firstReportAt())
          && !run.lastReportAt().plus(run.lostAfter()).isBefore(now)) {
        return run.runId();
      }
    }
    return null;
  }

  Saved saved() {
    return new Saved(
        current,
        List.copyOf(others.values()),
        List.copyOf(oldIds),
        oldTotals,
        count,
        failures,
        lastError,
        lastFailureAt);
  }

  private Change acceptNew(Report report, Report.QueryReport query, DriverClock clock) {
    Run run = Run.first(report, query, clock);
    count++;
    countFailure(Report.Status.RUNNING, run, query, clock);
    if (run.startedAt().isBefore(current.startedAt())) {
      keepOther(run);
      return Change.OTHER_RUN;
    }
    keepOther(current);
    current = run;
    return Change.NEW_RUN;
  }

  private void keepOther(Run run) {
    others.put(run.runId(), run);
    if (others.size() > KEPT) {
      Run oldest = others.values().iterator().next();
      others.remove(oldest.runId());
      oldTotals = oldTotals.plus(oldest.totals());
      oldIds.add(oldest.runId());
      if (oldIds.size() > OLD_IDS_KEPT) {
        oldIds.remove(0);
      }
    }
  }

  private void countFailure(
      Report.Status before, Run run, Report.QueryReport query, DriverClock clock) {
    if (before == Report.Status.RUNNING && run.status() == Report.Status.FAILED) {
      failures++;
      lastError = query.error();
      lastFailureAt = run.endedAt() == null ? clock.receivedAt() : run.endedAt();
    }
  }
}
