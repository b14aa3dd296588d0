package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;

/** What the trigger of a query means for how it may be judged. */
final class Intervals {
  /** One trigger interval explains that much lag, and a quarter more for an uneven batch. */
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
