package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.seconds;

import io.lagwatch.exporter.alert.Rule;
import io.lagwatch.exporter.alert.RuleInput;
import io.lagwatch.exporter.alert.Rules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.signal.SignalGauges;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The numbers that alerts look at, and the thresholds they are held against. */
public final class SignalMetrics {
  private static final String PREFIX = "spark_streaming_";
  private static final Set<String> SIGNALS =
      SignalGauges.ALL.stream()
          .map(SignalGauges.SignalGauge::name)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * The signals, as {@link SignalGauges} defines them, what {@link Rules} hold them against, and
   * the settings behind.
   */
  static final List<Metric<QueryView>> ALL =
      Stream.of(SignalGauges.ALL.stream().map(SignalMetrics::ofSignal), thresholds(), settings())
          .flatMap(part -> part)
          .toList();

  private SignalMetrics() {}

  /** The known signals and thresholds of a query by metric name without {@code prefix}. */
  public static SortedMap<String, Number> values(QueryView query) {
    var values = new TreeMap<String, Number>();
    for (var metric : ALL) {
      var name = metric.definition().name().substring(PREFIX.length());
      metric
          .maker()
          .make(
              query,
              new Metric.Points() {
                @Override
                public void add(@Nullable Number value, String... labelValues) {
                  if (value != null && labelValues.length == 0) {
                    values.put(name, value);
                  }
                }

                @Override
                public void add(Totals.Durations durations) {
                  throw new UnsupportedOperationException("no signal is a histogram");
                }
              });
    }
    return values;
  }

  private static Metric<QueryView> ofSignal(SignalGauges.SignalGauge signal) {
    var name = signal.name();
    return gauge(
        name, unit(name), signal.help() + ".", query -> signal.value().apply(query.signals()));
  }

  /** As the alert rules define them; a threshold that is a signal itself is there already. */
  private static Stream<Metric<QueryView>> thresholds() {
    return Rules.ALL.stream()
        .filter(rule -> rule.condition().threshold().gauge() != null)
        .filter(rule -> !SIGNALS.contains(rule.condition().threshold().gauge()))
        .map(SignalMetrics::ofThreshold);
  }

  private static Metric<QueryView> ofThreshold(Rule rule) {
    var threshold = rule.condition().threshold();
    var name = Objects.requireNonNull(threshold.gauge());
    return gauge(
        name,
        unit(name),
        threshold.help() + "; threshold of " + rule.condition().gauge() + ".",
        query ->
            threshold
                .value()
                .applyAsDouble(new RuleInput(query.facts(), query.signals(), query.settings())));
  }

  /** What else decides when an alert fires. */
  private static Stream<Metric<QueryView>> settings() {
    return Stream.of(
        gauge(
            "spark_streaming_trigger_interval_seconds",
            "seconds",
            "Interval of the processing-time trigger, learnt by the driver or from the settings;"
                + " absent where there is none.",
            query -> seconds(query.facts().trigger().interval())),
        ofSetting(
            "spark_streaming_batch_near_trigger_hold_seconds",
            "How long the trigger utilization must stay at its threshold before it is said.",
            settings -> settings.batch().batchNearTriggerHold()),
        ofSetting(
            "spark_streaming_lag_window_seconds",
            "The shortest window over which the growth of the lag is judged.",
            settings -> settings.lag().lagWindow()),
        ofSetting(
            "spark_streaming_lag_growing_hold_seconds",
            "How long the lag must keep growing before it is said.",
            settings -> settings.lag().lagGrowingHold()),
        ofSetting(
            "spark_streaming_silence_tolerated_seconds",
            "How long a driver may be silent before its lag is judged without it.",
            settings -> settings.lag().silenceTolerated()));
  }

  private static Metric<QueryView> ofSetting(
      String name, String help, Function<QuerySettings, Duration> value) {
    return gauge(name, "seconds", help, query -> seconds(value.apply(query.settings())));
  }

  private static String unit(String name) {
    return Stream.of("seconds", "ratio").filter(name::endsWith).findFirst().orElse("");
  }
}
