package io.lagwatch.exporter.signal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one source at one batch end.
 *
 * @param at when the batch ended
 * @param records lag in records at that time
 * @param grown change of the lag in records since the start of the series; may be negative. Each
 *     step counts only partitions that are known at both ends
 * @param arrived records that have arrived since the start of the series, counted in the same way
 * @param tookSeconds duration of the batch, which accounts for as much of the lag in seconds
 * @param behindSeconds lag in seconds; null if unknown
 * @param atLeast true if {@code behindSeconds} is only a lower bound
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
   * Returns the lag in seconds. If the history of end offsets does not contain the position, it is
   * estimated from the records and the arrival rate since {@code earlier}. Otherwise a short
   * history would make the lag look too small.
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
