package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;

/** Limits that follow from the trigger interval of a query. */
final class Intervals {
  /**
   * Lag divided by the trigger interval that is normal: one interval, and a quarter because batches
   * differ.
   */
  private static final double FLOOR_IN_INTERVALS = 1.25;

  private Intervals() {}

  /** Lag in time that the trigger interval accounts for. */
  static Duration lagFloor(QueryFacts facts, QuerySettings settings) {
    Duration interval = facts.trigger().period();
    if (interval == null) {
      return settings.lag().lagFloor();
    }
    Duration explained = Duration.ofMillis((long) (interval.toMillis() * FLOOR_IN_INTERVALS));
    return explained.compareTo(settings.lag().lagFloor()) > 0
        ? explained
        : settings.lag().lagFloor();
  }
}
