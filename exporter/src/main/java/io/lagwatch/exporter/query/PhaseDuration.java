package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The duration of one phase of a batch. Immutable.
 *
 * @param name Spark's name of the phase, for example {@code addBatch}
 */
public record PhaseDuration(String name, Duration duration) {
  /**
   * Returns the slowest phase of a batch; null if no phase is known.
   *
   * @param phases the duration of each phase by Spark's name, including the whole trigger execution
   */
  public static @Nullable PhaseDuration slowest(Map<String, Duration> phases) {
    return phases.entrySet().stream()
        .filter(phase -> !phase.getKey().equals(Progress.TRIGGER_EXECUTION))
        .max(Map.Entry.comparingByValue())
        .map(phase -> new PhaseDuration(phase.getKey(), phase.getValue()))
        .orElse(null);
  }
}
