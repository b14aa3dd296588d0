package io.lagwatch.exporter.lag;

import java.time.Duration;

/**
 * How long ago the broker's end stood where the query stands now.
 *
 * @param behind never negative
 * @param lowerBound true when the history of ends does not reach back far enough: the truth is
 *     {@code behind} or more
 */
public record TimeLag(Duration behind, boolean lowerBound) {
  public static final TimeLag NONE = new TimeLag(Duration.ZERO, false);
}
