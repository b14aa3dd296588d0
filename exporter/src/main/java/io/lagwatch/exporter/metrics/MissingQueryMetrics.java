package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.flag;
import static io.lagwatch.exporter.metrics.Metric.seconds;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.watch.MissingQuery;
import java.util.List;

/** The samples of a required query that has never reported; it is in no state. */
final class MissingQueryMetrics {
  static final List<Metric<MissingQuery>> ALL =
      List.of(
          metric(
              "spark_streaming_query_state",
              (query, out) -> {
                for (QueryState state : QueryState.values()) {
                  out.add(0, state.label());
                }
              }),
          metric("spark_streaming_run_age_seconds", (query, out) -> out.add(seconds(query.age()))),
          metric(
              "spark_streaming_run_expected_every_seconds",
              (query, out) -> out.add(seconds(query.interval()))),
          metric(
              "spark_streaming_alert_firing",
              (query, out) ->
                  out.add(
                      flag(query.alert().isFiring()),
                      query.alert().alert(),
                      query.alert().severity())));

  private MissingQueryMetrics() {}

  /** The metric of that name, which queries that report have too. */
  private static Metric<MissingQuery> metric(String name, Metric.SampleSource<MissingQuery> maker) {
    MetricDefinition definition =
        MetricTable.ofQueries(PartitionMetrics.ALL).stream()
            .map(Metric::definition)
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    return new Metric<>(definition, maker);
  }
}
