package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current run of a query. Immutable.
 *
 * @param runId Spark's {@code runId}
 * @param state the state that is shown
 * @param reportedStatus what the driver reported last
 * @param endedAt null while the run is not known to have ended
 * @param lastReportAt when the exporter received the last report of this run
 * @param lastEventAt when Spark last sent an event of this run
 * @param otherLiveRunId a second live run of this query id; null when there is none
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

  /** The same run in another state. */
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

  /** True if somebody stopped the query, or it finished: it ended without an exception. */
  public boolean isStopped() {
    return reportedStatus == Report.Status.STOPPED;
  }

  /** True if the run has not ended and its driver still sends reports. */
  public boolean isLive() {
    return reportedStatus == Report.Status.RUNNING && state != QueryState.LOST;
  }
}
