package io.lagwatch.demo.producer;

import java.time.Duration;
import java.time.Instant;

/**
 * The event time of the records. It runs faster than the wall clock, so windows of minutes close
 * within seconds. It starts in the past, so it does not reach the future soon.
 */
record EventClock(Instant start, int speed) {
  /** Returns the event time after this much real time. */
  Instant after(Duration elapsed) {
    return start.plus(elapsed.multipliedBy(speed));
  }
}
