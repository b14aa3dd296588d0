package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicOfSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The lag of a query. Immutable.
 *
 * @param basis where the end offsets come from
 * @param records sum over the partitions whose lag is known; null if none is known
 * @param recordsAtLeast true if {@code records} is a lower bound because some partitions are
 *     unknown
 * @param time age of the oldest unread record, and whether that is a lower bound; null if unknown
 * @param reason why {@code records} is null or a lower bound; otherwise null
 * @param measurement the partitions that are part of the sum
 * @param outlook limits and forecasts for the lag
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
   * The partitions that are part of the sum.
   *
   * @param partitions every partition, ordered by source, topic and number
   * @param count number of partitions; null if unknown
   * @param unknown number of partitions that no sum includes; null if {@code count} is null
   * @param rateLimitedBacklog records that a rate limit excluded when the last batch was planned;
   *     null if unknown
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
   * Limits and forecasts for the lag.
   *
   * @param explained lag in seconds that one trigger interval or the setting {@code lagFloor}
   *     accounts for
   * @param catchUp time until the lag is 0 at the current rates; null if the query does not catch
   *     up
   * @param recordsLost records that Kafka deleted before the query read them; null if unknown
   * @param retentionHorizon time until Kafka deletes unread records at the current rates; null if
   *     unknown
   * @param leastHeadroom the partition with the fewest records between the earliest offset and the
   *     position; null if none is known
   * @param timeHeadroom time until the oldest unread record may be deleted, by topic; negative if
   *     it has been deleted; a topic is absent if that is unknown
   */
  public record OutlookView(
      Duration explained,
      @Nullable Duration catchUp,
      @Nullable Long recordsLost,
      @Nullable Duration retentionHorizon,
      @Nullable PartitionLag leastHeadroom,
      SortedMap<TopicOfSource, Duration> timeHeadroom) {}

  /** Returns every partition, ordered by source, topic and number. */
  public List<PartitionLag> partitions() {
    return measurement.partitions();
  }

  /** Returns the number of partitions; 0 also if it is unknown. */
  public int partitionCount() {
    Integer count = measurement.count();
    return count == null ? 0 : count;
  }

  /**
   * Returns the number of partitions that no sum includes; 0 also if the number of partitions is
   * unknown.
   */
  public int partitionsUnknown() {
    Integer unknown = measurement.unknown();
    return unknown == null ? 0 : unknown;
  }

  /** Returns true if the query reads from Kafka and some of its lag is unknown. */
  public boolean isIncomplete() {
    return measurement.appliesToQuery() && (records == null || recordsAtLeast);
  }
}
