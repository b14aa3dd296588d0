package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.query.PhaseDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The batches of the current run.
 *
 * @param last the last completed one; null before the first of this run has ended
 * @param reason why {@code last} is null; null when it is not
 * @param runningSince when the batch that currently runs started; null when none runs, or when the
 *     driver is silent and it is unknown
 * @param runningFor the age of that batch; null when {@code runningSince} is
 * @param isStuck whether a batch has been running for much longer than usual
 * @param durations of all completed batches, over all runs
 */
public record BatchView(
    @Nullable LastBatchView last,
    @Nullable String reason,
    @Nullable Instant runningSince,
    @Nullable Duration runningFor,
    boolean isStuck,
    Totals.Durations durations) {

  /**
   * A completed batch.
   *
   * @param duration of the whole trigger execution
   * @param shareOfTrigger the duration divided by the trigger interval; null without an interval
   * @param inputRows as Spark counts them; null when Spark did not report them
   * @param isReplayed whether an earlier run had started this batch and not completed it
   * @param phases Spark's name of each phase to its duration, the whole trigger execution included
   */
  public record LastBatchView(
      long id,
      Instant startedAt,
      Instant endedAt,
      Duration duration,
      @Nullable Double shareOfTrigger,
      @Nullable Long inputRows,
      boolean isReplayed,
      SortedMap<String, Duration> phases) {

    /** The phase that took longest; null when no phase is known. */
    public @Nullable PhaseDuration slowestPhase() {
      return PhaseDuration.slowest(phases);
    }
  }
}
