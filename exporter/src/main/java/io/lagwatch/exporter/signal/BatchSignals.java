package io.lagwatch.exporter.signal;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Signals about the batches of a query.
 *
 * @param triggerUtilization median duration of the last batches divided by the trigger interval
 * @param age duration of the running batch so far; zero while no batch runs
 * @param stuckAfter age above which a batch of this query is stuck
 */
public record BatchSignals(
    @Nullable Double triggerUtilization, @Nullable Duration age, @Nullable Duration stuckAfter) {

  /** No signal is known. */
  public static final BatchSignals UNKNOWN = new BatchSignals(null, null, null);

  /**
   * True if a batch has been running for longer than {@code stuckAfter}. Compares whole
   * milliseconds, as the exported metrics do, so that the state and the alert agree.
   */
  public boolean isStuck() {
    return age != null && stuckAfter != null && age.toMillis() > stuckAfter.toMillis();
  }
}
