package io.lagwatch.exporter.metrics;

import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;

/**
 * What a metric is called and what it means; the README's table and the dashboards are checked
 * against these.
 *
 * @param name as it stands in the text format and in queries: a counter's ends in {@code _total},
 *     an info's in {@code _info}, a histogram's is the name without {@code _bucket}
 * @param unit the word for what is counted, as {@code seconds} or {@code records}; empty where
 *     there is none
 * @param labels in the order in which values are given
 * @param help one sentence or two
 */
public record MetricDefinition(
    String name, MetricKind type, String unit, List<String> labels, String help) {
  /** The kinds of metric that are used. */
  public enum MetricKind {
    GAUGE(MetricType.GAUGE, ""),
    COUNTER(MetricType.COUNTER, "_total"),
    HISTOGRAM(MetricType.HISTOGRAM, ""),
    INFO(MetricType.INFO, "_info");

    private final MetricType clientType;
    private final String suffix;

    MetricKind(MetricType clientType, String suffix) {
      this.clientType = clientType;
      this.suffix = suffix;
    }
  }

  public MetricDefinition {
    labels = List.copyOf(labels);
    if (!name.endsWith(type.suffix)) {
      throw new IllegalArgumentException(
          name + ": expected a name that ends in " + type.suffix + " for type " + type);
    }
  }

  /** The name without the suffix that the text formats add by type. */
  String baseName() {
    return name.substring(0, name.length() - type.suffix.length());
  }

  /** In OpenMetrics the unit must be the suffix of the name. Other units are for people only. */
  MetricMetadata metadata() {
    return !unit.isEmpty() && baseName().endsWith("_" + unit)
        ? new MetricMetadata(baseName(), help, new Unit(unit))
        : new MetricMetadata(baseName(), help);
  }

  MetricFamilyDescriptor descriptor() {
    return MetricFamilyDescriptor.of(type.clientType, metadata(), labels);
  }
}
