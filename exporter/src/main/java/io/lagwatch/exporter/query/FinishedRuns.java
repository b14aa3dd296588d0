package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a query that have ended. Immutable.
 *
 * @param lastSuccessAt when a run last ended without an exception, after it had completed a batch
 *     or found no new data; null if there was none
 * @param lastDuration how long the run took that ended last, from its start to its end; null if
 *     there was none
 */
public record FinishedRuns(@Nullable Instant lastSuccessAt, @Nullable Duration lastDuration) {
  /** No run has ended. */
  public static final FinishedRuns NONE = new FinishedRuns(null, null);

  /** Returns this with a run that may have ended. Adding an ended run again changes nothing. */
  FinishedRuns with(Run run, TriggerInfo trigger) {
    if (run.status() == Report.Status.RUNNING) {
      return this;
    }
    Run.RunTimes times = run.times();
    Instant endedAt = times.endedAt() == null ? times.lastEventAt() : times.endedAt();
    Duration duration = Duration.between(times.startedAt(), endedAt);
    // A run of such a trigger ends without a batch only if it found no new data.
    boolean succeeded =
        run.status() == Report.Status.STOPPED
            && (run.totals().batches() > 0 || trigger.endsByItself());
    return new FinishedRuns(
        succeeded ? endedAt : lastSuccessAt, duration.isNegative() ? Duration.ZERO : duration);
  }
}
