package io.lagwatch.demo.producer;

import java.time.Duration;
import java.time.Instant;

/**
 * The time that events carry. It runs faster than the wall clock, so windows of minutes close while
 * one watches, and starts in the past, so it does not soon run into the future.
 */
record EventClock(Instant start, int speed) {
  /** What the clock shows when this much time has really passed. */
  Instant after(Duration elapsed) {
    return start.plus(elapsed.multipliedBy(speed));
  }
}
