package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Totals;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All runs of a query since the exporter first received a report of it. Immutable.
 *
 * @param runs number of runs, including the current one
 * @param failures number of runs that ended with an exception
 * @param lastFailure the last of these failures; null if there was none
 * @param totals the sum over all runs
 * @param reportsFailed reports that the driver's listener could not deliver; null if not reported
 * @param finished the runs that have ended
 */
public record RunHistory(
    long runs,
    long failures,
    @Nullable Failure lastFailure,
    Totals totals,
    @Nullable Long reportsFailed,
    FinishedRuns finished) {

  /** Returns the exception of the last failure; null if there was no failure or it is unknown. */
  public Report.@Nullable QueryError lastError() {
    return lastFailure == null ? null : lastFailure.error();
  }

  /** Returns when a run last failed; null if there was no failure. */
  public @Nullable Instant lastFailureAt() {
    return lastFailure == null ? null : lastFailure.at();
  }

  /**
   * A run that ended with an exception.
   *
   * @param error the exception; null if the report does not contain it
   */
  public record Failure(Report.@Nullable QueryError error, Instant at) {}
}
