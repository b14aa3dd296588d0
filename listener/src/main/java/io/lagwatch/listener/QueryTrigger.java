package io.lagwatch.listener;

import org.jspecify.annotations.Nullable;

/** The trigger of a query. Immutable. */
final class QueryTrigger {
  /**
   * {@code ProcessingTime}, {@code AvailableNow}, {@code Once}, {@code Continuous}, {@code
   * RealTime}.
   */
  final String type;

  /** Null for types without an interval; 0 means as fast as possible. */
  final @Nullable Long intervalMillis;

  QueryTrigger(String type, @Nullable Long intervalMillis) {
    this.type = type;
    this.intervalMillis = intervalMillis;
  }

  /** False for continuous processing. */
  boolean hasBatches() {
    return !type.equals("Continuous");
  }
}
