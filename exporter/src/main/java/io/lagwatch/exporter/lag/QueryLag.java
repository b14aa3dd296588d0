package io.lagwatch.exporter.lag;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one query over all of its Kafka sources.
 *
 * @param basis what it was measured against
 * @param partitions ordered by source, topic, partition
 * @param records sum over the partitions that are known; null when none is
 * @param time of the worst partition; null when none is known
 * @param unknown how many partitions are left out of {@code records}
 * @param rateLimitedBacklog what the rate limit left behind at planning ({@code latestOffset −
 *     endOffset}); null when Spark did not say
 * @param measuredAt when the oldest of the ends used was polled; null without ends
 * @param reason why {@code records} is unknown or a lower bound; null when it is complete
 */
public record QueryLag(
    Basis basis,
    List<PartitionLag> partitions,
    @Nullable Long records,
    @Nullable TimeLag time,
    int unknown,
    @Nullable Long rateLimitedBacklog,
    @Nullable Instant measuredAt,
    @Nullable String reason) {

  public QueryLag {
    partitions = List.copyOf(partitions);
  }

  /**
   * True if {@code records} is known but leaves partitions out, so that the lag is at least that.
   */
  public boolean isLowerBound() {
    return records != null && unknown > 0;
  }

  /** Number of partitions, including those that Spark did not name in a usable way. */
  public int partitionCount() {
    long known = partitions.stream().filter(partition -> partition.records() != null).count();
    return Math.max(partitions.size(), (int) known + unknown);
  }

  /** What lag was measured against. */
  public enum Basis {
    /** The broker's own answer: moves when the query does not. */
    BROKER,
    /** Spark's {@code latestOffset} at planning: frozen between batches. */
    SPARK,
    /** Nothing to measure against. */
    NONE;

    /** The value of the label {@code basis}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The lag of a query that reads nothing of Kafka: there is none to be known. */
  public static final QueryLag NO_KAFKA = none("no source of the query is Kafka");

  /** The lag of a query that has read on at positions that are not known. */
  public static final QueryLag POSITION_LOST = none(UnknownReason.POSITION_LOST.ofAll());

  /** Lag that cannot be known, and why. */
  public static QueryLag none(String reason) {
    return new QueryLag(Basis.NONE, List.of(), null, null, 0, null, null, reason);
  }
}
