package io.lagwatch.exporter.metrics;

import static io.lagwatch.exporter.metrics.Metric.gauge;
import static io.lagwatch.exporter.metrics.Metric.seconds;

import io.lagwatch.exporter.ingest.Totals;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The numbers that alerts look at, and the thresholds they are held against. */
public final class SignalMetrics {
  private static final String PREFIX = "spark_streaming_";

  static final List<Metric<Snapshot.Query>> ALL =
      List.of(
          gauge(
              "spark_streaming_trigger_utilization_ratio",
              "ratio",
              "Median duration of the last batches over the trigger interval; only for a"
                  + " processing-time trigger above 0, absent while idle.",
              query -> query.signals().triggerUtilization()),
          gauge(
              "spark_streaming_lag_floor_seconds",
              "seconds",
              "How far behind in time one trigger interval explains: lag below it is no fault.",
              query -> seconds(query.signals().lagFloor())),
          gauge(
              "spark_streaming_catch_up_seconds",
              "seconds",
              "Time until the lag is 0 at the present rates; absent unless the query is catching"
                  + " up.",
              query -> seconds(query.signals().catchUp())),
          gauge(
              "spark_streaming_trigger_interval_seconds",
              "seconds",
              "Interval of the processing-time trigger, learnt by the driver or from the settings;"
                  + " absent where there is none.",
              query -> seconds(triggerInterval(query))),
          gauge(
              "spark_streaming_quiet_period_seconds",
              "seconds",
              "Threshold of NoInput: the longest time without input that is normal.",
              query -> seconds(query.settings().quietPeriod())),
          gauge(
              "spark_streaming_batch_near_trigger_ratio",
              "ratio",
              "Threshold of BatchNearTrigger for spark_streaming_trigger_utilization_ratio.",
              query -> query.settings().batchNearTriggerRatio()),
          gauge(
              "spark_streaming_batch_near_trigger_hold_seconds",
              "seconds",
              "How long BatchNearTrigger's condition must last.",
              query -> seconds(query.settings().batchNearTriggerHold())),
          gauge(
              "spark_streaming_lag_window_seconds",
              "seconds",
              "The shortest window over which LagGrowing judges the lag.",
              query -> seconds(query.settings().lagWindow())),
          gauge(
              "spark_streaming_lag_growing_hold_seconds",
              "seconds",
              "How long the lag must keep rising for LagGrowing.",
              query -> seconds(query.settings().lagGrowingHold())));

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

  private static @Nullable Duration triggerInterval(Snapshot.Query query) {
    return query.facts().trigger() == null
        ? query.settings().triggerInterval()
        : query.facts().triggerInterval();
  }
}
