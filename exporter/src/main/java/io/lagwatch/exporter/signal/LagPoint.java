package io.lagwatch.exporter.signal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one source at one batch end.
 *
 * @param at when the batch ended
 * @param records records behind at that moment
 * @param grown how far the lag has grown since the series began, over the partitions that were
 *     known at both ends of each step; may be negative
 * @param arrived records that have arrived since the series began, counted likewise
 * @param tookSeconds how long the batch took: that much of the time behind is explained
 * @param behindSeconds how far behind in time; null when it cannot be known
 * @param atLeast whether {@code behindSeconds} is only a lower bound
 */
record LagPoint(
    Instant at,
    long records,
    long grown,
    long arrived,
    double tookSeconds,
    @Nullable Double behindSeconds,
    boolean atLeast) {

  double secondsSince(LagPoint earlier) {
    return (at.toEpochMilli() - earlier.at.toEpochMilli()) / 1000.0;
  }

  /**
   * How far behind in time. Where the brokers' history does not reach back to the position, records
   * are turned into seconds by the rate at which they arrived since {@code earlier}, so that a
   * short history makes nothing look better than it is.
   */
  @Nullable Double lagSeconds(LagPoint earlier) {
    if (behindSeconds != null && !atLeast) {
      return behindSeconds;
    }
    double seconds = secondsSince(earlier);
    long came = arrived - earlier.arrived;
    if (seconds <= 0 || came <= 0) {
      return behindSeconds;
    }
    double byRate = records * seconds / came;
    return behindSeconds == null ? (Double) byRate : (Double) Math.max(behindSeconds, byRate);
  }
}
