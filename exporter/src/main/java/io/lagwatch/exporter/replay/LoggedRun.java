package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.QueryReport;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a log has said of one run of a query so far. Not thread-safe. */
final class LoggedRun {
  /**
   * A longer pause between batches is the wait for a trigger, if nothing says the query is idle.
   */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  final String id;
  final String runId;
  final @Nullable String name;
  private final Instant startedAt;
  private Instant lastEventAt;
  private Report.Status status = Report.Status.RUNNING;
  private @Nullable Instant endedAt;
  private Report.@Nullable QueryError error;
  private @Nullable Progress progress;

  /** As the pauses between its batches show it: a log does not contain the trigger. */
  private Report.@Nullable Trigger trigger;

  private boolean idle;

  /** When the batch that runs began; null if nothing says that one runs. */
  private @Nullable Instant batchFrom;

  private Totals totals = Totals.NONE;

  LoggedRun(String id, String runId, @Nullable String name, Instant startedAt) {
    this.id = id;
    this.runId = runId;
    this.name = name;
    this.startedAt = startedAt;
    this.lastEventAt = startedAt;
  }

  /**
   * Takes from the progress of the next batch when it began. A batch that begins long after the one
   * before shows that the query waited for its trigger.
   */
  void begins(Progress next) {
    if (next.idle()) {
      return;
    }
    if (progress != null && !idle) {
      Duration pause = Duration.between(lastEventAt, next.timestamp());
      if (pause.compareTo(LONGEST_PAUSE) > 0) {
        trigger =
            new Report.Trigger(
                Report.Trigger.Type.PROCESSING_TIME,
                Duration.between(progress.timestamp(), next.timestamp()));
      }
    }
    batchFrom = next.timestamp();
  }

  /** A batch has ended, or Spark 3.3 and 3.4 say that the query is idle. */
  void progressed(Progress latest, Instant at) {
    batchFrom = null;
    idle = latest.idle();
    lastEventAt = at;
    if (!idle) {
      totals = totals.plus(totals(latest));
    }
    progress = latest;
  }

  void idled(Instant at) {
    idle = true;
    batchFrom = null;
    lastEventAt = at;
  }

  /** The log has a sign that a batch runs. */
  void batchRuns(Instant at) {
    if (batchFrom == null && !at.isBefore(lastEventAt)) {
      batchFrom = at;
      idle = false;
    }
  }

  /**
   * The run has ended.
   *
   * @param why null if it was stopped
   */
  void ended(Report.@Nullable QueryError why, Instant at) {
    status = why == null ? Report.Status.STOPPED : Report.Status.FAILED;
    error = why;
    endedAt = at;
    batchFrom = null;
  }

  /** What a listener would have reported. */
  QueryReport report(Instant now) {
    boolean silent = isSilent(now);
    return new QueryReport(
        id,
        runId,
        name,
        status,
        startedAt,
        endedAt,
        error,
        trigger,
        null,
        silent ? now : lastEventAt,
        null,
        idle || silent,
        batchFrom(now),
        totals,
        progress);
  }

  /** When the batch began that runs at this time; null if none is known to run. */
  private @Nullable Instant batchFrom(Instant now) {
    Instant from = batchFrom;
    return from == null || now.isBefore(from) ? null : from;
  }

  /**
   * A silence that is longer than the trigger explains, without a sign of a batch, is a wait for
   * data.
   */
  private boolean isSilent(Instant now) {
    if (status != Report.Status.RUNNING || progress == null || batchFrom(now) != null) {
      return false;
    }
    Duration interval = trigger == null ? null : trigger.interval();
    Duration pause =
        interval == null || interval.compareTo(LONGEST_PAUSE) < 0 ? LONGEST_PAUSE : interval;
    return Duration.between(lastEventAt, now).compareTo(pause) > 0;
  }

  /** The input rows; the records between the positions if somebody has left the rows out. */
  private static long rows(Progress.Source source) {
    Long rows = source.numInputRows();
    Map<TopicPartition, Long> start = source.start();
    Map<TopicPartition, Long> end = source.end();
    if (rows != null || start == null || end == null) {
      return rows == null ? 0 : rows;
    }
    long moved = 0;
    for (Map.Entry<TopicPartition, Long> position : end.entrySet()) {
      long from = start.getOrDefault(position.getKey(), position.getValue());
      moved = SaturatingMath.add(moved, Math.max(0, position.getValue() - from));
    }
    return moved;
  }

  private static Totals totals(Progress progress) {
    long rows = 0;
    for (Progress.Source source : progress.sources()) {
      rows = SaturatingMath.add(rows, rows(source));
    }
    if (rows == 0 && progress.numInputRows() != null) {
      rows = progress.numInputRows();
    }
    long late = 0;
    for (Progress.StateOperator operator : progress.stateOperators()) {
      Long dropped = operator.rowsDroppedByWatermark();
      late = SaturatingMath.add(late, dropped == null ? 0 : dropped);
    }
    Duration duration = progress.triggerExecution();
    var seconds =
        duration == null
            ? Totals.Durations.NONE
            : new Totals.Durations(1, duration.toMillis() / 1000.0, new TreeMap<>());
    return new Totals(1, rows == 0 ? 1 : 0, rows, late, progress.replayed() ? 1 : 0, seconds);
  }
}
