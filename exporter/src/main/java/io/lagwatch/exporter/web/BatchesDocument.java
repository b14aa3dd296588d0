package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lagwatch.exporter.watch.BatchView;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.RatesView;
import io.lagwatch.exporter.watch.StateView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The batches of a query. Immutable.
 *
 * @param batch the last completed batch
 * @param stateOperators the state operators after the last completed batch
 * @param invalidFields the first invalid fields of Spark's last progress, each with its path, the
 *     expected and the found value. Omitted if there are none
 */
record BatchesDocument(
    Rates rates,
    @Nullable BatchDetails batch,
    EventTime eventTime,
    List<OperatorState> stateOperators,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> invalidFields) {

  /**
   * Rates at the time of the response.
   *
   * @param inputRowsPerSecond Spark's rate; 0 if the query is idle
   * @param processedRowsPerSecond Spark's rate; 0 if the query is idle
   * @param arrivalRecordsPerSecond rate by topic, from the polled end offsets
   */
  record Rates(
      @Nullable Double inputRowsPerSecond,
      @Nullable Double processedRowsPerSecond,
      SortedMap<String, Double> arrivalRecordsPerSecond) {
    static Rates of(RatesView rates) {
      return new Rates(
          rates.inputRowsPerSecond(), rates.processedRowsPerSecond(), rates.arrivalByTopicName());
    }
  }

  /**
   * A completed batch.
   *
   * @param phaseSeconds duration by Spark's phase, including the whole trigger execution
   */
  record BatchDetails(
      long id,
      Instant startedAt,
      Instant endedAt,
      Duration durationSeconds,
      @Nullable Long inputRows,
      boolean replayed,
      SortedMap<String, Duration> phaseSeconds) {
    static @Nullable BatchDetails of(BatchView.@Nullable LastBatchView batch) {
      return batch == null
          ? null
          : new BatchDetails(
              batch.id(),
              batch.startedAt(),
              batch.endedAt(),
              batch.duration(),
              batch.inputRows(),
              batch.isReplayed(),
              batch.phases());
    }
  }

  /** The watermark, and the latest event time in the last batch with rows. */
  record EventTime(@Nullable Instant watermark, @Nullable Instant max) {}

  /** One state operator. */
  record OperatorState(
      String operator,
      @Nullable Long rows,
      @Nullable Long rowsUpdated,
      @Nullable Long memoryBytes,
      @Nullable Duration commitSeconds,
      @Nullable Long rowsDroppedByWatermark) {
    static OperatorState of(StateView.OperatorView operator) {
      return new OperatorState(
          operator.label(),
          operator.rows(),
          operator.rowsUpdated(),
          operator.memoryBytes(),
          operator.commit(),
          operator.rowsDroppedByWatermark());
    }
  }

  static BatchesDocument of(QueryView query) {
    return new BatchesDocument(
        Rates.of(query.rates()),
        BatchDetails.of(query.batch().last()),
        new EventTime(query.watermark().watermark(), query.watermark().maxEventTime()),
        query.state().operators().stream().map(OperatorState::of).toList(),
        query.batch().invalidFields().examples());
  }
}
