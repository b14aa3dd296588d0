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

/** Names a phase that takes much of the batch although it processes no records. */
final class PhaseAdvice {
  private static final int BATCHES = 10;
  private static final double MIN_SHARE = 0.3;
  private static final long MIN_MILLIS = 500;

  /** What Spark does in each phase that processes no records; names as in Spark 3.3 to 4.2. */
  private static final Map<String, String> TASKS =
      Map.of(
          "latestOffset", "asks Kafka or another source for its latest offset",
          "getOffset", "asks a source for its latest offset",
          "walCommit", "writes the offsets of the batch to the checkpoint",
          "commitOffsets", "writes the end of the batch to the checkpoint",
          "queryPlanning", "plans the batch on the driver");

  private PhaseAdvice() {}

  static @Nullable Advice of(QueryView query, List<BatchPoint> all) {
    var batches = all.subList(Math.max(0, all.size() - BATCHES), all.size());
    if (batches.size() < BATCHES || query.run().state().hasEnded()) {
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
            .filter(phase -> TASKS.containsKey(phase.getKey()))
            .max(Map.Entry.comparingByValue())
            .orElse(null);
    if (largest == null) {
      return null;
    }
    long mean = largest.getValue() / batches.size();
    if (mean < MIN_MILLIS || largest.getValue() < MIN_SHARE * whole) {
      return null;
    }
    return new Advice(
        "Slow phase",
        "The phase "
            + largest.getKey()
            + " took "
            + Numbers.percent((double) largest.getValue() / whole)
            + " of the last "
            + batches.size()
            + " batches, "
            + Times.duration(Duration.ofMillis(mean))
            + " per batch. In this phase, Spark "
            + TASKS.get(largest.getKey())
            + ". More cores do not make it faster.");
  }
}
