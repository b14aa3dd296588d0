package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the signals of a query are exported: one gauge per signal, absent while the signal is unknown
 * or does not apply. The alert rules refer to these names.
 */
public final class SignalGauges {
  /**
   * One gauge.
   *
   * @param name with its prefix and unit
   * @param help for the HELP line and the documentation
   * @param value null while the signal is unknown
   */
  public record SignalGauge(String name, String help, Function<Signals, @Nullable Double> value) {}

  /** Every signal that is one number per query. */
  public static final List<SignalGauge> ALL =
      List.of(
          gauge(
              "spark_streaming_lag_growth_ratio",
              "Share of the arriving records that adds to the lag, measured at batch ends; 0 while"
                  + " growth is not distinguishable from keeping up",
              s -> s.lag().growthRatio()),
          seconds(
              "spark_streaming_lag_floor_seconds",
              "Lag in time that the trigger interval accounts for; lag below this never counts as"
                  + " growing",
              s -> s.lag().explainedByTrigger()),
          seconds(
              "spark_streaming_catch_up_seconds",
              "Estimated time until the lag is 0 at current rates; absent unless the lag is"
                  + " shrinking",
              s -> s.lag().catchUpTime()),
          gauge(
              "spark_streaming_trigger_utilization_ratio",
              "Median duration of the last batches divided by the trigger interval",
              s -> s.batch().triggerUtilization()),
          seconds(
              "spark_streaming_input_age_seconds",
              "Time since the quietest source last returned rows, without planned stops",
              s -> s.input().age()),
          seconds(
              "spark_streaming_batch_age_seconds",
              "Duration of the running batch so far; 0 while no batch runs",
              s -> s.batch().age()),
          seconds(
              "spark_streaming_batch_stuck_after_seconds",
              "Age above which a batch of this query is stuck",
              s -> s.batch().stuckAfter()),
          seconds(
              "spark_streaming_watermark_age_seconds",
              "Time from the watermark to now; negative when event time is ahead",
              s -> s.watermark().age()),
          seconds(
              "spark_streaming_watermark_stall_seconds",
              "Time for which rows have arrived without the watermark advancing; 0 while it"
                  + " advances",
              s -> s.watermark().stalledFor()),
          gauge(
              "spark_streaming_late_rows_ratio",
              "Rows dropped because of the watermark divided by rows read, over the last "
                  + LateRows.WINDOW.toMinutes()
                  + " minutes",
              s -> s.watermark().lateRowsRatio()),
          gauge(
              "spark_streaming_state_growth_ratio",
              "Growth of the state per hour beyond the growth of the input, the lowest of the last "
                  + StateGrowth.COMPARED_HOURS
                  + " hours; 0.1 is 10 %",
              s -> s.state().growthPerHour()),
          seconds(
              "spark_streaming_retention_horizon_seconds",
              "Estimated time until retention deletes unread records; 0 when it already has, one"
                  + " year when it will not",
              s -> s.retention().timeToLoss()),
          gauge(
              "spark_streaming_partitions_beyond_end",
              "Partitions whose position is beyond the end offset, or whose topic was recreated",
              s -> number(s.retention().partitionsBeyondEnd())),
          gauge(
              "spark_streaming_partitions_unmeasured",
              "Partitions whose lag is unknown, or Kafka sources when no partition is known",
              s -> number(s.lag().unmeasuredPartitions())),
          gauge(
              "spark_streaming_query_failing",
              "1 while the last run failed and no batch has completed since",
              s -> flag(s.health().failing())),
          gauge(
              "spark_streaming_query_lost",
              "1 while reports are missing although the query should be running",
              s -> flag(s.health().lost())),
          gauge(
              "spark_streaming_checkpoint_replaced",
              "1 for an hour after a query replaced another query with the same name",
              s -> flag(s.health().checkpointReplaced())),
          gauge(
              "spark_streaming_checkpoint_shared",
              "1 while two live runs use the same checkpoint",
              s -> flag(s.health().checkpointShared())),
          seconds(
              "spark_streaming_run_age_seconds",
              "Time since the last run started, or since it ended if it took longer than"
                  + " expectEvery; absent without expectEvery",
              s -> s.runs().age()),
          seconds(
              "spark_streaming_stopped_seconds",
              "Time since the query was stopped or finished; absent while it is not stopped",
              s -> s.runs().stoppedFor()));

  private SignalGauges() {}

  /** Returns the gauge of that name. Throws if there is none. */
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
