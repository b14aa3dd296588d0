package io.lagwatch.exporter.lag;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one partition of one source: the input of {@link LagTable}.
 *
 * @param source index of the source in the query's progress
 */
record PartitionFacts(int source, TopicPartition partition, Position position, Log log) {
  /**
   * What Spark reported.
   *
   * @param ofSource whether the source has a position at all
   * @param valid false if Spark reported something that is no offset
   * @param offset the offset Spark reads next; null if no batch has read the partition
   * @param beyondEnd true if it was beyond the end offset on two consecutive polls
   */
  record Position(boolean ofSource, boolean valid, @Nullable Long offset, boolean beyondEnd) {
    static final Position NONE_OF_SOURCE = new Position(false, true, null, false);
    static final Position INVALID = new Position(true, false, null, false);
  }

  /**
   * The partition's log, according to the broker or to Spark's {@code latestOffset}.
   *
   * @param end null while it is not known, or no longer
   * @param earliest null while it is not known
   * @param polledAt null without a broker
   * @param pollFailedSince true if a poll has failed after the one that reported {@code end}
   */
  record Log(
      @Nullable Long end,
      @Nullable Long earliest,
      @Nullable Instant polledAt,
      boolean pollFailedSince) {
    static final Log UNKNOWN = new Log(null, null, null, false);
  }

  boolean isInPosition() {
    return position.offset() != null;
  }

  /** True if Spark has read beyond the known end offset. */
  boolean isAheadOfEnd() {
    return position.offset() != null && log.end() != null && position.offset() > log.end();
  }
}
