package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.alert.RuleGauges;
import io.lagwatch.exporter.watch.QueryView;
import java.util.List;
import java.util.stream.Stream;

/** The metrics of signals and thresholds, see {@link RuleGauges}. */
final class SignalMetrics {
  static final List<Metric<QueryView>> ALL =
      RuleGauges.ALL.stream().map(SignalMetrics::metric).toList();

  private SignalMetrics() {}

  private static Metric<QueryView> metric(RuleGauges.RuleGauge gauge) {
    return Metric.gauge(
        gauge.name(),
        unit(gauge.name()),
        gauge.help(),
        query -> query.alertStates().numbers().get(gauge.name()));
  }

  private static String unit(String name) {
    return Stream.of("seconds", "ratio").filter(name::endsWith).findFirst().orElse("");
  }
}
