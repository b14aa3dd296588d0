package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.replay.LogEvent.Identity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of a driver's log say outside of documents: the starts and ends of runs, the
 * application, and how far the log goes. Not thread-safe.
 */
final class LogText {
  private static final String RUN = "\\[id = ([0-9a-fA-F-]+), runId = ([0-9a-fA-F-]+)\\]";
  private static final Pattern TERMINATED =
      Pattern.compile("Query (.*?) ?" + RUN + " terminated with (?:error|exception)(?:: (.*))?");
  private static final Pattern STOPPED = Pattern.compile("Query (.*?) ?" + RUN + " was stopped");
  private static final Pattern STARTING = Pattern.compile("Starting (.*?) ?" + RUN);
  private static final Pattern EXCEPTION =
      Pattern.compile("([\\w.$]+(?:Exception|Error))(?:: (.*))?");
  private static final Pattern VERSION = Pattern.compile("Running Spark version ([\\w.-]+)");
  private static final Pattern NAME = Pattern.compile("Submitted application: (.+)");
  private static final Pattern ID =
      Pattern.compile(
          "(?:application|app(?:lication)? ID|Application Id:?)\\s*"
              + "((?:application_\\d{10,}_\\d+)|(?:app-\\d{14}-\\d+)|(?:local-\\d{13})"
              + "|(?:spark-[0-9a-f]{32})|(?:spark-application-\\d{13}))",
          Pattern.CASE_INSENSITIVE);

  /** The exception stands on one of this many lines below the one that says that the run ended. */
  private static final int EXCEPTION_WITHIN = 4;

  private static final Duration FAR_AHEAD = Duration.ofDays(2);

  /** More runs than these do not begin before the first progress. */
  private static final int MAX_WAITING = 10_000;

  private final LogTime times;
  private final Consumer<LogEvent> events;
  private final List<DeferredEvent> waiting = new ArrayList<>();

  /** The last line with a time. */
  private String lastLine = "";

  private @Nullable Instant seen;

  /** The time of the structured log's record that the lines are from; null without one. */
  private @Nullable Instant recordAt;

  /** The same as it is written, while it is not known how to read it. */
  private @Nullable String recordTime;

  private @Nullable Instant farAhead;
  private @Nullable FailedRun failing;

  /** A run that ended with an exception that has not been read yet. */
  private record FailedRun(Identity query, String line, @Nullable Instant at, int lines) {}

  /** What happened at a time that cannot be read before the zone is known. */
  private record DeferredEvent(String line, Function<@Nullable Instant, LogEvent> event) {}

  LogText(LogTime times, Consumer<LogEvent> events) {
    this.times = times;
    this.events = events;
  }

  /** Takes a line outside of documents, or the part of a line before a document. */
  void line(String line) {
    Instant at = times.of(line);
    if (at != null) {
      seen(at);
    }
    if (line.isBlank()) {
      return;
    }
    if (at != null || times.mayBeIn(line)) {
      lastLine = line;
    }
    exception(line);
    if (line.contains("runId = ")) {
      runBeginsOrEnds(line);
    } else if (line.contains("pplication") || line.contains("Spark")) {
      application(line);
    } else if (line.contains("Streaming query has been idle")
        || line.contains("has been idle and waiting for new data")) {
      tell(line, time -> new LogEvent.Idled(null, time));
    } else if (line.contains("Committed offsets for batch ")) {
      tell(line, time -> new LogEvent.BatchRuns(null, time));
    }
  }

  /** The next lines are from the record of a structured log, with this time. */
  void record(Instant at) {
    recordAt = at;
    recordTime = null;
    seen(at);
  }

  /** The next lines are from the record of a structured log, with this time. */
  void record(String time) {
    recordAt = null;
    recordTime = time;
    line(time);
  }

  /** The next lines are not from the record of a structured log. */
  void noRecord() {
    recordAt = null;
    recordTime = null;
  }

  /**
   * The log goes on at this time. A time that is far ahead counts only if the next one is so too:
   * it may be part of the data that a job prints.
   */
  void seen(Instant at) {
    Instant before = seen;
    if (before != null && at.isAfter(before.plus(FAR_AHEAD)) && !confirms(at)) {
      farAhead = at;
      return;
    }
    farAhead = null;
    if (before == null || !at.minusSeconds(1).isBefore(before)) {
      seen = at;
      times.reached(at);
      events.accept(new LogEvent.Seen(at));
    }
  }

  private boolean confirms(Instant at) {
    Instant earlier = farAhead;
    return earlier != null && !at.isBefore(earlier) && !at.isAfter(earlier.plus(FAR_AHEAD));
  }

