package io.lagwatch.exporter.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is expected of one query: the first matching entry under {@code queries:} over the defaults.
 *
 * @param quietPeriod the longest time without input that is normal
 * @param triggerInterval stands in where the driver could not learn the trigger; null when not set
 * @param batchNearTriggerRatio batch duration ÷ trigger interval from which on a batch is near it
 * @param batchNearTriggerHold how long that must last
 * @param lagWindow the shortest window over which lag is judged
 * @param lagGrowingHold how long lag must keep rising
 * @param lagFloor how far behind in time is never called growing; one trigger interval and a
 *     quarter of it where that is longer
 * @param lagGrowthRatio share of what arrives that must add to the lag
 * @param silenceTolerated how long a driver may be silent before its lag is judged without it
 * @param stuckAfter the shortest age from which on a batch is stuck; longer where the query's
 *     batches take long
 * @param watermarkStalledAfter how long rows may come without the watermark moving
 * @param lateRowsRatio share of the rows that may be dropped behind the watermark
 * @param stateGrowthPerHour growth of the state an hour, beyond that of the input, that is normal
 * @param retentionHorizon how long before records are lost to retention it shall be said
 */
public record QuerySettings(
    Duration quietPeriod,
    @Nullable Duration triggerInterval,
    double batchNearTriggerRatio,
    Duration batchNearTriggerHold,
    Duration lagWindow,
    Duration lagGrowingHold,
    Duration lagFloor,
    double lagGrowthRatio,
    Duration silenceTolerated,
    Duration stuckAfter,
    Duration watermarkStalledAfter,
    double lateRowsRatio,
    double stateGrowthPerHour,
    Duration retentionHorizon) {
  public static final QuerySettings DEFAULTS =
      new QuerySettings(
          Duration.ofMinutes(30),
          null,
          0.8,
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(3),
          Duration.ofMinutes(1),
          0.01,
          Duration.ofMinutes(8),
          Duration.ofMinutes(10),
          Duration.ofMinutes(15),
          0.01,
          0.1,
          Duration.ofHours(6));

  /** The same with another quiet period. */
  public QuerySettings withQuietPeriod(Duration period) {
    return new QuerySettings(
        period,
        triggerInterval,
        batchNearTriggerRatio,
        batchNearTriggerHold,
        lagWindow,
        lagGrowingHold,
        lagFloor,
        lagGrowthRatio,
        silenceTolerated,
        stuckAfter,
        watermarkStalledAfter,
        lateRowsRatio,
        stateGrowthPerHour,
        retentionHorizon);
  }
}
