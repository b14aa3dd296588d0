package io.lagwatch.exporter.signal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Signals about the lag of a query.
 *
 * @param growthRatio share of the arriving records that adds to the lag; 0 while growth is not
 *     distinguishable from keeping up
 * @param growth the rates behind {@code growthRatio}; null when the ratio is 0 or unknown
 * @param explainedByTrigger lag in time that the trigger interval accounts for
 * @param catchUpTime time until the lag is 0 at current rates; null unless the lag is shrinking
 * @param unmeasuredPartitions partitions whose lag is unknown, or the number of Kafka sources when
 *     no partition is known
 */
public record LagSignals(
    @Nullable Double growthRatio,
    @Nullable LagGrowthRate growth,
    @Nullable Duration explainedByTrigger,
    @Nullable Duration catchUpTime,
    @Nullable Integer unmeasuredPartitions) {

  /** No signal is known. */
  public static final LagSignals UNKNOWN = new LagSignals(null, null, null, null, null);
}
