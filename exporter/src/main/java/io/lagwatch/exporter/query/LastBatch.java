package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The last completed batch. Immutable.
 *
 * @param startedAt when its trigger began
 * @param endedAt when Spark made its progress
 * @param duration of the whole trigger
 */
public record LastBatch(
    long batchId, Instant startedAt, Instant endedAt, Duration duration, Progress progress) {

  /** Spark's name of each phase to its duration, the whole trigger execution included. */
  public NavigableMap<String, Duration> phases() {
    var phases = new TreeMap<String, Duration>();
    progress.durationMs().forEach((phase, millis) -> phases.put(phase, Duration.ofMillis(millis)));
    return Collections.unmodifiableNavigableMap(phases);
  }
}
