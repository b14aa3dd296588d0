package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.seconds;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.signal.SignalGauges;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The numbers that alerts look at, and the thresholds they are held against. */
public final class SignalMetrics {
  private static final String PREFIX = "spark_streaming_";

  /** The signals, as {@link SignalGauges} defines them, and what they are held against. */
  static final List<Metric<Snapshot.Query>> ALL =
      Stream.concat(SignalGauges.ALL.stream().map(SignalMetrics::ofSignal), thresholds()).toList();

  private SignalMetrics() {}

  /** The known signals and thresholds of a query by metric name without {@code prefix}. */
  public static SortedMap<String, Number> values(Snapshot.Query query) {
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

  private static Metric<Snapshot.Query> ofSignal(SignalGauges.SignalGauge signal) {
    var name = signal.name();
    var unit = Stream.of("seconds", "ratio").filter(name::endsWith).findFirst().orElse("");
    return gauge(name, unit, signal.help() + ".", query -> signal.value().apply(query.signals()));
  }

  private static Stream<Metric<Snapshot.Query>> thresholds() {
    return Stream.of(
        gauge(
            "spark_streaming_trigger_interval_seconds",
            "seconds",
            "Interval of the processing-time trigger, learnt by the driver or from the settings;"
                + " absent where there is none.",
            query -> seconds(triggerInterval(query))),
        ofSetting(
            "spark_streaming_quiet_period_seconds",
            "seconds",
            "The longest time without input that is normal; threshold of"
                + " spark_streaming_input_age_seconds.",
            settings -> seconds(settings.quietPeriod())),
        ofSetting(
            "spark_streaming_batch_near_trigger_ratio",
            "ratio",
            "Threshold of spark_streaming_trigger_utilization_ratio.",
            QuerySettings::batchNearTriggerRatio),
        ofSetting(
            "spark_streaming_batch_near_trigger_hold_seconds",
            "seconds",
            "How long the trigger utilization must stay at its threshold before it is said.",
            settings -> seconds(settings.batchNearTriggerHold())),
        ofSetting(
            "spark_streaming_lag_window_seconds",
            "seconds",
            "The shortest window over which the growth of the lag is judged.",
            settings -> seconds(settings.lagWindow())),
        ofSetting(
            "spark_streaming_lag_growth_threshold_ratio",
            "ratio",
            "Threshold of spark_streaming_lag_growth_ratio.",
            QuerySettings::lagGrowthRatio),
        ofSetting(
            "spark_streaming_lag_growing_hold_seconds",
            "seconds",
            "How long the lag must keep growing before it is said.",
            settings -> seconds(settings.lagGrowingHold())),
        ofSetting(
            "spark_streaming_silence_tolerated_seconds",
            "seconds",
            "How long a driver may be silent before its lag is judged without it.",
            settings -> seconds(settings.silenceTolerated())),
        ofSetting(
            "spark_streaming_watermark_stalled_after_seconds",
            "seconds",
            "Threshold of spark_streaming_watermark_stall_seconds.",
            settings -> seconds(settings.watermarkStalledAfter())),
        ofSetting(
            "spark_streaming_late_rows_threshold_ratio",
            "ratio",
            "Threshold of spark_streaming_late_rows_ratio.",
            QuerySettings::lateRowsRatio),
        ofSetting(
            "spark_streaming_state_growth_threshold_ratio",
            "ratio",
            "Threshold of spark_streaming_state_growth_ratio.",
            QuerySettings::stateGrowthPerHour),
        ofSetting(
            "spark_streaming_retention_horizon_threshold_seconds",
            "seconds",
            "Threshold of spark_streaming_retention_horizon_seconds.",
            settings -> seconds(settings.retentionHorizon())));
  }

  private static Metric<Snapshot.Query> ofSetting(
      String name, String unit, String help, Function<QuerySettings, @Nullable Number> value) {
    return gauge(name, unit, help, query -> value.apply(query.settings()));
  }

  private static @Nullable Duration triggerInterval(Snapshot.Query query) {
    return query.facts().trigger() == null
        ? query.settings().triggerInterval()
        : query.facts().triggerInterval();
  }
}
