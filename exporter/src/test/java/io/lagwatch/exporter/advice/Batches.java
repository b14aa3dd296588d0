package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.history.Phases;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Histories of batches. */
final class Batches {
  private Batches() {}

  /** As many batches, by the records and the seconds of each. */
  static List<BatchPoint> of(int count, IntToDoubleFunction records, IntToDoubleFunction seconds) {
    return IntStream.range(0, count)
        .mapToObj(i -> batch(i, "run", (long) records.applyAsDouble(i), seconds.applyAsDouble(i)))
        .toList();
  }

  static BatchPoint batch(int id, String run, Long records, double seconds) {
    long millis = Math.round(seconds * 1000);
    var phases = new TreeMap<String, Long>();
    phases.put("addBatch", millis * 6 / 10);
    phases.put("walCommit", millis * 4 / 10);
    return new BatchPoint(
        id,
        run,
        Snapshots.NOW.plusSeconds(30L * id),
        Duration.ofMillis(millis),
        records,
        records,
        Phases.of(phases, null));
  }

  /** A batch of 4 s that spent these milliseconds in these phases. */
  static BatchPoint waiting(int id, Map<String, Integer> millis) {
    var phases = new TreeMap<String, Long>();
    millis.forEach((phase, took) -> phases.put(phase, (long) took));
    return new BatchPoint(
        id,
        "run",
        Snapshots.NOW.plusSeconds(30L * id),
        Duration.ofSeconds(4),
        500L,
        500L,
        Phases.of(phases, null));
  }
}
