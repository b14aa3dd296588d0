package io.lagwatch.listener;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Decides when the next report to one endpoint is due. Times are milliseconds of one steady clock.
 * Used by one thread.
 *
 * <ul>
 *   <li>After a change: immediately, but at least {@link #MIN_INTERVAL_MILLIS} after the last
 *       report.
 *   <li>Without a change: one heartbeat after the last report.
 *   <li>After a failure: after a delay that doubles with each failure, up to the heartbeat. The
 *       delay is random, so that many drivers do not reconnect at the same moment.
 * </ul>
 */
final class ReportSchedule {
  /** Changes within this time are sent in one report. */
  static final long MIN_INTERVAL_MILLIS = 500;

  static final long FIRST_RETRY_MILLIS = 1_000;

  private final long heartbeatMillis;
  private final DoubleSupplier random;
  private boolean hasAttempted;
  private long lastAttemptAt;
  private long retryMillis;
  private int failures;

  /**
   * Creates a schedule that is due immediately.
   *
   * @param random returns numbers from 0 to 1
   */
  ReportSchedule(Duration heartbeat, DoubleSupplier random) {
    this.heartbeatMillis = heartbeat.toMillis();
    this.random = random;
  }

  /** Returns the time to wait; 0 or less means that a report is due. */
  long waitMillis(long now, boolean hasChanged) {
    if (!hasAttempted) {
      return 0;
    }
    long interval = hasChanged ? MIN_INTERVAL_MILLIS : heartbeatMillis;
    return lastAttemptAt + (hasFailed() ? retryMillis : interval) - now;
  }

  void recordDelivery(long now) {
    hasAttempted = true;
    lastAttemptAt = now;
    failures = 0;
  }

  void recordFailure(long now) {
    hasAttempted = true;
    lastAttemptAt = now;
    failures++;
    long doubled = FIRST_RETRY_MILLIS << Math.min(failures - 1, 20);
    retryMillis = (long) (Math.min(doubled, heartbeatMillis) * (0.5 + 0.5 * random.getAsDouble()));
  }

  /** True if the last attempt failed. */
  boolean hasFailed() {
    return failures > 0;
  }
}
