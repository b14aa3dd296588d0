package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One run of a query according to its last report. Immutable. */
record Run(String runId, Report.Status status, RunTimes times, Reporter reporter, Totals totals) {
  private static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration MIN_LOST_AFTER = Duration.ofSeconds(15);
  private static final int MISSED_HEARTBEATS = 3;

  /**
   * Longest plausible network delay of a report. An apparently older report means that the driver's
   * clock was set back.
   */
  private static final Duration MAX_DELAY = Duration.ofMinutes(1);

  /**
   * The times of the run, by the exporter's clock.
   *
   * @param endedAt null while the run is not known to have ended
   */
  record RunTimes(
      Instant startedAt,
      Instant firstReportAt,
      Instant lastReportAt,
      Instant lastEventAt,
      @Nullable Instant endedAt) {}

  /**
   * The listener that sent the last report.
   *
   * @param sentAt when the report was sent, by the driver's clock. It orders the reports of one
   *     agent
   * @param heartbeat the longest time between two reports; null if not reported
   */
  record Reporter(String agentInstance, Instant sentAt, @Nullable Duration heartbeat) {
    static Reporter of(Report report) {
      return new Reporter(report.agent().instance(), report.sentAt(), report.agent().heartbeat());
    }
  }

  /** Returns the run after its first report. */
  static Run first(Report report, Report.QueryReport query, DriverClock clock) {
    var times =
        new RunTimes(
            clock.toExporterTime(query.startedAt()),
            clock.receivedAt(),
            clock.receivedAt(),
            clock.toExporterTime(query.lastEventAt()),
            clock.toExporterTimeOrNull(query.endedAt()));
    return new Run(query.runId(), query.status(), times, Reporter.of(report), query.totals());
  }

  /**
   * Returns the time without a report after which a running query is lost: three heartbeats, at
   * least 15 s.
   */
  Duration lostAfter() {
    Duration heartbeat = reporter.heartbeat();
    Duration lostAfter =
        (heartbeat == null ? DEFAULT_HEARTBEAT : heartbeat).multipliedBy(MISSED_HEARTBEATS);
    return lostAfter.compareTo(MIN_LOST_AFTER) < 0 ? MIN_LOST_AFTER : lostAfter;
  }

  /**
   * Returns true if this run has already processed a newer report of the same agent. False if the
   * driver's clock was set back, because then every report would look old.
   */
  boolean isNewerThan(Report report) {
    Instant sentAt = reporter.sentAt();
    return reporter.agentInstance().equals(report.agent().instance())
        && report.sentAt().isBefore(sentAt)
        && !report.sentAt().isBefore(sentAt.minus(MAX_DELAY));
  }

  /**
   * Returns true if this run has already processed a later report of the same agent with more
   * batches. Then this report is late, even if it is very old, and the clock was not set back.
   */
  boolean hasMoreBatchesThan(Report report, Report.QueryReport query) {
    return reporter.agentInstance().equals(report.agent().instance())
        && report.sentAt().isBefore(reporter.sentAt())
        && query.totals().batches() < totals.batches();
  }

  /**
   * Returns the run after another report. Counters never decrease, and an ended run stays ended.
   */
  Run next(Report report, Report.QueryReport query, DriverClock clock) {
    boolean ended = status != Report.Status.RUNNING;
    Instant endedAt = ended ? times.endedAt() : null;
    var next =
        new RunTimes(
            times.startedAt(),
            times.firstReportAt(),
            clock.receivedAt(),
            clock.toExporterTime(query.lastEventAt()),
            endedAt == null ? clock.toExporterTimeOrNull(query.endedAt()) : endedAt);
    return new Run(
        runId,
        ended ? status : query.status(),
        next,
        Reporter.of(report),
        totals.max(query.totals()));
  }
}
