package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.kafka.ClusterPoll;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.SourcePosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One query id over all of its runs. Not thread-safe. */
final class QueryEntry {
  private static final int RUNS_KEPT = 16;
  private static final int OLD_RUN_IDS_KEPT = 64;

  final String queryId;
  QueryKey key;
  private @Nullable String replacedQueryId;

  private Report.App app;
  private @Nullable String name;
  private Run current;
  private final LinkedHashMap<String, Run> otherRuns = new LinkedHashMap<>();
  private final List<String> oldRunIds;
  private Totals oldTotals = Totals.NONE;
  private long runs;
  private long failures;
  private Report.@Nullable QueryError lastError;
  private @Nullable Instant lastFailureAt;
  private Report.@Nullable Trigger trigger;
  private @Nullable String checkpoint;
  private boolean idle;
  private @Nullable Instant batchInFlightSince;
  private @Nullable Long reportsFailed;
  private QueryFacts.@Nullable LastBatch lastBatch;
  private @Nullable Progress lastProgress;
  private final TreeMap<Integer, SourceState> sources = new TreeMap<>();

  /** Everything, for the state file. */
  record State(
      String queryId,
      QueryKey key,
      @Nullable String replacedQueryId,
      Report.App app,
      @Nullable String name,
      Run current,
      List<Run> otherRuns,
      List<String> oldRunIds,
      Totals oldTotals,
      long runs,
      long failures,
      Report.@Nullable QueryError lastError,
      @Nullable Instant lastFailureAt,
      Report.@Nullable Trigger trigger,
      @Nullable String checkpoint,
      boolean idle,
      @Nullable Instant batchInFlightSince,
      @Nullable Long reportsFailed,
      QueryFacts.@Nullable LastBatch lastBatch,
      List<SourceState.State> sources) {}

  QueryEntry(
      QueryKey key,
      @Nullable String replacedQueryId,
      Report report,
      Report.QueryReport query,
      DriverClock clock) {
    this.queryId = query.id();
    this.key = key;
    this.replacedQueryId = replacedQueryId;
    this.app = report.app();
    this.name = query.name();
    this.current = Run.first(report, query, clock);
    this.oldRunIds = new ArrayList<>();
    this.runs = 1;
    if (query.status() == Report.Status.FAILED) {
      failed(query, clock);
    }
    told(report, query, clock);
  }

  QueryEntry(State state) {
    queryId = state.queryId();
    key = state.key();
    replacedQueryId = state.replacedQueryId();
    app = state.app();
    name = state.name();
    current = state.current();
    state.otherRuns().forEach(run -> otherRuns.put(run.runId(), run));
    oldRunIds = new ArrayList<>(state.oldRunIds());
    oldTotals = state.oldTotals();
    runs = state.runs();
    failures = state.failures();
    lastError = state.lastError();
    lastFailureAt = state.lastFailureAt();
    trigger = state.trigger();
    checkpoint = state.checkpoint();
    idle = state.idle();
    batchInFlightSince = state.batchInFlightSince();
    reportsFailed = state.reportsFailed();
    lastBatch = state.lastBatch();
    lastProgress = lastBatch == null ? null : lastBatch.progress();
    state.sources().forEach(s -> sources.put(s.index(), new SourceState(s)));
  }

  /** Takes what a report says of this query; an older report than the known one changes nothing. */
  void accept(Report report, Report.QueryReport query, DriverClock clock) {
    if (query.runId().equals(current.runId())) {
      if (current.isNewerThan(report)) {
        return;
      }
      Report.Status before = current.status();
      current = current.next(report, query, clock);
      if (before == Report.Status.RUNNING && current.status() == Report.Status.FAILED) {
        failed(query, clock);
      }
      told(report, query, clock);
    } else if (otherRuns.containsKey(query.runId())) {
      acceptOther(report, query, clock);
    } else if (!oldRunIds.contains(query.runId())) {
      acceptNew(report, query, clock);
    }
  }

  /** See {@link SourceState#polled}. */
  boolean polled(ClusterPoll poll, Instant began) {
    boolean again = false;
    for (SourceState source : sources.values()) {
      again |= source.polled(poll, began);
    }
    return again;
  }

  List<SourcePosition> positions() {
    return sources.values().stream().map(SourceState::position).toList();
  }

  /**
   * @param silentSince the earliest moment from which silence counts: when the exporter began to
   *     listen
   */
  QueryState stateAt(Instant now, Instant silentSince, Duration lostAfter) {
    if (current.status() == Report.Status.FAILED) {
      return QueryState.FAILED;
    }
    if (current.status() == Report.Status.STOPPED) {
      return QueryState.STOPPED;
    }
    Instant heard = max(current.lastReportAt(), silentSince);
    if (heard.plus(lostAfter).isBefore(now)) {
      return QueryState.LOST;
    }
    return idle ? QueryState.IDLE : QueryState.RUNNING;
  }

  Instant lastReportAt() {
    return current.lastReportAt();
  }

