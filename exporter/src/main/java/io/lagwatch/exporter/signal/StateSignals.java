package io.lagwatch.exporter.signal;

import org.jspecify.annotations.Nullable;

/**
 * Signals about the state store of a query.
 *
 * @param growthPerHour growth of the state per hour beyond the growth of the input, sustained over
 *     hours; 0.1 is ten per cent per hour
 */
public record StateSignals(@Nullable Double growthPerHour) {

  /** No signal is known. */
  public static final StateSignals UNKNOWN = new StateSignals(null);
}
