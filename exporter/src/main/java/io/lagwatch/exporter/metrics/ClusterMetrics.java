package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.flag;
import static io.lagwatch.exporter.metrics.Metric.ofCluster;
import static io.lagwatch.exporter.metrics.Metric.seconds;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.COUNTER;
import static io.lagwatch.exporter.metrics.MetricDefinition.MetricKind.GAUGE;

import io.lagwatch.exporter.watch.ClusterStatus;
import java.util.List;

/** The metrics of the polls of the Kafka clusters. */
final class ClusterMetrics {
  static final List<Metric<ClusterStatus>> ALL =
      List.of(
          ofCluster(
              GAUGE,
              "lagwatch_kafka_up",
              "",
              List.of(),
              "1 if the last poll of the cluster was answered, 0 if it failed; absent before the"
                  + " end of the first poll.",
              (cluster, out) -> out.add(cluster.up() == null ? null : flag(cluster.up()))),
          ofCluster(
              GAUGE,
              "lagwatch_kafka_poll_seconds",
              "seconds",
              List.of(),
              "Duration of the last poll, successful or not.",
              (cluster, out) -> out.add(seconds(cluster.lastPollDuration()))),
          ofCluster(
              GAUGE,
              "lagwatch_kafka_last_poll_timestamp_seconds",
              "seconds",
              List.of(),
              "End of the last successful poll, which is the time of the end offsets.",
              (cluster, out) -> out.add(seconds(cluster.lastPollAt()))),
          ofCluster(
              COUNTER,
              "lagwatch_kafka_errors_total",
              "errors",
              List.of("kind"),
              "Failures in polls of the cluster by kind.",
              (cluster, out) -> cluster.errors().forEach((kind, n) -> out.add(n, kind))));

  private ClusterMetrics() {}
}
