package io.lagwatch.exporter.replay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time that a replay reports on. Earlier lines are evaluated, too, but what happens outside is
 * not reported.
 *
 * @param since inclusive
 * @param until inclusive
 */
record TimeWindow(Instant since, Instant until) {
  static final TimeWindow ALL = new TimeWindow(Instant.MIN, Instant.MAX);

  /**
   * The window between two bounds.
   *
   * @param since a duration counts back from {@code until}; null without a bound
   * @param until a duration counts back from {@code end}; null without a bound
   * @param end the last time of the input
   */
  static TimeWindow of(@Nullable TimeBound since, @Nullable TimeBound until, Instant end) {
    Instant to = until == null ? Instant.MAX : until.time(end);
    Instant last = to.isBefore(end) ? to : end;
    return new TimeWindow(since == null ? Instant.MIN : since.time(last), to);
  }

  boolean isEmpty() {
    return until.isBefore(since);
  }
}
