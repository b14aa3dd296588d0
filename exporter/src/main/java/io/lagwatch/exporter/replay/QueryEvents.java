package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.replay.LogEvent.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
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
  private final Set<String> ended = new HashSet<>();

  /** The last run of each query that has ended, by the id of the query. */
  private final Map<String, LoggedRun> lastEnded = new HashMap<>();

  private ReadCounts counts = ReadCounts.NONE;
  private Report.App app;
  private boolean hasId;

  /** The time up to which reports have been made. */
  private @Nullable Instant clock;

  /** When the last report was made, or would have been if a run had been known. */
  private Instant reportedAt = Instant.MIN;

  /**
   * How far the log has been read. The reports up to it are made when it is known what comes next:
   * only the end of a batch says when it began.
   */
  private Instant readTo = Instant.MIN;

  private record Batch(String runId, long batchId, Instant at) {}

  QueryEvents(String fileName) {
    this.fileName = fileName;
    this.app = new Report.App(fileName, fileName, null, null);
  }

  /** The next report that has been made; null when more events are needed. */
  @Nullable TimelineLine next() {
    return made.poll();
  }

  ReadCounts counts() {
    return hasRuns() ? counts.plus(ReadCounts.ONE_APPLICATION) : counts;
  }

  /** Takes the names that the log gives for the application; those that it has already stay. */
  void named(@Nullable String id, @Nullable String name) {
    String idToUse = id == null || hasId ? app.id() : id;
    String nameToUse = name != null && app.name().equals(fileName) ? name : app.name();
    app = new Report.App(idToUse, nameToUse, app.sparkVersion(), app.host());
    hasId |= id != null;
  }

  void sparkVersion(String version) {
    app = new Report.App(app.id(), app.name(), version, app.host());
  }

  /** The id of the application; null if the log has not named it. */
  @Nullable String applicationId() {
    return hasId ? app.id() : null;
  }

  /** Whether a run has been seen. */
  boolean hasRuns() {
    return !runs.isEmpty() || !ended.isEmpty();
  }

  /** The time up to which reports have been made; null before the first. */
  @Nullable Instant clock() {
    return clock;
  }

  /** Takes an event of this application. */
  void take(LogEvent event, Instant at) {
    if (event instanceof LogEvent.Progressed progressed) {
      progressed(progressed);
    } else if (event instanceof LogEvent.Started started) {
      started(started.query(), at);
    } else if (event instanceof LogEvent.Idled idled) {
      idled(idled.query(), at);
    } else if (event instanceof LogEvent.Terminated terminated) {
      terminated(terminated.query(), terminated.error(), at);
    } else if (event instanceof LogEvent.BatchRuns batch) {
      batchRuns(batch, at);
    } else if (event instanceof LogEvent.ApplicationEnded) {
      applicationEnded(at);
    } else if (at.isAfter(readTo)) {
      readTo = at;
    }
  }

  /** Makes the reports up to where the log has been read. */
  void catchUp() {
    if (clock != null) {
      advance(readTo);
    }
  }

  private void started(Identity query, Instant at) {
    if (runs.containsKey(query.runId()) || ended.contains(query.runId())) {
      return;
    }
    counts = counts.plus(ReadCounts.ONE_START);
    advance(at);
    run(query, at);
    report();
  }

  /** Takes the progress of a batch; one that was printed before is not counted again. */
  private void progressed(LogEvent.Progressed event) {
    Progress progress = event.progress();
    Identity query = event.query();
    if (!counted.add(new Batch(query.runId(), progress.batchId(), progress.timestamp()))) {
      return;
    }
    counts = counts.plus(ReadCounts.ONE_PROGRESS);
    if (ended.contains(query.runId())) {
      progressedLate(event);
      return;
    }
    LoggedRun before = runs.get(query.runId());
    if (before != null) {
      before.begins(progress);
    }
    advance(event.at());
    run(query, progress.timestamp()).progressed(progress, event.at());
    report();
  }

  /** A listener of the job may print a progress after the line that says that its run ended. */
  private void progressedLate(LogEvent.Progressed event) {
    Identity query = event.query();
    LoggedRun run = lastEnded.get(query.id());
    if (run == null || !run.runId.equals(query.runId())) {
      return;
    }
    run.progressed(event.progress(), event.at());
    report(List.of(run));
  }

  private void idled(@Nullable Identity named, Instant at) {
    Identity query = named == null ? onlyRun() : named;
    if (query == null || ended.contains(query.runId())) {
      return;
    }
    advance(at);
    run(query, at).idled(now());
    report();
  }

  /** The run that a line without a name is about; null unless only one runs. */
  private @Nullable Identity onlyRun() {
    if (runs.size() != 1) {
      return null;
    }
    LoggedRun only = runs.values().iterator().next();
    return new Identity(only.id, only.runId, only.name);
  }

  private void batchRuns(LogEvent.BatchRuns batch, Instant at) {
    Identity only = onlyRun();
    String runId = batch.runId() == null && only != null ? only.runId() : batch.runId();
    LoggedRun run = runId == null ? null : runs.get(runId);
    if (run != null) {
      run.batchRuns(at);
    }
    readTo = at.isAfter(readTo) ? at : readTo;
  }

  private void terminated(Identity query, Report.@Nullable QueryError error, Instant at) {
    if (ended.contains(query.runId())) {
      return;
    }
    counts = counts.plus(ReadCounts.ONE_END);
    advance(at);
    LoggedRun run = run(query, at);
    end(run, error);
    report();
    runs.remove(run.runId);
  }

  private void end(LoggedRun run, Report.@Nullable QueryError error) {
    run.ended(error, now());
    ended.add(run.runId);
    lastEnded.put(run.id, run);
  }

  /** The application has ended in order: what ran was stopped with it. */
  private void applicationEnded(Instant at) {
    advance(at);
    for (LoggedRun run : runs.values()) {
      end(run, null);
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
        end(run, null);
        report();
        runs.remove(run.runId);
      }
    }
  }

  private Instant now() {
    return clock == null ? Instant.EPOCH : clock;
  }

  /**
   * Moves the clock on, never back. Heartbeats are counted from the last report, because a log may
   * move the clock by less than their interval each time.
   */
  private void advance(Instant to) {
    readTo = to.isAfter(readTo) ? to : readTo;
    if (clock == null) {
      clock = to;
      reportedAt = to;
    }
    if (Duration.between(reportedAt, to).compareTo(LONGEST_GAP) >= 0) {
      reportedAt = to;
    }
    while (reportedAt.plus(HEARTBEAT).isBefore(to)) {
      Instant heartbeat = reportedAt.plus(HEARTBEAT);
      clock = heartbeat.isAfter(clock) ? heartbeat : clock;
      report();
      reportedAt = heartbeat;
    }
    if (to.isAfter(clock)) {
      clock = to;
    }
  }

  private void report() {
    if (!runs.isEmpty()) {
      report(runs.values());
    }
  }

  private void report(Collection<LoggedRun> of) {
    List<QueryReport> queries = of.stream().map(run -> run.report(now())).toList();
    var report = new Report(now(), new Report.Agent(fileName, null, HEARTBEAT, null), app, queries);
    made.add(new TimelineLine.ReportLine(now(), report));
    reportedAt = now();
  }
}
