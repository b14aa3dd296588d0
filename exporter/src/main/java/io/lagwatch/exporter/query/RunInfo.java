package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current run of a query. Immutable.
 *
 * @param runId Spark's {@code runId}
 * @param state the state that outputs show
 * @param reportedStatus the status that the driver last reported
 * @param endedAt null while the run is not known to have ended
 * @param lastReportAt when the exporter received the last report of this run
 * @param lastEventAt when Spark last sent an event of this run
 * @param otherLiveRunId id of a second live run of this query; null if there is none
 */
public record RunInfo(
    String runId,
    QueryState state,
    Report.Status reportedStatus,
    Instant startedAt,
    @Nullable Instant endedAt,
    Instant lastReportAt,
    Instant lastEventAt,
    @Nullable String otherLiveRunId) {

  /** Returns a copy in another state. */
  public RunInfo withState(QueryState newState) {
    return new RunInfo(
        runId,
        newState,
        reportedStatus,
        startedAt,
        endedAt,
        lastReportAt,
        lastEventAt,
        otherLiveRunId);
  }

  /** Returns true if the query ended without an exception: it was stopped or has finished. */
  public boolean isStopped() {
    return reportedStatus == Report.Status.STOPPED;
  }

  /** Returns true if the run has not ended and its driver still sends reports. */
  public boolean isLive() {
    return reportedStatus == Report.Status.RUNNING && state != QueryState.LOST;
  }
}
