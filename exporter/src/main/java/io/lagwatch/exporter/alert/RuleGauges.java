package io.lagwatch.exporter.alert;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.signal.SignalGauges;
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

/**
 * Every number per query that alerts look at: the signals, the thresholds of the rules, and the
 * settings that decide when an alert fires. Metrics and the API show this one table.
 */
public final class RuleGauges {
  private static final Set<String> SIGNALS =
      SignalGauges.ALL.stream()
          .map(SignalGauges.SignalGauge::name)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * One gauge.
   *
   * @param name with its prefix and unit
   * @param help one sentence
   * @param value null when it is unknown or does not apply
   */
  public record RuleGauge(String name, String help, Function<RuleInput, @Nullable Double> value) {}

  /** Signals first, then thresholds, then settings. */
  public static final List<RuleGauge> ALL =
      Stream.of(signals(), thresholds(), settings()).flatMap(part -> part).toList();

  private RuleGauges() {}

  /** The known numbers of a query by metric name. */
  public static SortedMap<String, Double> values(RuleInput input) {
    var values = new TreeMap<String, Double>();
    for (RuleGauge gauge : ALL) {
      Double value = gauge.value().apply(input);
      if (value != null) {
        values.put(gauge.name(), value);
      }
    }
    return values;
  }

  private static Stream<RuleGauge> signals() {
    return SignalGauges.ALL.stream()
        .map(
            signal ->
                new RuleGauge(
                    signal.name(),
                    signal.help() + ".",
                    input -> signal.value().apply(input.signals())));
  }

  /** A threshold that is a signal itself is there already. */
  private static Stream<RuleGauge> thresholds() {
    return Rules.ALL.stream()
        .filter(rule -> rule.condition().threshold().gauge() != null)
        .filter(rule -> !SIGNALS.contains(rule.condition().threshold().gauge()))
        .map(RuleGauges::threshold);
  }

  private static RuleGauge threshold(Rule rule) {
    var threshold = rule.condition().threshold();
    return new RuleGauge(
        Objects.requireNonNull(threshold.gauge()),
        threshold.help() + "; threshold of " + rule.condition().gauge() + ".",
        threshold.value());
  }

  private static Stream<RuleGauge> settings() {
    return Stream.of(
        new RuleGauge(
            "spark_streaming_trigger_interval_seconds",
            "Interval of the processing-time trigger, from the driver or from the settings; absent"
                + " when there is none.",
            input -> seconds(input.facts().trigger().interval())),
        setting(
            "spark_streaming_batch_near_trigger_hold_seconds",
            "Time for which the trigger utilization must stay at its threshold before the alert"
                + " fires.",
            settings -> settings.batch().batchNearTriggerHold()),
        setting(
            "spark_streaming_lag_window_seconds",
            "Shortest window over which the growth of the lag is evaluated.",
            settings -> settings.lag().lagWindow()),
        setting(
            "spark_streaming_lag_growing_hold_seconds",
            "Time for which the lag must keep growing before the alert fires.",
            settings -> settings.lag().lagGrowingHold()),
        setting(
            "spark_streaming_silence_tolerated_seconds",
            "Time without reports after which the lag of a query is evaluated without its driver.",
            settings -> settings.lag().silenceTolerated()));
  }

  private static RuleGauge setting(
      String name, String help, Function<QuerySettings, Duration> value) {
    return new RuleGauge(name, help, input -> seconds(value.apply(input.settings())));
  }

  private static @Nullable Double seconds(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis() / 1000.0;
  }
}
