package io.lagwatch.exporter.metrics;

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
    GAUGE(""),
    COUNTER("_total"),
    HISTOGRAM(""),
    INFO("_info");

    private final String suffix;

    MetricKind(String suffix) {
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
}
