package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The last batch of a run in the format of the state file. Immutable. */
public record SavedBatch(
    long batchId, Instant startedAt, Instant endedAt, Duration duration, SavedProgress progress) {
  public SavedBatch {
    required(startedAt, "lastBatch.startedAt");
    required(endedAt, "lastBatch.endedAt");
    notNegative(duration, "lastBatch.duration");
    required(progress, "lastBatch.progress");
  }

  static SavedBatch of(LastBatch batch) {
    return new SavedBatch(
        batch.batchId(),
        batch.startedAt(),
        batch.endedAt(),
        batch.duration(),
        SavedProgress.of(batch.progress()));
  }

  LastBatch restored() {
    return new LastBatch(batchId, startedAt, endedAt, duration, progress.restored(batchId));
  }

  /**
   * Spark's progress of the batch.
   *
   * @param unmeasuredPhases null if there are none, as in the files of earlier versions
   */
  public record SavedProgress(
      Instant timestamp,
      SavedRows rows,
      Map<String, Long> durationMs,
      @Nullable Instant watermark,
      @Nullable Instant maxEventTime,
      List<SavedStateOperator> stateOperators,
      List<SavedBatchSource> sources,
      @Nullable Set<String> unmeasuredPhases) {
    public SavedProgress {
      required(timestamp, "progress.timestamp");
      required(rows, "progress.rows");
      notNegative(required(durationMs, "progress.durationMs"), "progress.durationMs");
      stateOperators = List.copyOf(required(stateOperators, "progress.stateOperators"));
      sources = List.copyOf(required(sources, "progress.sources"));
    }

    static SavedProgress of(Progress progress) {
      return new SavedProgress(
          progress.timestamp(),
          new SavedRows(
              progress.numInputRows(),
              progress.inputRowsPerSecond(),
              progress.processedRowsPerSecond()),
          progress.durationMs(),
          progress.watermark(),
          progress.eventTimeMax(),
          progress.stateOperators().stream().map(SavedStateOperator::of).toList(),
          progress.sources().stream().map(SavedBatchSource::of).toList(),
          progress.unmeasuredPhases().isEmpty() ? null : progress.unmeasuredPhases());
    }

    Progress restored(long batchId) {
      return new Progress(
          timestamp,
          batchId,
          rows.input(),
          rows.inputPerSecond(),
          rows.processedPerSecond(),
          new TreeMap<>(durationMs),
          watermark,
          maxEventTime,
          stateOperators.stream().map(SavedStateOperator::restored).toList(),
          sources.stream().map(SavedBatchSource::restored).toList(),
          unmeasuredPhases == null ? Set.of() : unmeasuredPhases);
    }
  }

  /** Spark's row counts; null if not reported. */
  public record SavedRows(
      @Nullable Long input, @Nullable Double inputPerSecond, @Nullable Double processedPerSecond) {}

  /** A state operator after the batch. A number is null if Spark did not report it. */
  public record SavedStateOperator(
      int index,
      String name,
      @Nullable Long rows,
      @Nullable Long rowsUpdated,
      @Nullable Long memoryBytes,
      @Nullable Long rowsDroppedByWatermark,
      @Nullable Long commitMs) {
    public SavedStateOperator {
      required(name, "stateOperators.name");
    }

    static SavedStateOperator of(Progress.StateOperator operator) {
      return new SavedStateOperator(
          operator.index(),
          operator.name(),
          operator.rows(),
          operator.rowsUpdated(),
          operator.memoryBytes(),
          operator.rowsDroppedByWatermark(),
          operator.commitMs());
    }

    Progress.StateOperator restored() {
      return new Progress.StateOperator(
          index, name, rows, rowsUpdated, memoryBytes, rowsDroppedByWatermark, commitMs);
    }
  }

  /** A source in the batch. */
  public record SavedBatchSource(
      int index,
      String description,
      boolean kafka,
      @Nullable Map<TopicPartition, Long> start,
      @Nullable Map<TopicPartition, Long> end,
      @Nullable Map<TopicPartition, Long> latest,
      @Nullable Long numInputRows) {
    public SavedBatchSource {
      required(description, "progress.sources.description");
      notNegative(start, "progress.sources.start");
      notNegative(end, "progress.sources.end");
      notNegative(latest, "progress.sources.latest");
    }

    static SavedBatchSource of(Progress.Source source) {
      return new SavedBatchSource(
          source.index(),
          source.description(),
          source.kafka(),
          source.start(),
          source.end(),
          source.latest(),
          source.numInputRows());
    }

    Progress.Source restored() {
      return new Progress.Source(index, description, kafka, start, end, latest, numInputRows);
    }
  }
}
