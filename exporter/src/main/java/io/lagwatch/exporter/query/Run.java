package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of a query, as its last report has it. Instants are the exporter's clock but for {@code
 * sentAt}, which orders the reports of one agent.
 */
record Run(
    String runId,
    String agentInstance,
    Instant sentAt,
    Instant startedAt,
    Instant firstReportAt,
    Instant lastReportAt,
    Instant lastEventAt,
    Report.Status status,
    @Nullable Instant endedAt,
    @Nullable Duration heartbeat,
    Totals totals) {
  Run {
    Objects.requireNonNull(runId, "runId is missing");
    Objects.requireNonNull(agentInstance, "agentInstance is missing");
    Objects.requireNonNull(sentAt, "sentAt is missing");
    Objects.requireNonNull(startedAt, "startedAt is missing");
    Objects.requireNonNull(firstReportAt, "firstReportAt is missing");
    Objects.requireNonNull(lastReportAt, "lastReportAt is missing");
    Objects.requireNonNull(lastEventAt, "lastEventAt is missing");
    Objects.requireNonNull(status, "status is missing");
    Objects.requireNonNull(totals, "totals is missing");
  }

  private static final Duration USUAL_HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(15);
  private static final int HEARTBEATS_MISSED = 3;

  /** Longer than a report can be under way: one that seems so old comes of a clock set back. */
  private static final Duration LATEST = Duration.ofMinutes(1);

  /** How long without a report makes a running one lost: three heartbeats, 15 s at the least. */
  Duration lostAfter() {
    Duration silence =
        (heartbeat == null ? USUAL_HEARTBEAT : heartbeat).multipliedBy(HEARTBEATS_MISSED);
    return silence.compareTo(SHORTEST_SILENCE) < 0 ? SHORTEST_SILENCE : silence;
  }

  static Run first(Report report, Report.QueryReport query, DriverClock clock) {
    return new Run(
        query.runId(),
        report.agent().instance(),
        report.sentAt(),
        clock.here(query.startedAt()),
        clock.receivedAt(),
        clock.receivedAt(),
        clock.here(query.lastEventAt()),
        query.status(),
        clock.hereOrNull(query.endedAt()),
        report.agent().heartbeat(),
        query.totals());
  }

  /**
   * Whether a report is older than what is known, as a late one is; not when the driver's clock was
   * set back, after which every report would be.
   */
  boolean isNewerThan(Report report) {
    return agentInstance.equals(report.agent().instance())
        && report.sentAt().isBefore(sentAt)
        && !report.sentAt().isBefore(sentAt.minus(LATEST));
  }

  /** This run after another report. Totals never go back, an end is never taken back. */
  Run next(Report report, Report.QueryReport query, DriverClock clock) {
    boolean ended = status != Report.Status.RUNNING;
    return new Run(
        runId,
        report.agent().instance(),
        report.sentAt(),
        startedAt,
        firstReportAt,
        clock.receivedAt(),
        clock.here(query.lastEventAt()),
        ended ? status : query.status(),
        ended && endedAt != null ? endedAt : clock.hereOrNull(query.endedAt()),
        report.agent().heartbeat(),
        totals.most(query.totals()));
  }
}
