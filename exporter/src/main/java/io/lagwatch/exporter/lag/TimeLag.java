package io.lagwatch.exporter.lag;

import java.time.Duration;

/**
 * Lag in time: the time since the end offset equalled the query's current position.
 *
 * @param duration never negative
 * @param lowerBound true if the history of end offsets is too short: the lag is {@code duration} or
 *     more
 */
public record TimeLag(Duration duration, boolean lowerBound) {
  public static final TimeLag NONE = new TimeLag(Duration.ZERO, false);
}
