package io.lagwatch.exporter.metrics;

import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;

/**
 * The name and the meaning of a metric. Tests check the documentation and the dashboards against
 * the definitions. Immutable.
 *
 * @param name the name in the text format and in PromQL. A counter ends in {@code _total}, an info
 *     metric in {@code _info}. The name of a histogram has no {@code _bucket}
 * @param unit the unit, for example {@code seconds} or {@code records}; empty if there is none
 * @param labels the labels, in the order in which values are given
 * @param help one or two sentences
 */
public record MetricDefinition(
    String name, MetricKind type, String unit, List<String> labels, String help) {
  /** The types of metrics. */
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

  /** Returns the name without the suffix that the text formats add for the type. */
  String baseName() {
    return name.substring(0, name.length() - type.suffix.length());
  }

  /**
   * Returns the metadata for the client library. It contains the unit only if the name ends with
   * it, as OpenMetrics requires.
   */
  MetricMetadata metadata() {
    return !unit.isEmpty() && baseName().endsWith("_" + unit)
        ? new MetricMetadata(baseName(), help, new Unit(unit))
        : new MetricMetadata(baseName(), help);
  }

  MetricFamilyDescriptor descriptor() {
    return MetricFamilyDescriptor.of(type.clientType, metadata(), labels);
  }
}
