package io.lagwatch.exporter.history;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One completed batch in the history. Immutable.
 *
 * @param runId Spark's id of the run
 * @param duration duration of the whole trigger execution
 * @param records offsets that the position advanced. Null for a source without Kafka offsets, and
 *     if start offsets are missing: in the first batch of a run and for new partitions
 * @param inputRows input rows as Spark counts them; null if not reported
 * @param phases the duration of each phase
 */
public record BatchPoint(
    long id,
    String runId,
    Instant startedAt,
    Duration duration,
    @Nullable Long records,
    @Nullable Long inputRows,
    Phases phases) {

  /**
   * Returns the last batch of a query.
   *
   * @param previous the previous batch, whose phase names are shared; null if there is none
   */
  static BatchPoint of(QueryFacts facts, LastBatch batch, @Nullable BatchPoint previous) {
    var progress = batch.progress();
    return new BatchPoint(
        batch.batchId(),
        facts.run().runId(),
        batch.startedAt(),
        batch.duration(),
        records(progress),
        progress.numInputRows(),
        Phases.of(progress.durationMs(), previous == null ? null : previous.phases()));
  }

  /** Returns when the batch ended. */
  public Instant endedAt() {
    return startedAt.plus(duration);
  }

  private static @Nullable Long records(Progress progress) {
    long sum = 0;
    for (Progress.Source source : progress.sources()) {
      var start = source.start();
      var end = source.end();
      if (start == null || end == null) {
        return null;
      }
      for (var partition : end.entrySet()) {
        Long from = start.get(partition.getKey());
        if (from == null || from > partition.getValue()) {
          return null;
        }
        sum = SaturatingMath.add(sum, partition.getValue() - from);
      }
    }
    return progress.sources().isEmpty() ? null : (Long) sum;
  }
}
