package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.Metric.seconds;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;

import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.StateView.OperatorView;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The metrics of event time and state. */
final class StateMetrics {
  static final List<Metric<QueryView>> ALL =
      List.of(
          gauge(
              "spark_streaming_watermark_timestamp_seconds",
              "seconds",
              "The watermark, in event time; absent while Spark has none.",
              query -> seconds(query.watermark().watermark())),
          gauge(
              "spark_streaming_event_time_max_timestamp_seconds",
              "seconds",
              "The latest event time in the last batch that had rows; absent while Spark has none.",
              query -> seconds(query.watermark().maxEventTime())),
          ofOperators(
              "spark_streaming_state_rows",
              "rows",
              "Rows in the state store after the last batch; absent where Spark does not count them"
                  + " (RocksDB with trackTotalNumberOfRows=false).",
              OperatorView::rows),
          ofOperators(
              "spark_streaming_state_rows_updated",
              "rows",
              "Rows of the state store that the last batch changed.",
              OperatorView::rowsUpdated),
          ofOperators(
              "spark_streaming_state_memory_bytes",
              "bytes",
              "Memory that the state store uses, as Spark estimates it.",
              OperatorView::memoryBytes),
          ofOperators(
              "spark_streaming_state_commit_seconds",
              "seconds",
              "Time that the last batch spent in committing the state, summed over tasks.",
              operator -> seconds(operator.commit())));

  private StateMetrics() {}

  private static Metric<QueryView> ofOperators(
      String name, String unit, String help, Function<OperatorView, @Nullable Number> value) {
    return ofQuery(
        GAUGE,
        name,
        unit,
        List.of("operator"),
        help,
        (query, out) ->
            query
                .state()
                .operators()
                .forEach(operator -> out.add(value.apply(operator), operator.label())));
  }
}