  void takesOver(QueryKey key, @Nullable String replacedQueryId) {
    this.key = key;
    this.replacedQueryId = replacedQueryId;
  }

  QueryFacts facts(Instant now, Instant silentSince, Duration lostAfter, QueryLag lag) {
    return new QueryFacts(
        key,
        queryId,
        current.runId(),
        name,
        app,
        current.agentInstance(),
        stateAt(now, silentSince, lostAfter),
        current.status(),
        current.startedAt(),
        current.endedAt(),
        current.lastReportAt(),
        current.lastEventAt(),
        lastError,
        lastFailureAt,
        trigger,
        checkpoint,
        idle,
        batchInFlightSince,
        runs,
        failures,
        totals(),
        current.totals().batches(),
        reportsFailed,
        lastBatch,
        lastProgress,
        sources.values().stream().map(SourceState::facts).toList(),
        lag,
        replacedQueryId,
        otherLiveRun(now, lostAfter));
  }

  State state() {
    return new State(
        queryId,
        key,
        replacedQueryId,
        app,
        name,
        current,
        List.copyOf(otherRuns.values()),
        List.copyOf(oldRunIds),
        oldTotals,
        runs,
        failures,
        lastError,
        lastFailureAt,
        trigger,
        checkpoint,
        idle,
        batchInFlightSince,
        reportsFailed,
        lastBatch,
        sources.values().stream().map(SourceState::state).toList());
  }

  private void acceptOther(Report report, Report.QueryReport query, DriverClock clock) {
    Run other = otherRuns.get(query.runId());
    if (other.isNewerThan(report)) {
      return;
    }
    Run next = other.next(report, query, clock);
    if (other.status() == Report.Status.RUNNING && next.status() == Report.Status.FAILED) {
      failed(query, clock);
    }
    otherRuns.put(next.runId(), next);
  }

  private void acceptNew(Report report, Report.QueryReport query, DriverClock clock) {
    Run run = Run.first(report, query, clock);
    runs++;
    if (run.status() == Report.Status.FAILED) {
      failed(query, clock);
    }
    if (run.startedAt().isBefore(current.startedAt())) {
      keepOther(run);
      return;
    }
    keepOther(current);
    current = run;
    lastBatch = null;
    lastProgress = null;
    told(report, query, clock);
  }

  private void keepOther(Run run) {
    otherRuns.put(run.runId(), run);
    if (otherRuns.size() > RUNS_KEPT) {
      Run oldest = otherRuns.values().iterator().next();
      otherRuns.remove(oldest.runId());
      oldTotals = oldTotals.plus(oldest.totals());
      oldRunIds.add(oldest.runId());
      if (oldRunIds.size() > OLD_RUN_IDS_KEPT) {
        oldRunIds.remove(0);
      }
    }
  }

  private void failed(Report.QueryReport query, DriverClock clock) {
    failures++;
    lastError = query.error();
    lastFailureAt = query.endedAt() == null ? clock.receivedAt() : clock.here(query.endedAt());
  }

  private void told(Report report, Report.QueryReport query, DriverClock clock) {
    app = report.app();
    name = query.name();
    trigger = query.trigger() == null ? trigger : query.trigger();
    checkpoint = query.checkpoint() == null ? checkpoint : query.checkpoint();
    idle = query.idle();
    batchInFlightSince = clock.hereOrNull(query.batchInFlightSince());
    reportsFailed = report.agent().reportsFailed();
    Progress progress = query.progress();
    if (progress != null && !progress.equals(lastProgress)) {
      progressed(progress, query, clock);
    }
  }

  private void progressed(Progress progress, Report.QueryReport query, DriverClock clock) {
    Duration took = Duration.ofMillis(progress.durationMs().getOrDefault("triggerExecution", 0L));
    Instant began = clock.here(progress.timestamp());
    Instant ended = clock.here(progress.timestamp().plus(took));
    if (!progress.idle()) {
      lastBatch = new QueryFacts.LastBatch(progress.batchId(), began, ended, took, progress);
    }
    sources.keySet().removeIf(index -> index >= progress.sources().size());
    for (Progress.Source source : progress.sources()) {
      sources
          .computeIfAbsent(source.index(), i -> new SourceState(i, clock.here(query.startedAt())))
          .progressed(source, ended, clock.receivedAt(), !progress.idle());
    }
    lastProgress = progress;
  }

  private Totals totals() {
    Totals totals = oldTotals.plus(current.totals());
    for (Run run : otherRuns.values()) {
      totals = totals.plus(run.totals());
    }
    return totals;
  }

  /** A run that says it runs, and said so well after the current one began to. */
  private @Nullable String otherLiveRun(Instant now, Duration lostAfter) {
    for (Run run : otherRuns.values()) {
      if (run.status() == Report.Status.RUNNING
          && run.lastReportAt().isAfter(current.firstReportAt())
          && !run.lastReportAt().plus(lostAfter).isBefore(now)) {
        return run.runId();
      }
    }
    return null;
  }

  private static Instant max(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
