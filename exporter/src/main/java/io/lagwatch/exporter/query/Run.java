package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One run of a query according to its last report. Immutable. */
record Run(String runId, Report.Status status, RunTimes times, Reporter reporter, Totals totals) {
  private static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration MIN_SILENCE = Duration.ofSeconds(15);
  private static final int MISSED_HEARTBEATS = 3;

  /**
   * Longest plausible network delay of a report. A report that looks older than this means that the
   * driver's clock was set back.
   */
  private static final Duration MAX_DELAY = Duration.ofMinutes(1);

  /**
   * When things happened in the run, in the exporter's clock.
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
   * @param sentAt in the driver's clock: it orders the reports of one agent
   * @param heartbeat null when the listener does not tell
   */
  record Reporter(String agentInstance, Instant sentAt, @Nullable Duration heartbeat) {
    static Reporter of(Report report) {
      return new Reporter(report.agent().instance(), report.sentAt(), report.agent().heartbeat());
    }
  }

  /** The run after its first report. */
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

  /** Time without a report after which a running query is lost: three heartbeats, at least 15 s. */
  Duration lostAfter() {
    Duration heartbeat = reporter.heartbeat();
    Duration silence =
        (heartbeat == null ? DEFAULT_HEARTBEAT : heartbeat).multipliedBy(MISSED_HEARTBEATS);
    return silence.compareTo(MIN_SILENCE) < 0 ? MIN_SILENCE : silence;
  }

  /**
   * True if this run has already processed a newer report of the same agent. False if the driver's
   * clock was set back, because then every report would look old.
   */
  boolean isNewerThan(Report report) {
    Instant sentAt = reporter.sentAt();
    return reporter.agentInstance().equals(report.agent().instance())
        && report.sentAt().isBefore(sentAt)
        && !report.sentAt().isBefore(sentAt.minus(MAX_DELAY));
  }

  /**
   * True if this run has already processed a report of the same agent that was sent later and knew
   * of more batches: so this one is late, however old it is, and no clock was set back.
   */
  boolean knowsMoreThan(Report report, Report.QueryReport query) {
    return reporter.agentInstance().equals(report.agent().instance())
        && report.sentAt().isBefore(reporter.sentAt())
        && query.totals().batches() < totals.batches();
  }

  /** The run after another report. Totals never decrease, and an end is never revoked. */
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
