package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one query and their totals, so that counters continue across restarts. The current
 * run is the one that started last; if that has ended and another has not, it is the other one.
 * Bounded. Not thread-safe.
 */
final class Runs {
  private static final int MAX_OTHER_RUNS = 16;
  private static final int MAX_OLD_IDS = 64;

  private Run current;
  private final LinkedHashMap<String, Run> others = new LinkedHashMap<>();
  private final List<String> oldRunIds = new ArrayList<>();

  /** Start of the latest run that is counted and whose id is no longer known. */
  private @Nullable Instant countedUntil;

  /** Starts of the old runs, as far as they are known. */
  private final Map<String, Instant> oldStarts = new HashMap<>();

  private Totals oldTotals = Totals.NONE;
  private long count = 1;
  private long failures;
  private RunHistory.@Nullable Failure lastFailure;

  /** The effect of a report. */
  enum Change {
    /**
     * No effect: the report is older than the last one, or belongs to a run that is no longer kept.
     */
    NONE,
    /** A run other than the current one was updated. */
    OTHER_RUN,
    /** The current run was updated. */
    CURRENT_RUN,
    /**
     * Another run is now the current one: a new run, or a run that is still running after the
     * current one ended.
     */
    NEW_RUN
  }

  Runs(Report report, Report.QueryReport query, DriverClock clock) {
    current = Run.first(report, query, clock);
    countFailure(Report.Status.RUNNING, current, query, clock);
  }

  Runs(SavedRuns saved) {
    current = saved.current().restored();
    saved.others().forEach(run -> others.put(run.runId(), run.restored()));
    oldRunIds.addAll(saved.oldRunIds());
    countedUntil = saved.countedUntil();
    oldTotals = saved.oldTotals().restored();
    count = saved.count();
    failures = saved.failures();
    lastFailure = saved.lastFailure() == null ? null : saved.lastFailure().restored();
  }

  Runs(Runs other) {
    current = other.current;
    others.putAll(other.others);
    oldRunIds.addAll(other.oldRunIds);
    countedUntil = other.countedUntil;
    oldStarts.putAll(other.oldStarts);
    oldTotals = other.oldTotals;
    count = other.count;
    failures = other.failures;
    lastFailure = other.lastFailure;
  }

  Change accept(Report report, Report.QueryReport query, DriverClock clock) {
    boolean isCurrent = query.runId().equals(current.runId());
    Run known = isCurrent ? current : others.get(query.runId());
    if (known == null) {
      return isCounted(query, clock) ? Change.NONE : acceptNew(report, query, clock);
    }
    if (known.isNewerThan(report) || known.hasMoreBatchesThan(report, query)) {
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

  /** Returns the ids of the current run and of the other runs with separate totals. */
  List<String> ids() {
    var ids = new ArrayList<>(others.keySet());
    ids.add(current.runId());
    return ids;
  }

  long count() {
    return count;
  }

  long failures() {
    return failures;
  }

  RunHistory.@Nullable Failure lastFailure() {
    return lastFailure;
  }

  Totals totals() {
    Totals totals = oldTotals.plus(current.totals());
    for (Run run : others.values()) {
      totals = totals.plus(run.totals());
    }
    return totals;
  }

  /**
   * Returns the id of another run that is also running and has sent a report after the current
   * run's first report; null if there is none.
   */
  @Nullable String otherLive(Instant now) {
    if (current.status() != Report.Status.RUNNING) {
      return null;
    }
    for (Run run : others.values()) {
      if (run.status() == Report.Status.RUNNING
          && run.times().lastReportAt().isAfter(current.times().firstReportAt())
          && !run.times().lastReportAt().plus(run.lostAfter()).isBefore(now)) {
        return run.runId();
      }
    }
    return null;
  }

  /** Bytes beyond those of usual runs, once a report of a run is applied. */
  long extraBytesAfter(Report report, Report.QueryReport query) {
    long bytes = QueryWeight.ofRun(query.runId(), report.agent().instance(), query.totals());
    return query.runId().equals(current.runId())
        ? bytes + extraBytes() - extraBytes(current)
        : bytes + extraBytes();
  }

  /** Bytes beyond those of usual runs. */
  long extraBytes() {
    long bytes = extraBytes(current);
    for (Run run : others.values()) {
      bytes += extraBytes(run);
    }
    for (String id : oldRunIds) {
      bytes += QueryWeight.ofId(id);
    }
    return bytes;
  }

  private static long extraBytes(Run run) {
    return QueryWeight.ofRun(run.runId(), run.reporter().agentInstance(), run.totals());
  }

  SavedRuns saved() {
    return new SavedRuns(
        SavedRuns.SavedRun.of(current),
        others.values().stream().map(SavedRuns.SavedRun::of).toList(),
        oldRunIds,
        SavedRuns.SavedTotals.of(oldTotals),
        count,
        failures,
        lastFailure == null ? null : SavedRuns.SavedFailure.of(lastFailure),
        countedUntil);
  }

  private boolean isCounted(Report.QueryReport query, DriverClock clock) {
    return oldRunIds.contains(query.runId())
        || (countedUntil != null && !clock.toExporterTime(query.startedAt()).isAfter(countedUntil));
  }

  private void forgetStart(@Nullable Instant startedAt) {
    if (startedAt != null && (countedUntil == null || startedAt.isAfter(countedUntil))) {
      countedUntil = startedAt;
    }
  }

  private Change acceptNew(Report report, Report.QueryReport query, DriverClock clock) {
    Run run = Run.first(report, query, clock);
    count++;
    countFailure(Report.Status.RUNNING, run, query, clock);
    if (run.times().startedAt().isBefore(current.times().startedAt())) {
      keepOther(run);
      return Change.OTHER_RUN;
    }
    keepOther(current);
    current = run;
    return Change.NEW_RUN;
  }

  private void keepOther(Run run) {
    others.put(run.runId(), run);
    if (others.size() > MAX_OTHER_RUNS) {
      Run oldest = others.values().iterator().next();
      others.remove(oldest.runId());
      oldTotals = oldTotals.plus(oldest.totals());
      oldRunIds.add(oldest.runId());
      oldStarts.put(oldest.runId(), oldest.times().startedAt());
      if (oldRunIds.size() > MAX_OLD_IDS) {
        forgetStart(oldStarts.remove(oldRunIds.remove(0)));
      }
    }
  }

  private void countFailure(
      Report.Status before, Run run, Report.QueryReport query, DriverClock clock) {
    if (before == Report.Status.RUNNING && run.status() == Report.Status.FAILED) {
      failures++;
      Instant endedAt = run.times().endedAt();
      lastFailure =
          new RunHistory.Failure(query.error(), endedAt == null ? clock.receivedAt() : endedAt);
    }
  }
}
