package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.query.FinishedRuns;
import io.lagwatch.exporter.query.QueryState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current run of a query, and the counters over all of its runs. Times are by the exporter's
 * clock. Immutable.
 *
 * @param state state of the query
 * @param endedAt null while the run has not ended
 * @param lastReportAt when the last report of the query arrived
 * @param lastEventAt when Spark last sent the listener an event of the query
 * @param finished the runs that have ended
 * @param lastFailure the last failure of any run; null if none has failed
 */
public record RunView(
    QueryState state,
    Instant startedAt,
    @Nullable Instant endedAt,
    Instant lastReportAt,
    Instant lastEventAt,
    FinishedRuns finished,
    @Nullable FailureView lastFailure,
    CountersView counters) {

  /**
   * The exception that ended a run.
   *
   * @param exceptionClass null if not reported
   * @param message the first line of the message without credentials; null if it has none
   * @param at time of the failure; null if unknown
   */
  public record FailureView(
      @Nullable String exceptionClass, @Nullable String message, @Nullable Instant at) {}

  /**
   * Counters over all runs since the first report of the query.
   *
   * @param inputRows input rows as Spark counts them. Spark can count a record more than once
   * @param reportsFailed reports that the driver could not deliver; null if its listener does not
   *     count them
   */
  public record CountersView(
      long runs,
      long failures,
      long batches,
      long emptyBatches,
      long replayedBatches,
      long inputRows,
      long droppedLateRows,
      @Nullable Long reportsFailed) {}
}
