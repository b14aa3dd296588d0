package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.counter;
import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.Metric.seconds;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.COUNTER;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.HISTOGRAM;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.watch.BatchView.LastBatchView;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The metrics of batches: counters over all runs, and details of the last batch. */
final class BatchMetrics {
  static final List<Metric<QueryView>> ALL =
      List.of(
          counter(
              "spark_streaming_batches_total",
              "batches",
              "Completed batches over all runs, including batches without input.",
              query -> query.run().counters().batches()),
          counter(
              "spark_streaming_empty_batches_total",
              "batches",
              "Completed batches without input.",
              query -> query.run().counters().emptyBatches()),
          counter(
              "spark_streaming_replayed_batches_total",
              "batches",
              "Completed batches that an earlier run had started but not completed, for example"
                  + " because it was killed. They are also counted in"
                  + " spark_streaming_batches_total, once, in the run that completed them.",
              query -> query.run().counters().replayedBatches()),
          counter(
              "spark_streaming_input_rows_total",
              "rows",
              "Input rows as Spark counts them. Spark counts a row several times if foreachBatch"
                  + " runs several actions or the query joins or unions a source with itself;"
                  + " spark_streaming_consumed_offsets_total counts it once.",
              query -> query.run().counters().inputRows()),
          counter(
              "spark_streaming_late_rows_dropped_total",
              "rows",
              "Rows that state operators dropped because they were older than the watermark.",
              query -> query.run().counters().droppedLateRows()),
          ofQuery(
              COUNTER,
              "spark_streaming_consumed_offsets_total",
              "offsets",
              List.of("source", "topic"),
              "Offsets by which the position has advanced since the first report of the query. The"
                  + " first reported batch is not included.",
              (query, out) -> consumed(query, out)),
          ofQuery(
              HISTOGRAM,
              "spark_streaming_batch_duration_seconds",
              "seconds",
              List.of(),
              "Durations of the completed batches (Spark's triggerExecution).",
              (query, out) -> out.add(query.batch().durations())),
          gauge(
              "spark_streaming_batch_id",
              "",
              "Id of the last completed batch.",
              ofLast(LastBatchView::id)),
          gauge(
              "spark_streaming_last_batch_timestamp_seconds",
              "seconds",
              "End of the last completed batch.",
              ofLast(batch -> seconds(batch.endedAt()))),
          gauge(
              "spark_streaming_last_batch_duration_seconds",
              "seconds",
              "Duration of the last completed batch.",
              ofLast(batch -> seconds(batch.duration()))),
          gauge(
              "spark_streaming_last_batch_input_rows",
              "rows",
              "Input rows of the last completed batch as Spark counts them.",
              ofLast(LastBatchView::inputRows)),
          ofQuery(
              GAUGE,
              "spark_streaming_last_batch_phase_seconds",
              "seconds",
              List.of("phase"),
              "Duration of each phase of the last completed batch, by Spark's names;"
                  + " triggerExecution is the whole batch and contains the others.",
              (query, out) -> phases(query.batch().last(), out)),
          gauge(
              "spark_streaming_input_rows_per_second",
              "",
              "Input rate of the last completed batch, as Spark computes it; 0 while the query is"
                  + " idle or has ended, absent while it is stuck or lost.",
              query -> query.rates().inputRowsPerSecond()),
          gauge(
              "spark_streaming_processed_rows_per_second",
              "",
              "Processing rate of the last completed batch, as Spark computes it; 0 while the query"
                  + " is idle or has ended, absent while it is stuck or lost.",
              query -> query.rates().processedRowsPerSecond()),
          gauge(
              "spark_streaming_batch_in_flight_since_timestamp_seconds",
              "seconds",
              "Time at which the driver first saw the current batch running; absent while no batch"
                  + " runs.",
              query -> seconds(query.batch().runningSince())),
          ofQuery(
              GAUGE,
              "spark_streaming_last_input_timestamp_seconds",
              "seconds",
              List.of("source"),
              "Time at which the source last delivered rows; absent if it has not delivered any"
                  + " yet.",
              (query, out) -> lastInput(query, out)));

  private BatchMetrics() {}

  private static Function<QueryView, @Nullable Number> ofLast(
      Function<LastBatchView, @Nullable Number> value) {
    return query -> {
      var batch = query.batch().last();
      return batch == null ? null : value.apply(batch);
    };
  }

  private static void consumed(QueryView query, Metric.PointWriter out) {
    for (var source : query.sources()) {
      source
          .consumedByTopic()
          .forEach((topic, offsets) -> out.add(offsets, "" + source.index(), topic));
    }
  }

  private static void phases(@Nullable LastBatchView batch, Metric.PointWriter out) {
    if (batch != null) {
      batch
          .phases()
          .forEach(
              (phase, duration) -> {
                if (!phase.equals(Progress.TRIGGER_EXECUTION)) {
                  out.add(seconds(duration), phase);
                }
              });
    }
  }

  private static void lastInput(QueryView query, Metric.PointWriter out) {
    for (var source : query.sources()) {
      out.add(seconds(source.lastInputAt()), "" + source.index());
    }
  }
}
