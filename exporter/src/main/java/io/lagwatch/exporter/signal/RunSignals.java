package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.RunThresholds;
import io.lagwatch.exporter.query.RunInfo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Signals about when a query runs.
 *
 * @param age time since the last run started, or since it ended if it took longer than {@code
 *     expectEvery}; null if no run is expected
 * @param expectedBy when the next run must have started; null if no run is expected
 * @param stoppedFor time since the last run ended without an exception; null while the query is not
 *     stopped
 */
public record RunSignals(
    @Nullable Duration age, @Nullable Instant expectedBy, @Nullable Duration stoppedFor) {

  /** No signal is known. */
  public static final RunSignals UNKNOWN = new RunSignals(null, null, null);

  static RunSignals of(RunInfo run, RunThresholds expected, Instant now) {
    Instant end = run.endedAt() == null ? run.lastReportAt() : run.endedAt();
    Duration stoppedFor = run.isStopped() ? Duration.between(end, now) : null;
    Duration every = expected.expectEvery();
    Duration interval = expected.longestInterval();
    if (every == null || interval == null) {
      return new RunSignals(null, null, stoppedFor);
    }
    boolean longRun =
        run.state().isOver() && Duration.between(run.startedAt(), end).compareTo(every) > 0;
    Instant from = longRun ? end : run.startedAt();
    return new RunSignals(Duration.between(from, now), from.plus(interval), stoppedFor);
  }
}
