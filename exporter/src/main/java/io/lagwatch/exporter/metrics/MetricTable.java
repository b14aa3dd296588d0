package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.watch.QueryView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All metrics that Lagwatch defines. Micrometer defines those of the JVM and of HTTP. */
public final class MetricTable {
  private MetricTable() {}

  /** Returns the definitions of all metrics, in the order of the documentation. */
  public static List<MetricDefinition> definitions() {
    var all = new ArrayList<MetricDefinition>();
    ofQueries(PartitionMetrics.ALL).forEach(metric -> all.add(metric.definition()));
    ClusterMetrics.ALL.forEach(metric -> all.add(metric.definition()));
    all.addAll(OwnMeters.DEFINITIONS);
    all.add(MonitorMetrics.LOST);
    return List.copyOf(all);
  }

  static List<Metric<QueryView>> ofQueries(PartitionMetrics partitions) {
    return Stream.of(
            QueryMetrics.ALL,
            BatchMetrics.ALL,
            StateMetrics.ALL,
            LagMetrics.ALL,
            new PartitionSeries(partitions).metrics(),
            SignalMetrics.ALL,
            AlertMetrics.ALL)
        .flatMap(List::stream)
        .toList();
  }
}
