package io.lagwatch.exporter.signal;

import java.time.Duration;

/**
 * Lag in time that is never called growing, because the way batches work explains it.
 *
 * @param whole for the time behind as it is: what one trigger interval explains
 * @param unexplained for what is left of it without the duration of the batch, in which the records
 *     behind arrived
 */
record LagFloor(Duration whole, Duration unexplained) {
  /**
   * What lag that has grown must fall to, lest an alert flicker where it stands about the floor.
   */
  LagFloor ofRecovery() {
    return new LagFloor(whole, unexplained.dividedBy(2));
  }

  boolean isBelow(double behindSeconds, double tookSeconds) {
    return behindSeconds * 1000 > whole.toMillis()
        || (behindSeconds - tookSeconds) * 1000 > unexplained.toMillis();
  }
}
