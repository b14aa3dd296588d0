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
 */
public record QuerySettings(
    Duration quietPeriod,
    @Nullable Duration triggerInterval,
    double batchNearTriggerRatio,
    Duration batchNearTriggerHold,
    Duration lagWindow,
    Duration lagGrowingHold) {
  public static final QuerySettings DEFAULTS =
      new QuerySettings(
          Duration.ofMinutes(30),
          null,
          0.8,
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(3));
}
