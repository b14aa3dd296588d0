package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.InvalidFields;
import io.lagwatch.exporter.ingest.Progress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a query's current run. Immutable.
 *
 * @param batches number of completed batches of this run
 * @param lastBatch the last completed batch; null before the first, and if nothing is known of it
 * @param lastProgress the last progress of any kind, including an idle one; null before the first,
 *     and if batches have ended since without one
 * @param batchInFlightSince start of the running batch; null if no batch is known to be running
 * @param maxEventTime the latest event time in the last batch with rows; null if Spark reports none
 * @param unknownBatchEndedAt when batches last ended of which nothing else is known; null if the
 *     last batch is known
 * @param reportedInputAt when the driver says that the query last had input; null if it has not
 *     said so
 * @param invalidFields the fields of the last progress that could not be decoded
 */
public record ProgressInfo(
    long batches,
    @Nullable LastBatch lastBatch,
    @Nullable Progress lastProgress,
    @Nullable Instant batchInFlightSince,
    @Nullable Instant maxEventTime,
    @Nullable Instant unknownBatchEndedAt,
    @Nullable Instant reportedInputAt,
    InvalidFields invalidFields) {

  /** Creates the information for a run whose batches are all known. */
  public ProgressInfo(
      long batches,
      @Nullable LastBatch lastBatch,
      @Nullable Progress lastProgress,
      @Nullable Instant batchInFlightSince,
      @Nullable Instant maxEventTime) {
    this(
        batches,
        lastBatch,
        lastProgress,
        batchInFlightSince,
        maxEventTime,
        null,
        null,
        InvalidFields.NONE);
  }

  /** Returns when the last batch ended, as far as that is known; null before the first. */
  public @Nullable Instant lastEndedAt() {
    return lastBatch == null ? unknownBatchEndedAt : lastBatch.endedAt();
  }

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
