package io.lagwatch.exporter.scenario;

import java.time.Instant;

/**
 * Converts times of a driver's clock to the exporter's clock by the difference between the report's
 * arrival and its {@code sentAt}, so that a wrong clock has no effect. The result is never after
 * the arrival of the report. Immutable.
 *
 * @param receivedAt when the report arrived, in the exporter's clock
 * @param ahead how far the exporter's clock is ahead of the driver's
 */
record DriverClock(long aheadMillis) {
  /** When every simulation begins: midnight, so that triggers of any interval are aligned. */
  static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

  static final DriverClock TRUE = new DriverClock(0);

  Instant at(long millis) {
    return START.plusMillis(millis + aheadMillis);
  }

  Instant atSecond(long second) {
    return at(second * 1000);
  }
}
