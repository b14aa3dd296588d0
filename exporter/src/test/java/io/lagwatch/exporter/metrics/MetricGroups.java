package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.signal.SignalGauges;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The metrics in the groups in which the documentation lists them. */
public final class MetricGroups {
  private MetricGroups() {}

  /** Title and metrics of each group, in the order of the page. */
  public static Map<String, List<MetricDefinition>> all() {
    Set<String> signals =
        SignalGauges.ALL.stream()
            .map(SignalGauges.SignalGauge::name)
            .collect(Collectors.toUnmodifiableSet());
    var groups = new LinkedHashMap<String, List<MetricDefinition>>();
    groups.put("Query and run", definitions(QueryMetrics.ALL));
    groups.put("Batches and input", definitions(BatchMetrics.ALL));
    groups.put("Watermark and state store", definitions(StateMetrics.ALL));
    groups.put("Lag per query and topic", definitions(LagMetrics.ALL));
    groups.put(
        "Lag per partition", definitions(new PartitionSeries(PartitionMetrics.ALL).metrics()));
    groups.put("Signals", only(SignalMetrics.ALL, signals::contains));
    groups.put("Thresholds and hold times", only(SignalMetrics.ALL, n -> !signals.contains(n)));
    groups.put("Alerts", definitions(AlertMetrics.ALL));
    groups.put("Kafka clusters", definitions(ClusterMetrics.ALL));
    groups.put("The exporter itself", ofExporter());
    return groups;
  }

  private static List<MetricDefinition> ofExporter() {
    return MetricTable.definitions().stream()
        .filter(metric -> metric.name().startsWith("lagwatch_"))
        .filter(metric -> !definitions(ClusterMetrics.ALL).contains(metric))
        .toList();
  }

  private static List<MetricDefinition> definitions(List<? extends Metric<?>> metrics) {
    return only(metrics, name -> true);
  }

  private static List<MetricDefinition> only(
      List<? extends Metric<?>> metrics, Predicate<String> names) {
    return metrics.stream()
        .<MetricDefinition>map(Metric::definition)
        .filter(metric -> names.test(metric.name()))
        .toList();
  }
}
