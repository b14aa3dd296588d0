package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.query.PhaseDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The batches of the current run. Immutable.
 *
 * @param last the last completed batch; null before the first batch of this run has completed, and
 *     if nothing is known of the last one
 * @param reason why {@code last} is null; null if it is not null
 * @param runningSince start of the running batch; null if none is running, or if that is unknown
 *     because the driver does not report
 * @param runningFor the age of that batch; null if {@code runningSince} is null
 * @param isStuck true if a batch has been running for much longer than usual
 * @param durations durations of all completed batches of all runs
 * @param invalidFields the fields of Spark's last progress that could not be decoded
 */
public record BatchView(
    @Nullable LastBatchView last,
    @Nullable String reason,
    @Nullable Instant runningSince,
    @Nullable Duration runningFor,
    boolean isStuck,
    Totals.Durations durations,
    InvalidFieldsView invalidFields) {

  /**
   * The fields of a progress that could not be decoded.
   *
   * @param examples the first of them, each with its path, the expected and the found value
   */
  public record InvalidFieldsView(int count, List<String> examples) {
    public InvalidFieldsView {
      examples = List.copyOf(examples);
    }
  }

  /**
   * A completed batch.
   *
   * @param duration duration of the whole trigger execution
   * @param shareOfTrigger the duration divided by the trigger interval; null without an interval
   * @param inputRows input rows as Spark counts them; null if not reported
   * @param isReplayed true if an earlier run had started this batch and not completed it
   * @param phases the duration of each phase by Spark's name, including the whole trigger execution
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

    /** Returns the slowest phase; null if no phase is known. */
    public @Nullable PhaseDuration slowestPhase() {
      return PhaseDuration.slowest(phases);
    }
  }
}
