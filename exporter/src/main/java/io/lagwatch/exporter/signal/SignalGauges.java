package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the signals of a query are exported: one gauge each, absent while the signal is unknown or
 * does not apply. The alert rules are written over these names.
 */
public final class SignalGauges {
  /**
   * One gauge.
   *
   * @param name with its prefix and unit
   * @param help for the HELP line and the documentation
   * @param value null when there is none now
   */
  public record SignalGauge(String name, String help, Function<Signals, @Nullable Double> value) {}

  /** Every signal that is one number per query. */
  public static final List<SignalGauge> ALL =
      List.of(
          gauge(
              "spark_streaming_lag_growth_ratio",
              "Share of what arrives that adds to the lag, judged at batch ends; 0 while it cannot"
                  + " be told from keeping up",
              s -> s.lag().growthRatio()),
          seconds(
              "spark_streaming_lag_floor_seconds",
              "How far behind one trigger interval explains; less is never called growing",
              s -> s.lag().explainedByTrigger()),
          seconds(
              "spark_streaming_catch_up_seconds",
              "Until lag is 0 at the present rates; absent unless the query is catching up",
              s -> s.lag().catchUpTime()),
          gauge(
              "spark_streaming_trigger_utilization_ratio",
              "Median duration of the last batches divided by the trigger interval",
              s -> s.batch().triggerUtilization()),
          seconds(
              "spark_streaming_input_age_seconds",
              "Time since the quietest source gave rows, planned stops not counted",
              s -> s.input().age()),
          seconds(
              "spark_streaming_batch_age_seconds",
              "How long the present batch has been running; 0 while none runs",
              s -> s.batch().age()),
          seconds(
              "spark_streaming_batch_stuck_after_seconds",
              "Age from which on a batch of this query is stuck",
              s -> s.batch().stuckAfter()),
          seconds(
              "spark_streaming_watermark_age_seconds",
              "How far the watermark is behind the clock; negative when event time is ahead",
              s -> s.watermark().age()),
          seconds(
              "spark_streaming_watermark_stall_seconds",
              "How long rows have been coming without the watermark moving",
              s -> s.watermark().stalledFor()),
          gauge(
              "spark_streaming_late_rows_ratio",
              "Rows dropped behind the watermark divided by rows read, over the last 15 minutes",
              s -> s.watermark().lateRowsRatio()),
          gauge(
              "spark_streaming_state_growth_ratio",
              "Growth of the state per hour beyond that of the input, sustained over hours",
              s -> s.state().growthPerHour()),
          seconds(
              "spark_streaming_retention_horizon_seconds",
              "Until the log's start meets the position at the present rates; 0 when it has, a year"
                  + " when it will not",
              s -> s.retention().timeToLoss()),
          gauge(
              "spark_streaming_partitions_beyond_end",
              "Partitions whose position lies beyond the end of the log",
              s -> number(s.retention().partitionsBeyondEnd())),
          gauge(
              "spark_streaming_partitions_unmeasured",
              "Partitions whose lag cannot be known now, or Kafka sources when none is known",
              s -> number(s.lag().unmeasuredPartitions())),
          gauge(
              "spark_streaming_query_failing",
              "1 while the last run failed and no batch has ended since",
              s -> flag(s.health().failing())),
          gauge(
              "spark_streaming_query_lost",
              "1 while reports are missing although the query should run",
              s -> flag(s.health().lost())),
          gauge(
              "spark_streaming_checkpoint_replaced",
              "1 for an hour after a query took the place of another with the same name",
              s -> flag(s.health().checkpointReplaced())),
          gauge(
              "spark_streaming_checkpoint_shared",
              "1 while two live runs use one checkpoint",
              s -> flag(s.health().checkpointShared())));

  private SignalGauges() {}

  /** The gauge of that name, which must exist. */
  public static SignalGauge named(String name) {
    return ALL.stream().filter(gauge -> gauge.name().equals(name)).findFirst().orElseThrow();
  }

  private static SignalGauge gauge(
      String name, String help, Function<Signals, @Nullable Double> value) {
    return new SignalGauge(name, help, value);
  }

  private static SignalGauge seconds(
      String name, String help, Function<Signals, @Nullable Duration> value) {
    return new SignalGauge(
        name,
        help,
        signals -> {
          Duration duration = value.apply(signals);
          return duration == null ? null : duration.toMillis() / 1000.0;
        });
  }

  private static @Nullable Double number(@Nullable Integer count) {
    return count == null ? null : count.doubleValue();
  }

  private static @Nullable Double flag(@Nullable Boolean flag) {
    return flag == null ? null : flag ? 1.0 : 0.0;
  }
}
