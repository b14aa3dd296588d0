package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long one phase of a batch took.
 *
 * @param name as Spark has it, for example {@code addBatch}
 */
public record PhaseDuration(String name, Duration duration) {
  /**
   * The slowest phase of a batch; null when no phase is known.
   *
   * @param phases Spark's name of each phase to its duration, the whole trigger execution included
   */
  public static @Nullable PhaseDuration slowest(Map<String, Duration> phases) {
    return phases.entrySet().stream()
        .filter(phase -> !phase.getKey().equals(Progress.TRIGGER_EXECUTION))
        .max(Map.Entry.comparingByValue())
        .map(phase -> new PhaseDuration(phase.getKey(), phase.getValue()))
        .orElse(null);
  }
}
