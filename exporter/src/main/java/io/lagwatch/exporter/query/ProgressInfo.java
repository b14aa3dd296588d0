package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a query's current run. Immutable.
 *
 * @param batches number of completed batches of this run
 * @param lastBatch the last completed batch; null before the first
 * @param lastProgress the last progress of any kind, including an idle one; null before the first
 * @param batchInFlightSince start of the running batch; null if no batch is known to be running
 * @param maxEventTime the latest event time in the last batch with rows; null if Spark reports none
 */
public record ProgressInfo(
    long batches,
    @Nullable LastBatch lastBatch,
    @Nullable Progress lastProgress,
    @Nullable Instant batchInFlightSince,
    @Nullable Instant maxEventTime) {

  /** Returns the watermark; null if there is none. */
  public @Nullable Instant watermark() {
    return lastProgress == null ? null : lastProgress.watermark();
  }

  /**
   * Returns the state operators after the last completed batch. An idle progress only repeats them.
   */
  public List<Progress.StateOperator> stateOperators() {
    Progress progress = latest();
    return progress == null ? List.of() : progress.stateOperators();
  }

  /**
   * Returns the rows in the state of all operators; null without operators, or if the rows of one
   * are unknown.
   */
  public @Nullable Long stateRows() {
    Progress progress = latest();
    return progress == null ? null : progress.stateRows();
  }

  private @Nullable Progress latest() {
    return lastBatch == null ? lastProgress : lastBatch.progress();
  }
}
