package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.query.QueryState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The current run of a query and the counts over all of its runs. Times are the exporter's clock.
 *
 * @param state of the query
 * @param endedAt null while the run goes on
 * @param lastReportAt when the driver's last report of the query arrived
 * @param lastEventAt when Spark last sent the listener an event of the query
 * @param lastFailure of any run; null when none has failed
 */
public record RunView(
    QueryState state,
    Instant startedAt,
    @Nullable Instant endedAt,
    Instant lastReportAt,
    Instant lastEventAt,
    @Nullable FailureView lastFailure,
    CountersView counters) {

  /**
   * The exception that ended a run.
   *
   * @param exceptionClass null when the listener did not report it
   * @param message its first line without credentials; null when it has none
   * @param at null when it is not known
   */
  public record FailureView(
      @Nullable String exceptionClass, @Nullable String message, @Nullable Instant at) {}

  /**
   * Counts over all runs since the exporter first saw the query.
   *
   * @param inputRows as Spark counts them, which can be more than once per record
   * @param reportsFailed reports that the driver could not deliver; null when its listener does not
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
