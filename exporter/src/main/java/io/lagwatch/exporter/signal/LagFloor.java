package io.lagwatch.exporter.signal;

import java.time.Duration;

/**
 * Lag in time that never counts as growing, because the rhythm of the batches explains it.
 *
 * @param total limit for the lag in time as measured
 * @param excludingBatchDuration limit for the lag in time less the duration of the batch, because
 *     the unread records arrived during the batch
 */
record LagFloor(Duration total, Duration excludingBatchDuration) {
  /**
   * Lower limit used for recovery (hysteresis), so that an alert does not flap when lag stays near
   * the floor.
   */
  LagFloor forRecovery() {
    return new LagFloor(total, excludingBatchDuration.dividedBy(2));
  }

  boolean isExceededBy(double behindSeconds, double tookSeconds) {
    return behindSeconds * 1000 > total.toMillis()
        || (behindSeconds - tookSeconds) * 1000 > excludingBatchDuration.toMillis();
  }
}
