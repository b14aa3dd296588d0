package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the trigger of a query means for how it may be judged. */
final class Intervals {
  /** One trigger interval explains that much lag, and a quarter more for an uneven batch. */
  private static final double FLOOR_IN_INTERVALS = 1.25;

  private Intervals() {}

  /**
   * The interval a batch should stay below: of a {@code ProcessingTime} trigger above zero, or the
   * configured one where the driver could not learn the trigger. A batch in real-time mode always
   * lasts longer than its interval, so that it has none.
   */
  static @Nullable Duration utilizationInterval(QueryFacts facts, QuerySettings settings) {
    return facts.trigger() == null ? settings.batch().triggerInterval() : facts.triggerInterval();
  }

  /** How often batches are meant to end, whatever the type of trigger; null when not by a clock. */
  static @Nullable Duration triggerInterval(QueryFacts facts, QuerySettings settings) {
    Report.Trigger trigger = facts.trigger();
    Duration interval = trigger == null ? settings.batch().triggerInterval() : trigger.interval();
    return interval == null || interval.isZero() ? null : interval;
  }

  /** How far behind one trigger interval explains. */
  static Duration lagFloor(QueryFacts facts, QuerySettings settings) {
    Duration interval = triggerInterval(facts, settings);
    if (interval == null) {
      return settings.lag().lagFloor();
    }
    Duration explained = Duration.ofMillis((long) (interval.toMillis() * FLOOR_IN_INTERVALS));
    return explained.compareTo(settings.lag().lagFloor()) > 0
        ? explained
        : settings.lag().lagFloor();
  }
}
