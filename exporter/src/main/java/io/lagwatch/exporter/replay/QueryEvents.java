package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns the streaming events of one application into the reports that a listener in its driver
 * would have sent, heartbeats included: as long as the log goes on, the driver was alive. Not
 * thread-safe.
 */
final class QueryEvents {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  /** A gap longer than this is filled with no more heartbeats: the log is of another day. */
  private static final Duration LONGEST_GAP = Duration.ofDays(2);

  /**
   * A longer pause between batches is the wait for a trigger, if nothing says the query is idle.
   */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  /** Older batches than these are no longer recognized when they are printed again. */
  private static final int REMEMBERED_BATCHES = 100_000;

  private final Map<String, LoggedRun> runs = new LinkedHashMap<>();

  /** A progress is told apart by these, so that no batch counts twice. */
  private final Set<Batch> counted =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Batch, Boolean> eldest) {
              return size() > REMEMBERED_BATCHES;
            }
          });

  private final Queue<TimelineLine> made = new ArrayDeque<>();
  private final String fileName;
  private ReadCounts counts = ReadCounts.NONE;
  private Report.App app;
  private @Nullable Instant clock;

  private static final class LoggedRun {
    final String id;
    final String runId;
    final @Nullable String name;
    final Instant startedAt;
    Instant lastEventAt;
    Report.Status status = Report.Status.RUNNING;
    @Nullable Instant endedAt;
    Report.@Nullable QueryError error;
    @Nullable Progress progress;

    /** As the pauses between its batches show it: a log does not contain the trigger. */
    Report.@Nullable Trigger trigger;

    boolean idle;
    Totals totals = Totals.NONE;

    LoggedRun(String id, String runId, @Nullable String name, Instant startedAt) {
      this.id = id;
      this.runId = runId;
      this.name = name;
      this.startedAt = startedAt;
      this.lastEventAt = startedAt;
    }
  }

  private record Batch(String runId, long batchId, Instant at) {}

  /** The identity of a run as every event carries it. */
  record Identity(String id, String runId, @Nullable String name) {}

  QueryEvents(String fileName) {
    this.fileName = fileName;
    this.app = new Report.App(fileName, fileName, null, null);
  }

  /** The next report that has been made; null when more events are needed. */
  @Nullable TimelineLine next() {
    return made.poll();
  }

  ReadCounts counts() {
    return counts;
  }

  void application(String id, String name) {
    app = new Report.App(id, name, app.sparkVersion(), app.host());
  }

  void sparkVersion(String version) {
    app = new Report.App(app.id(), app.name(), version, app.host());
  }

  void started(Identity query, Instant at) {
    counts = counts.plus(new ReadCounts(0, 1, 0));
    advance(at);
    run(query, at);
    report();
  }

  /** The log goes on at this time. */
  void seen(Instant at) {
    if (clock != null) {
      advance(at);
    }
  }

  /** Takes the progress of a batch; one that was printed before is not counted again. */
  void progressed(Identity query, Progress progress) {
    if (!counted.add(new Batch(query.runId(), progress.batchId(), progress.timestamp()))) {
      return;
    }
    counts = counts.plus(new ReadCounts(1, 0, 0));
    Duration took = progress.triggerExecution();
    Instant ended = progress.timestamp().plus(took);
    waited(query, progress);
    advance(ended);
    LoggedRun run = run(query, progress.timestamp());
    run.idle = progress.idle();
    run.lastEventAt = ended;
    if (!progress.idle()) {
      run.totals = run.totals.plus(totals(progress, took));
    }
    run.progress = progress;
    report();
  }

  void idled(Identity query, Instant at) {
    advance(at);
    LoggedRun run = run(query, at);
    run.idle = true;
    run.lastEventAt = now();
    report();
  }

  /** A batch that begins long after the one before shows that the query waited for its trigger. */
  private void waited(Identity query, Progress next) {
    LoggedRun run = runs.get(query.runId());
    if (run == null || run.progress == null || run.idle || next.idle()) {
      return;
    }
    Duration pause = Duration.between(run.lastEventAt, next.timestamp());
    if (pause.compareTo(LONGEST_PAUSE) > 0) {
      run.trigger =
          new Report.Trigger(
              Report.Trigger.Type.PROCESSING_TIME,
              Duration.between(run.progress.timestamp(), next.timestamp()));
    }
  }

  /** Spark says that it waits for data, without saying which query: known only if one runs. */
  void idled(Instant at) {
    if (runs.size() == 1) {
      LoggedRun only = runs.values().iterator().next();
      idled(new Identity(only.id, only.runId, only.name), at);
    }
  }

  void terminated(Identity query, Report.@Nullable QueryError error) {
    LoggedRun run = runs.get(query.runId());
    counts = counts.plus(new ReadCounts(0, 0, 1));
    if (run != null && clock != null) {
      run.status = error == null ? Report.Status.STOPPED : Report.Status.FAILED;
      run.error = error;
      run.endedAt = clock;
      report();
      runs.remove(query.runId());
    }
  }

  /** The application has ended in order: what ran was stopped with it. */
  void applicationEnded(Instant at) {
    advance(at);
    for (LoggedRun run : runs.values()) {
      run.status = Report.Status.STOPPED;
      run.endedAt = now();
    }
    report();
    runs.clear();
  }

  private LoggedRun run(Identity query, Instant startedAt) {
    if (!runs.containsKey(query.runId())) {
      endEarlierRuns(query);
    }
    return runs.computeIfAbsent(
        query.runId(), id -> new LoggedRun(query.id(), id, query.name(), startedAt));
  }

  /** A driver runs a query once: a new run of it ends the earlier one. */
  private void endEarlierRuns(Identity query) {
    for (LoggedRun run : List.copyOf(runs.values())) {
      if (!query.id().isEmpty() && run.id.equals(query.id())) {
        run.status = Report.Status.STOPPED;
        run.endedAt = now();
        report();
        runs.remove(run.runId);
      }
    }
  }

  private Instant now() {
    return clock == null ? Instant.EPOCH : clock;
  }

  /** Moves the clock on, never back, with a heartbeat at each step. */
  private void advance(Instant to) {
    if (clock == null) {
      clock = to;
    }
    boolean fill = Duration.between(clock, to).compareTo(LONGEST_GAP) < 0;
    while (fill && clock.plus(HEARTBEAT).isBefore(to)) {
      clock = clock.plus(HEARTBEAT);
      report();
    }
    if (to.isAfter(clock)) {
      clock = to;
    }
  }

  private void report() {
    if (runs.isEmpty()) {
      return;
    }
    List<QueryReport> queries = new ArrayList<>();
    for (LoggedRun run : runs.values()) {
      queries.add(
          new QueryReport(
              run.id,
              run.runId,
              run.name,
              run.status,
              run.startedAt,
              run.endedAt,
              run.error,
              run.trigger,
              null,
              run.lastEventAt,
              null,
              run.idle,
              null,
              run.totals,
              run.progress));
    }
    var report = new Report(now(), new Report.Agent(fileName, null, HEARTBEAT, null), app, queries);
    made.add(new TimelineLine.ReportLine(now(), report));
  }

  private static Totals totals(Progress progress, Duration took) {
    long rows = 0;
    for (Progress.Source source : progress.sources()) {
      rows += source.numInputRows() == null ? 0 : source.numInputRows();
    }
    long late = 0;
    for (Progress.StateOperator operator : progress.stateOperators()) {
      late += operator.rowsDroppedByWatermark() == null ? 0 : operator.rowsDroppedByWatermark();
    }
    var seconds = new Totals.Durations(1, took.toMillis() / 1000.0, new TreeMap<>());
    return new Totals(1, rows == 0 ? 1 : 0, rows, late, progress.replayed() ? 1 : 0, seconds);
  }
}
