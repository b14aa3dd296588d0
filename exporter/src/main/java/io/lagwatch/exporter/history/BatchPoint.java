package io.lagwatch.exporter.history;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.query.LastBatch;
import io.lagwatch.exporter.query.QueryFacts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One finished batch. Immutable.
 *
 * @param runId the run that it belongs to
 * @param duration trigger execution as a whole
 * @param records how far the position moved; null where a source has no Kafka offsets, or does not
 *     say where it began (the first batch of a run, a partition that is new)
 * @param inputRows as Spark counts them; null when it does not say
 * @param phases how long each phase took
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
   * The last batch of a query.
   *
   * @param before the one before, whose phases' names are shared; null when there is none
   */
  static BatchPoint of(QueryFacts facts, LastBatch batch, @Nullable BatchPoint before) {
    var progress = batch.progress();
    return new BatchPoint(
        batch.batchId(),
        facts.run().runId(),
        batch.startedAt(),
        batch.duration(),
        records(progress),
        progress.numInputRows(),
        Phases.of(progress.durationMs(), before == null ? null : before.phases()));
  }

  /** When it ended. */
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
        sum += partition.getValue() - from;
      }
    }
    return progress.sources().isEmpty() ? null : (Long) sum;
  }
}
