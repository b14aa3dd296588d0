package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the current run of a query has processed. Immutable.
 *
 * @param batches number of completed batches of this run
 * @param lastBatch the last completed batch; null before the first
 * @param lastProgress the last progress of any kind, including an idle one; null before the first
 * @param batchInFlightSince when the running batch began; null when no batch is known to run
 * @param maxEventTime the latest event time in the last batch that had rows; null when Spark
 *     reports none
 */
public record ProgressInfo(
    long batches,
    @Nullable LastBatch lastBatch,
    @Nullable Progress lastProgress,
    @Nullable Instant batchInFlightSince,
    @Nullable Instant maxEventTime) {

  /** The watermark; null when there is none. */
  public @Nullable Instant watermark() {
    return lastProgress == null ? null : lastProgress.watermark();
  }

  /** The state operators after the last completed batch; an idle progress only repeats them. */
  public List<Progress.StateOperator> stateOperators() {
    Progress progress = latest();
    return progress == null ? List.of() : progress.stateOperators();
  }

  /** Rows in the state of all operators; null without any, or when one of them is unknown. */
  public @Nullable Long stateRows() {
    Progress progress = latest();
    return progress == null ? null : progress.stateRows();
  }

  private @Nullable Progress latest() {
    return lastBatch == null ? lastProgress : lastBatch.progress();
  }
}
