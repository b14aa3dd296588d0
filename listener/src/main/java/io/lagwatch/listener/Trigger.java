package io.lagwatch.listener;

import org.jspecify.annotations.Nullable;

/** How a query is triggered. Immutable. */
final class Trigger {
  /**
   * {@code ProcessingTime}, {@code AvailableNow}, {@code Once}, {@code Continuous}, {@code
   * RealTime}.
   */
  final String type;

  /** Null where the type has none; zero means as fast as possible. */
  final @Nullable Long intervalMillis;

  Trigger(String type, @Nullable Long intervalMillis) {
    this.type = type;
    this.intervalMillis = intervalMillis;
  }

  /** Continuous processing runs no batches. */
  boolean hasBatches() {
    return !type.equals("Continuous");
  }
}