  private void runBeginsOrEnds(String line) {
    Matcher run = TERMINATED.matcher(line);
    if (run.find()) {
      fails(run, line);
      return;
    }
    run = STOPPED.matcher(line);
    if (run.find()) {
      Identity query = identity(run);
      tell(line, at -> new LogEvent.Terminated(query, null, at));
      return;
    }
    run = STARTING.matcher(line);
    if (run.find()) {
      Identity query = identity(run);
      tell(line, at -> new LogEvent.Started(query, at));
    }
  }

  private void fails(Matcher run, String line) {
    Identity query = identity(run);
    if (failing != null && !failing.query().equals(query)) {
      giveUpException();
    }
    failing = new FailedRun(query, recordTime == null ? line : recordTime, recordAt, 0);
    String error = run.group(4);
    if (error != null) {
      exception("Error: " + error);
      return;
    }
    // A record on one line has its line ends escaped.
    Matcher sameLine = EXCEPTION.matcher(line.substring(run.end()).replace("\\n", "\n"));
    if (sameLine.find()) {
      exception(sameLine.group());
    }
  }

  private void application(String line) {
    Matcher found = VERSION.matcher(line);
    if (found.find()) {
      String version = found.group(1);
      tell(line, at -> new LogEvent.DriverStarted(version, at));
      return;
    }
    found = NAME.matcher(line);
    if (found.find()) {
      String name = found.group(1).strip();
      tell(line, at -> new LogEvent.ApplicationNamed(null, name, at));
      return;
    }
    found = ID.matcher(line);
    if (found.find()) {
      String id = found.group(1);
      tell(line, at -> new LogEvent.ApplicationNamed(id, null, at));
    } else if (line.contains("Successfully stopped SparkContext")) {
      tell(line, LogEvent.ApplicationEnded::new);
    }
  }

  /** Tells an event at the time of a line, as soon as that can be read. */
  private void tell(String line, Function<@Nullable Instant, LogEvent> event) {
    tell(recordTime == null ? line : recordTime, recordAt, event);
  }

  private void tell(
      String line, @Nullable Instant record, Function<@Nullable Instant, LogEvent> event) {
    Instant at = record == null ? times.of(line) : record;
    boolean mustWait = at == null && times.isLearning() && times.mayBeIn(line);
    if (mustWait && waiting.size() < MAX_WAITING) {
      waiting.add(new DeferredEvent(line, event));
    } else {
      tell(at, event);
    }
  }

  private void tell(@Nullable Instant at, Function<@Nullable Instant, LogEvent> event) {
    if (at == null) {
      times.missed();
    }
    events.accept(event.apply(at));
  }

  /** Whether the next lines may name the exception with which a run ended. */
  boolean awaitsException() {
    return failing != null;
  }

  /** Takes a line that may name the exception with which a run ended. */
  void exception(String line) {
    FailedRun failed = failing;
    if (failed == null) {
      return;
    }
    Matcher exception = EXCEPTION.matcher(line);
    if (exception.find()) {
      terminated(failed, new Report.QueryError(exception.group(1), exception.group(2)));
    } else if (failed.lines() + 1 >= EXCEPTION_WITHIN || isOfOtherRun(line, failed)) {
      giveUpException();
    } else {
      failing = new FailedRun(failed.query(), failed.line(), failed.at(), failed.lines() + 1);
    }
  }

  private static boolean isOfOtherRun(String line, FailedRun failed) {
    return line.contains("runId = ") && !line.contains(failed.query().runId());
  }

  private void terminated(FailedRun failed, Report.QueryError error) {
    failing = null;
    tell(failed.line(), failed.at(), at -> new LogEvent.Terminated(failed.query(), error, at));
  }

  private void giveUpException() {
    FailedRun failed = failing;
    if (failed != null) {
      terminated(failed, new Report.QueryError("unknown", null));
    }
  }

  /** Learns the zone of the line times from a progress that ended at this time. */
  void progressed(Instant ended) {
    giveUpException();
    times.learn(lastLine, ended);
    if (!times.isLearning()) {
      tellWaiting();
    }
  }

  private void tellWaiting() {
    waiting.forEach(one -> tell(times.of(one.line()), one.event()));
    waiting.clear();
  }

  /** The log ends. */
  void end() {
    giveUpException();
    if (!waiting.isEmpty()) {
      times.endLearning();
      tellWaiting();
    }
  }

  private static Identity identity(Matcher run) {
    String name = run.group(1);
    // Spark writes null for a query without a name.
    return new Identity(
        run.group(2), run.group(3), name.isEmpty() || name.equals("null") ? null : name);
  }
}
