package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.flag;
import static io.lagwatch.exporter.metrics.Metric.ofQuery;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;

/** The metric of the exporter's own alert evaluation. */
final class AlertMetrics {
  static final List<Metric<QueryView>> ALL =
      List.of(
          ofQuery(
              GAUGE,
              "spark_streaming_alert_firing",
              "",
              List.of("alert", "severity"),
              "1 while the exporter's own evaluation of the alert fires, 0 while it does not; one"
                  + " series for each alert that applies to the query.",
              (query, out) -> {
                for (var alert : query.alerts()) {
                  out.add(
                      flag(alert.state() == AlertPhase.FIRING), alert.alert(), alert.severity());
                }
              }));

  private AlertMetrics() {}
}
