package io.lagwatch.listener;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When the next report to one endpoint is due: at once on a change, but not in a rush; at the
 * latest a heartbeat after the last; and while the exporter does not answer, after a pause that
 * doubles up to the heartbeat, so that a returning exporter hears soon without all drivers calling
 * at the same moment. Times are those of one steady clock in milliseconds. Used by one thread.
 */
final class Pacing {
  /** Changes within this time go out together. */
  static final long GAP_MILLIS = 500;

  static final long FIRST_PAUSE_MILLIS = 1_000;

  private final long heartbeatMillis;
  private final DoubleSupplier random;
  private boolean attempted;
  private long lastAttemptAt;
  private long pauseMillis;
  private int failures;

  /**
   * @param random gives numbers from 0 to 1
   */
  Pacing(Duration heartbeat, DoubleSupplier random) {
    this.heartbeatMillis = heartbeat.toMillis();
    this.random = random;
  }

  /** How long to wait from now; 0 or less means now. */
  long waitMillis(long now, boolean changed) {
    if (!attempted) {
      return 0;
    }
    long pause = failures > 0 ? pauseMillis : changed ? GAP_MILLIS : heartbeatMillis;
    return lastAttemptAt + pause - now;
  }

  void delivered(long now) {
    attempted = true;
    lastAttemptAt = now;
    failures = 0;
  }

  void failed(long now) {
    attempted = true;
    lastAttemptAt = now;
    failures++;
    double doubled = FIRST_PAUSE_MILLIS * Math.pow(2, Math.min(failures - 1, 20));
    pauseMillis = (long) (Math.min(doubled, heartbeatMillis) * (0.5 + 0.5 * random.getAsDouble()));
  }

  /** Whether the last attempt failed. */
  boolean failing() {
    return failures > 0;
  }
}
