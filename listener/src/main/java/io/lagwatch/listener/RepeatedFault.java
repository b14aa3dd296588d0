package io.lagwatch.listener;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether an occurrence of a fault is logged. A lasting fault is logged once. A fault that
 * ended and occurs again is logged again, but at most once per {@link #MIN_INTERVAL_MILLIS}.
 *
 * <p>No method waits. Two threads that report the first occurrence together may both log it.
 */
final class RepeatedFault implements Serializable {
  static final long MIN_INTERVAL_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private static final long serialVersionUID = 1L;

  private volatile @Nullable Long loggedAt;
  private volatile boolean hasEnded;

  /** Returns true if this occurrence should be logged, and counts it as logged. */
  boolean shouldLog(long nowMillis) {
    Long last = loggedAt;
    // A clock that was set back by more than the interval must not silence the fault.
    boolean isDue = last == null || (hasEnded && Math.abs(nowMillis - last) >= MIN_INTERVAL_MILLIS);
    if (isDue) {
      loggedAt = nowMillis;
      hasEnded = false;
    }
    return isDue;
  }

  /** Records that the fault did not occur where it could have. */
  void end() {
    if (!hasEnded) {
      hasEnded = true;
    }
  }
}
