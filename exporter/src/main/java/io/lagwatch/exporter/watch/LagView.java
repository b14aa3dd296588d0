package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a query is behind.
 *
 * @param basis where the end offsets come from
 * @param records sum over the partitions whose lag is known; null when none is
 * @param recordsAtLeast whether {@code records} is a lower bound because some partitions are
 *     unknown
 * @param time age of the oldest unread record, and whether that is a lower bound; null when it is
 *     unknown
 * @param reason why {@code records} is null or a lower bound; null when it is neither
 * @param measurement what the sum is made of
 * @param outlook what the lag is compared with and where it goes
 */
public record LagView(
    QueryLag.Basis basis,
    @Nullable Long records,
    boolean recordsAtLeast,
    @Nullable TimeLag time,
    @Nullable String reason,
    MeasurementView measurement,
    OutlookView outlook) {

  /**
   * The partitions of a sum.
   *
   * @param partitions every partition, ordered by source, topic and number
   * @param count how many partitions there are; null when that is unknown
   * @param unknown how many of them no sum includes; null when {@code count} is
   * @param rateLimitedBacklog records that the rate limit left behind when the last batch was
   *     planned; null when Spark did not report it
   * @param measuredAt when the oldest end offset in use was polled; null without end offsets
   * @param appliesToQuery false for a query without a Kafka source, which has no lag
   */
  public record MeasurementView(
      List<PartitionLag> partitions,
      @Nullable Integer count,
      @Nullable Integer unknown,
      @Nullable Long rateLimitedBacklog,
      @Nullable Instant measuredAt,
      boolean appliesToQuery) {}

  /**
   * What the lag is compared with and where it goes.
   *
   * @param explained the time behind that one trigger interval or the setting {@code lagFloor}
   *     explains
   * @param catchUp time until the lag is 0 at the current rates; null unless the query catches up
   * @param recordsLost records that Kafka deleted before the query read them; null when unknown
   * @param retentionHorizon time until Kafka deletes unread records at the current rates; null when
   *     unknown
   * @param leastHeadroom the partition with the fewest records between the earliest offset and the
   *     position; null when none is known
   */
  public record OutlookView(
      Duration explained,
      @Nullable Duration catchUp,
      @Nullable Long recordsLost,
      @Nullable Duration retentionHorizon,
      @Nullable PartitionLag leastHeadroom) {}

  /** Every partition, ordered by source, topic and number. */
  public List<PartitionLag> partitions() {
    return measurement.partitions();
  }

  /** How many partitions there are; 0 also when that is unknown. */
  public int partitionCount() {
    Integer count = measurement.count();
    return count == null ? 0 : count;
  }

  /** How many partitions no sum includes; 0 also when the number of partitions is unknown. */
  public int partitionsUnknown() {
    Integer unknown = measurement.unknown();
    return unknown == null ? 0 : unknown;
  }

  /** Whether the query reads Kafka and some of its lag is unknown. */
  public boolean isIncomplete() {
    return measurement.appliesToQuery() && (records == null || recordsAtLeast);
  }
}
