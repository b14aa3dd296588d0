package io.lagwatch.exporter.signal;

import java.time.Duration;

/**
 * Lag in time that is never called growing, because the way batches work explains it.
 *
 * @param total for the time behind as it is: what one trigger interval explains
 * @param excludingBatchDuration for what is left of it without the duration of the batch, in which
 *     the records behind arrived
 */
record LagFloor(Duration total, Duration excludingBatchDuration) {
  /**
   * What lag that has grown must fall to, lest an alert flicker where it stands about the floor.
   */
  LagFloor forRecovery() {
    return new LagFloor(total, excludingBatchDuration.dividedBy(2));
  }

  boolean isExceededBy(double behindSeconds, double tookSeconds) {
    return behindSeconds * 1000 > total.toMillis()
        || (behindSeconds - tookSeconds) * 1000 > excludingBatchDuration.toMillis();
  }
}
