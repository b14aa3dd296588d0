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

/** What the batches did: counts over all runs, and the last one in detail. */
final class BatchMetrics {
  static final List<Metric<QueryView>> ALL =
      List.of(
          counter(
              "spark_streaming_batches_total",
              "batches",
              "Finished batches over all runs, empty ones included.",
              query -> query.run().counters().batches()),
          counter(
              "spark_streaming_empty_batches_total",
              "batches",
              "Finished batches without input.",
              query -> query.run().counters().emptyBatches()),
          counter(
              "spark_streaming_replayed_batches_total",
              "batches",
              "Finished batches that an earlier run had begun and not finished, as after a failure"
                  + " or a kill; each counts once among the others, in the run that finished it.",
              query -> query.run().counters().replayedBatches()),
          counter(
              "spark_streaming_input_rows_total",
              "rows",
              "Input rows as Spark counts them, which several actions in foreachBatch or a"
                  + " self-union multiply; compare spark_streaming_consumed_offsets_total.",
              query -> query.run().counters().inputRows()),
          counter(
              "spark_streaming_late_rows_dropped_total",
              "rows",
              "Rows that state operators dropped because they lay behind the watermark.",
              query -> query.run().counters().droppedLateRows()),
          ofQuery(
              COUNTER,
              "spark_streaming_consumed_offsets_total",
              "offsets",
              List.of("source", "topic"),
              "How far the position moved since it was first known, so without the very first"
                  + " batch: the records that were really taken in.",
              (query, out) -> consumed(query, out)),
          ofQuery(
              HISTOGRAM,
              "spark_streaming_batch_duration_seconds",
              "seconds",
              List.of(),
              "Durations of the finished batches, trigger execution as a whole.",
              (query, out) -> out.add(query.batch().durations())),
          gauge(
              "spark_streaming_batch_id",
              "",
              "Id of the last finished batch.",
              ofLast(LastBatchView::id)),
          gauge(
              "spark_streaming_last_batch_timestamp_seconds",
              "seconds",
              "When the last batch ended.",
              ofLast(batch -> seconds(batch.endedAt()))),
          gauge(
              "spark_streaming_last_batch_duration_seconds",
              "seconds",
              "Duration of the last finished batch.",
              ofLast(batch -> seconds(batch.duration()))),
          gauge(
              "spark_streaming_last_batch_input_rows",
              "rows",
              "Input rows of the last finished batch as Spark counts them.",
              ofLast(LastBatchView::inputRows)),
          ofQuery(
              GAUGE,
              "spark_streaming_last_batch_phase_seconds",
              "seconds",
              List.of("phase"),
              "Time that the last finished batch spent in each of Spark's phases; they need not"
                  + " add up to the whole.",
              (query, out) -> phases(query.batch().last(), out)),
          gauge(
              "spark_streaming_input_rows_per_second",
              "",
              "Spark's input rate of the last batch; 0 when idle or ended, absent while stuck or"
                  + " lost.",
              query -> query.rates().inputRowsPerSecond()),
          gauge(
              "spark_streaming_processed_rows_per_second",
              "",
              "Spark's processing rate of the last batch; 0 when idle or ended, absent while stuck"
                  + " or lost.",
              query -> query.rates().processedRowsPerSecond()),
          gauge(
              "spark_streaming_batch_in_flight_since_timestamp_seconds",
              "seconds",
              "Since when the driver has seen one batch running; absent while none is.",
              query -> seconds(query.batch().runningSince())),
          ofQuery(
              GAUGE,
              "spark_streaming_last_input_timestamp_seconds",
              "seconds",
              List.of("source"),
              "When the source last gave input; absent while that was never seen.",
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
