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
 * @param startedAt when its trigger started
 * @param endedAt when its trigger ended
 * @param duration duration of the whole trigger
 */
public record LastBatch(
    long batchId, Instant startedAt, Instant endedAt, Duration duration, Progress progress) {

  /** Returns the duration of each phase by Spark's name, including the whole trigger execution. */
  public NavigableMap<String, Duration> phases() {
    var phases = new TreeMap<String, Duration>();
    progress.durationMs().forEach((phase, millis) -> phases.put(phase, Duration.ofMillis(millis)));
    return Collections.unmodifiableNavigableMap(phases);
  }
}
