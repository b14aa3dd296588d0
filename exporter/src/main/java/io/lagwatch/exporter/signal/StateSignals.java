package io.lagwatch.exporter.signal;

import org.jspecify.annotations.Nullable;

/**
 * Signals about the state store of a query.
 *
 * @param growthPerHour growth of the state per hour beyond the growth of the input, sustained over
 *     hours; 0.1 is ten per cent per hour
 */
public record StateSignals(@Nullable Double growthPerHour) {

  /** For how many hours in a row the state has grown by at least {@code growthPerHour}. */
  public static final int GROWTH_HOURS = StateGrowth.COMPARED_HOURS;

  /** No signal is known. */
  public static final StateSignals UNKNOWN = new StateSignals(null);
}
