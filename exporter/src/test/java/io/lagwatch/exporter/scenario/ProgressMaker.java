package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.scenario.Batch.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the progress that Spark would write. Shapes are those of real runs of Spark 3.4 to 4.2: a
 * replayed batch has no {@code latestOffset} and no {@code walCommit}, an idle progress nothing but
 * {@code latestOffset} and {@code triggerExecution}.
 */
final class ProgressMaker {
  private static final long WATERMARK_DELAY = 10 * Span.MINUTE;

  private final QueryPlan plan;
  private final DriverClock clock;

  ProgressMaker(QueryPlan plan, DriverClock clock) {
    this.plan = plan;
    this.clock = clock;
  }

  /** What Spark counts of a batch's rows. */
  long counted(long rows) {
    return Math.round(rows * plan.rowsFactor);
  }

  /**
   * A completed batch.
   *
   * @param millis how long it took
   * @param sinceLast milliseconds between this trigger and the one before; 0 in the first of a run
   */
  Progress batch(Batch batch, long millis, long sinceLast) {
    var durations = new TreeMap<String, Long>();
    durations.put("addBatch", millis * 9 / 10);
    durations.put("commitOffsets", millis / 50);
    durations.put("getBatch", 0L);
    durations.put("queryPlanning", 12L);
    durations.put("triggerExecution", millis);
    if (!batch.replayed()) {
      durations.put("latestOffset", 3L);
      durations.put("walCommit", millis / 50);
    }
    return progress(batch, counted(batch.rows()), millis, sinceLast, durations);
  }

  /** What Spark up to 3.4 sends on idle: the id is that of the batch to come. */
  Progress idle(Batch nothing, long sinceLast) {
    var durations = new TreeMap<String, Long>();
    durations.put("latestOffset", 8L);
    durations.put("triggerExecution", 9L);
    return progress(nothing, 0, 9, sinceLast, durations);
  }

  private Progress progress(
      Batch batch, long counted, long millis, long sinceLast, SortedMap<String, Long> durations) {
    var sources = new ArrayList<Progress.Source>();
    for (Slice slice : batch.slices()) {
      String description = "KafkaV2[Subscribe[" + String.join(", ", slice.topics()) + "]]";
      long rows = counted(slice.rows());
      sources.add(
          new Progress.Source(
              sources.size(), description, true, slice.start(), slice.end(), slice.latest(), rows));
    }
    return new Progress(
        clock.atSecond(batch.startedAt()),
        batch.id(),
        counted,
        sinceLast == 0 ? 0.0 : counted * 1000.0 / sinceLast,
        counted * 1000.0 / millis,
        durations,
        plan.state.present() ? watermark(batch.startedAt()) : null,
        plan.state.present() && counted > 0 ? clock.atSecond(batch.startedAt() - 1) : null,
        operators(batch),
        sources);
  }

  private @Nullable Instant watermark(long second) {
    Span stands = plan.state.watermarkStands();
    long of = stands.holds(second) ? stands.from() : second;
    return clock.atSecond(of - 1 - WATERMARK_DELAY);
  }

  private List<Progress.StateOperator> operators(Batch batch) {
    if (!plan.state.present()) {
      return List.of();
    }
    long rows = (long) plan.state.rows().perSecond(batch.startedAt());
    return List.of(
        new Progress.StateOperator(
            0, "stateStoreSave", rows, 900L, rows * 570, dropped(batch.startedAt()), 120L));
  }

  /** Late rows that a batch of that second drops. */
  long dropped(long second) {
    return (long) plan.state.droppedPerBatch().perSecond(second);
  }
}
