package io.lagwatch.exporter.scenario;

import java.time.Instant;

/**
 * Milliseconds of a simulation as instants, as one machine's clock shows them.
 *
 * @param aheadMillis how far that clock is ahead of the true time
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
