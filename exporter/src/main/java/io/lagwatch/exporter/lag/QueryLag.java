package io.lagwatch.exporter.lag;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one query over all of its Kafka sources.
 *
 * @param basis the origin of the end offsets
 * @param partitions ordered by source, topic, partition
 * @param records sum over the partitions that are known; null when none is
 * @param time of the worst partition; null when none is known
 * @param unknown how many partitions are left out of {@code records}
 * @param rateLimitedBacklog records that the rate limit excluded when the batch was planned ({@code
 *     latestOffset − endOffset}); null when Spark did not report it
 * @param measuredAt when the oldest end offset in the sum was polled; null without end offsets
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

  /**
   * Number of partitions, including those whose topic or number Spark reported in an invalid form.
   */
  public int partitionCount() {
    long known = partitions.stream().filter(partition -> partition.records() != null).count();
    return Math.max(partitions.size(), (int) known + unknown);
  }

  /** The origin of the end offsets. */
  public enum Basis {
    /** Polled from the brokers: changes also while the query does not run. */
    BROKER,
    /** Spark's {@code latestOffset} at the planning of a batch: unchanged between batches. */
    SPARK,
    /** No end offset is known. */
    NONE;

    /** The value of the label {@code basis}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The lag of a query without a Kafka source: it has none. */
  public static final QueryLag NO_KAFKA = none("no source of the query is Kafka");

  /** The lag of a query that has read on at positions that are not known. */
  public static final QueryLag POSITION_LOST = none(UnknownReason.POSITION_LOST.ofAll());

  /** Unknown lag with its reason. */
  public static QueryLag none(String reason) {
    return new QueryLag(Basis.NONE, List.of(), null, null, 0, null, null, reason);
  }
}
