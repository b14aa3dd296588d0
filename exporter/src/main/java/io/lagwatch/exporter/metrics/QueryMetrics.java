package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.counter;
import static io.lagwatch.exporter.metrics.Metric.flag;
import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.Metric.seconds;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.INFO;

import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The metrics of queries and their runs. */
final class QueryMetrics {
  private static final String UNKNOWN = "unknown";
  private static final int MESSAGE_LENGTH = 200;

  static final List<Metric<QueryView>> ALL =
      List.of(
          ofQuery(
              INFO,
              "spark_streaming_query_info",
              "",
              List.of("query_id", "run_id", "app_id", "spark_version", "trigger"),
              "Ids of the query's current run. Other series have no ids, so they continue after a"
                  + " restart.",
              (query, out) -> info(query, out)),
          ofQuery(
              GAUGE,
              "spark_streaming_query_state",
              "",
              List.of("state"),
              "1 for the current state of the query, 0 for the others: running, idle, stuck,"
                  + " stopped, failed, lost.",
              (query, out) -> states(query.run().state(), out)),
          gauge(
              "spark_streaming_query_started_timestamp_seconds",
              "seconds",
              "Start of the current run.",
              query -> seconds(query.run().startedAt())),
          gauge(
              "spark_streaming_last_report_timestamp_seconds",
              "seconds",
              "Arrival of the driver's last report of this query.",
              query -> seconds(query.run().lastReportAt())),
          gauge(
              "spark_streaming_last_success_timestamp_seconds",
              "seconds",
              "End of the last run that ended without an exception, after it had completed a batch"
                  + " or found no new data; absent if there was none.",
              query -> seconds(query.run().finished().lastSuccessAt())),
          gauge(
              "spark_streaming_last_run_duration_seconds",
              "seconds",
              "Duration of the run that ended last; absent if no run has ended.",
              query -> seconds(query.run().finished().lastDuration())),
          counter(
              "spark_streaming_query_runs_total",
              "runs",
              "Runs of the query so far, including the current one.",
              query -> query.run().counters().runs()),
          counter(
              "spark_streaming_query_failures_total",
              "runs",
              "Runs that ended with an exception.",
              query -> query.run().counters().failures()),
          ofQuery(
              INFO,
              "spark_streaming_query_last_failure_info",
              "",
              List.of("class", "message"),
              "Exception class of the query's last failed run and the first line of its message,"
                  + " truncated to 200 characters; absent if no run has failed.",
              (query, out) -> lastFailure(query.run().lastFailure(), out)),
          counter(
              "spark_streaming_listener_reports_failed_total",
              "reports",
              "Reports that the query's driver could not deliver, by its own count.",
              query -> query.run().counters().reportsFailed()));

  private QueryMetrics() {}

  private static void info(QueryView query, Metric.PointWriter out) {
    var version = query.identity().application().sparkVersion();
    var trigger = query.trigger().type();
    out.add(
        1,
        query.identity().queryId(),
        query.identity().runId(),
        query.identity().application().id(),
        version == null ? UNKNOWN : version,
        trigger == null ? UNKNOWN : trigger);
  }

  /** Adds one series per query. The labels change only with the next failure. */
  private static void lastFailure(RunView.@Nullable FailureView error, Metric.PointWriter out) {
    if (error != null) {
      var message = error.message() == null ? "" : error.message();
      int end = Math.min(message.length(), MESSAGE_LENGTH);
      out.add(
          1,
          error.exceptionClass() == null ? UNKNOWN : error.exceptionClass(),
          message.substring(0, end));
    }
  }

  private static void states(QueryState current, Metric.PointWriter out) {
    for (var state : QueryState.values()) {
      out.add(flag(state == current), state.label());
    }
  }
}
