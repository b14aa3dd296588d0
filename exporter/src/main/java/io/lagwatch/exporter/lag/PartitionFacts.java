package io.lagwatch.exporter.lag;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts about one partition of one source: the input of {@link LagTable}.
 *
 * @param source index of the source in the query's progress
 */
record PartitionFacts(int source, TopicPartition partition, Position position, Log log) {
  /**
   * What Spark reported.
   *
   * @param ofSource whether the source has a position at all
   * @param valid false if Spark reported an invalid offset
   * @param offset the offset Spark reads next; null if no batch has read the partition
   * @param log whether it is one of the topic's current log
   */
  record Position(boolean ofSource, boolean valid, @Nullable Long offset, LogMatch log) {
    static final Position NONE_OF_SOURCE = new Position(false, true, null, LogMatch.CURRENT);
    static final Position INVALID = new Position(true, false, null, LogMatch.CURRENT);
  }

  /** Whether a position is one of the topic's current log. */
  enum LogMatch {
    CURRENT,
    /** One poll found the position beyond the end offset. */
    SUSPECTED,
    /** It belongs to another log: the topic was recreated or its last records were lost. */
    OTHER;

    static LogMatch of(BeyondEnd beyondEnd, TopicPartition partition) {
      if (beyondEnd.confirmed().contains(partition)) {
        return OTHER;
      }
      return beyondEnd.suspected().contains(partition) ? SUSPECTED : CURRENT;
    }
  }

  /**
   * The partition's log, according to the broker or to Spark's {@code latestOffset}.
   *
   * @param end null while it is not known, or no longer
   * @param earliest null while it is not known
   * @param polledAt null without a broker
   * @param pollFailedSince true if a poll has failed after the one that reported {@code end}
   * @param undetermined why it is not known which cluster has the log; null if that is known
   */
  record Log(
      @Nullable Long end,
      @Nullable Long earliest,
      @Nullable Instant polledAt,
      boolean pollFailedSince,
      @Nullable UnknownReason undetermined) {
    static final Log UNKNOWN = new Log(null, null, null, false);

    Log(
        @Nullable Long end,
        @Nullable Long earliest,
        @Nullable Instant polledAt,
        boolean pollFailedSince) {
      this(end, earliest, polledAt, pollFailedSince, null);
    }

    /** The log of a partition that has no known end offset for this reason. */
    static Log unknown(UnknownReason reason) {
      return new Log(null, null, null, false, reason == UnknownReason.END_UNKNOWN ? null : reason);
    }
  }

  boolean isInPosition() {
    return position.offset() != null;
  }

  /** True if Spark has read beyond the known end offset. */
  boolean isAheadOfEnd() {
    return position.offset() != null && log.end() != null && position.offset() > log.end();
  }
}
