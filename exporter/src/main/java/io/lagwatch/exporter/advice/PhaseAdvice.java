package io.lagwatch.exporter.advice;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A phase beside the work itself that takes much of a batch. */
final class PhaseAdvice {
  private static final int NEWEST = 10;
  private static final double SHARE = 0.3;
  private static final long FEWEST_MILLIS = 500;

  /** What each phase waits for (as Spark 3.3 to 4.2 name them); others are the work itself. */
  private static final Map<String, String> WAITS =
      Map.of(
          "latestOffset", "the answer of Kafka, or of another source, to where its log ends",
          "getOffset", "the answer of a source to where it ends",
          "walCommit", "the checkpoint's storage, before the batch",
          "commitOffsets", "the checkpoint's storage, after the batch",
          "queryPlanning", "the planner, on the driver");

  private PhaseAdvice() {}

  static @Nullable Advice of(QueryView query, List<BatchPoint> all) {
    var batches = all.subList(Math.max(0, all.size() - NEWEST), all.size());
    if (batches.size() < NEWEST || query.run().state().hasEnded()) {
      return null;
    }
    long whole = batches.stream().mapToLong(batch -> batch.duration().toMillis()).sum();
    var phases = new TreeMap<String, Long>();
    for (BatchPoint batch : batches) {
      batch
          .phases()
          .millis()
          .forEach((phase, millis) -> phases.merge(phase, (long) millis, Long::sum));
    }
    var largest =
        phases.entrySet().stream()
            .filter(phase -> WAITS.containsKey(phase.getKey()))
            .max(Map.Entry.comparingByValue())
            .orElse(null);
    if (largest == null) {
      return null;
    }
    long mean = largest.getValue() / batches.size();
    if (mean < FEWEST_MILLIS || largest.getValue() < SHARE * whole) {
      return null;
    }
    return new Advice(
        "Where the time goes",
        "The phase "
            + largest.getKey()
            + " took "
            + Numbers.percent((double) largest.getValue() / whole)
            + " of the last "
            + batches.size()
            + " batches, "
            + Times.duration(Duration.ofMillis(mean))
            + " of each: that is waiting for "
            + WAITS.get(largest.getKey())
            + ", which more cores do not shorten.");
  }
}
