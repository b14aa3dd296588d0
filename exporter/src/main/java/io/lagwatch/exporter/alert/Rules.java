package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.alert.Rule.Comparison.ABOVE;
import static io.lagwatch.exporter.alert.Rule.Comparison.AT_LEAST;
import static io.lagwatch.exporter.alert.Rule.Comparison.BELOW;
import static io.lagwatch.exporter.alert.RuleBuilder.rule;

import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The table of the alert rules that are evaluated per query. The rule file for Prometheus is
 * checked against it.
 */
public final class Rules {
  private static final String CHECKPOINT_REPLACED = "CheckpointReplaced";
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

  private static final Predicate<QueryFacts> NOT_STOPPED = facts -> !facts.run().isStopped();
  private static final Predicate<QueryFacts> RUNS = facts -> facts.run().isLive();
  private static final Predicate<QueryFacts> RUNS_BUSY =
      RUNS.and(facts -> facts.run().state() != QueryState.IDLE);

  /** A query that ends by itself is judged between its runs too. */
  private static final Predicate<QueryFacts> EXPECTS_INPUT =
      NOT_STOPPED.or(facts -> facts.trigger().endsByItself());

  /** Every rule, the documented ones first. */
  public static final List<Rule> ALL =
      List.of(
          rule("LagGrowing")
              .critical("Lag is growing")
              .when("spark_streaming_lag_growth_ratio", ABOVE)
              .threshold(
                  "spark_streaming_lag_growth_threshold_ratio",
                  "Share of the arriving records above which lag counts as growing",
                  s -> s.settings().lag().lagGrowthRatio())
              .holdFor(settings -> settings.lag().lagGrowingHold())
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::lagGrowing),
          rule("BatchNearTrigger")
              .warning("Batch duration is close to the trigger interval")
              .when("spark_streaming_trigger_utilization_ratio", AT_LEAST)
              .threshold(
                  "spark_streaming_batch_near_trigger_threshold_ratio",
                  "Batch duration divided by the trigger interval, at or above which a batch is"
                      + " near its trigger interval",
                  s -> s.settings().batch().batchNearTriggerRatio())
              .holdFor(settings -> settings.batch().batchNearTriggerHold())
              .keepFiringFor(FIVE_MINUTES)
              .appliesTo(RUNS_BUSY)
              .message(AlertMessages::batchNearTrigger),
          rule("NoInput")
              .warning("A source has delivered no rows for longer than the quiet period")
              .when("spark_streaming_input_age_seconds", ABOVE)
              .threshold(
                  "spark_streaming_quiet_period_seconds",
                  "Longest normal time without input",
                  s -> seconds(s.settings().input().quietPeriod()))
              .holdFor(MINUTE)
              .appliesTo(EXPECTS_INPUT)
              .message(AlertMessages::noInput),
          rule("QueryFailed")
              .critical("The query failed, and no batch has completed since")
              .whenSet("spark_streaming_query_failing")
              .keepFiringFor(MINUTE)
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::queryFailed),
          rule("QueryLost")
              .critical("The driver no longer reports a query that should be running")
              .whenSet("spark_streaming_query_lost")
              .holdFor(MINUTE)
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::queryLost),
          rule("RunMissed")
              .critical("An expected run has not started")
              .when("spark_streaming_run_age_seconds", ABOVE)
              .threshold(
                  "spark_streaming_run_expected_every_seconds",
                  "Longest normal time between the starts of two runs: expectEvery plus"
                      + " expectGrace",
                  s -> secondsOrNull(s.settings().runs().longestInterval()))
              .appliesTo(facts -> facts.run().state().isOver())
              .message(AlertMessages::runMissed),
          rule("StoppedTooLong")
              .warning("The query has been stopped for longer than tolerated")
              .when("spark_streaming_stopped_seconds", ABOVE)
              .threshold(
                  "spark_streaming_stopped_tolerated_seconds",
                  "Longest normal time for which the query is stopped",
                  s -> secondsOrNull(s.settings().runs().stoppedTolerated()))
              .appliesTo(facts -> facts.run().isStopped())
              .message(AlertMessages::stoppedTooLong),
          rule("BatchStuck")
              .critical("A batch has been running for much longer than usual")
              .when("spark_streaming_batch_age_seconds", ABOVE)
              .threshold(
                  "spark_streaming_batch_stuck_after_seconds",
                  "Age above which a batch of this query is stuck",
                  s -> seconds(s.signals().batch().stuckAfter(), s.settings().batch().stuckAfter()))
              .appliesTo(RUNS)
              .message(AlertMessages::batchStuck),
          rule("WatermarkStalled")
              .warning("Input rows arrive but the watermark does not advance")
              .when("spark_streaming_watermark_stall_seconds", ABOVE)
              .threshold(
                  "spark_streaming_watermark_stall_threshold_seconds",
                  "Longest normal time in which rows arrive without the watermark advancing",
                  s -> seconds(s.settings().watermark().watermarkStalledAfter()))
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::watermarkStalled),
          rule("LateRowsDropped")
              .warning("Rows that are older than the watermark are dropped")
              .when("spark_streaming_late_rows_ratio", ABOVE)
              .threshold(
                  "spark_streaming_late_rows_threshold_ratio",
                  "Normal share of rows that are dropped because they are older than the watermark",
                  s -> s.settings().watermark().lateRowsRatio())
              .holdFor(MINUTE)
              .keepFiringFor(FIVE_MINUTES)
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::lateRowsDropped),
          rule("StateGrowing")
              .warning("State has been growing for hours, faster than the input")
              .when("spark_streaming_state_growth_ratio", ABOVE)
              .threshold(
                  "spark_streaming_state_growth_threshold_ratio",
                  "Normal growth of the state per hour; 0.1 is 10 %",
                  s -> s.settings().state().stateGrowthPerHour())
              .holdFor(FIVE_MINUTES)
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::stateGrowing),
          rule("RetentionAtRisk")
              .critical("Kafka will soon delete unread records, or has already deleted some")
              .when("spark_streaming_retention_horizon_seconds", BELOW)
              .threshold(
                  "spark_streaming_retention_horizon_threshold_seconds",
                  "Time before unread records are expected to be deleted, at which the alert"
                      + " starts",
                  s -> seconds(s.settings().retention().retentionHorizon()))
              .holdFor(MINUTE)
              .keepFiringFor(FIVE_MINUTES)
              .message(AlertMessages::retentionAtRisk),
          rule("PositionBeyondEnd")
              .critical(
                  "The query's position does not belong to the current topic, which was"
                      + " recreated or truncated")
              .whenSet("spark_streaming_partitions_beyond_end")
              .holdFor(MINUTE)
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::positionBeyondEnd),
          rule(CHECKPOINT_REPLACED)
              .warning("A query with a new checkpoint has replaced one of the same name")
              .whenSet("spark_streaming_checkpoint_replaced")
              .message(AlertMessages::checkpointReplaced),
          rule("CheckpointShared")
              .critical("Two live runs use one checkpoint")
              .whenSet("spark_streaming_checkpoint_shared")
              .holdFor(MINUTE)
              .message(AlertMessages::checkpointShared),
          rule("LagUnknown")
              .warning("Lag is unknown for some or all partitions of the query")
              .whenSet("spark_streaming_partitions_unmeasured")
              .holdFor(FIVE_MINUTES)
              .appliesTo(NOT_STOPPED)
              .message(AlertMessages::lagUnknown));

  private Rules() {}

  /** True for an alert that resolves after a fixed time; it keeps no ended query visible. */
  public static boolean resolvesByItself(String alert) {
    return alert.equals(CHECKPOINT_REPLACED);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static @Nullable Double secondsOrNull(@Nullable Duration duration) {
    return duration == null ? null : (Double) seconds(duration);
  }

  private static double seconds(@Nullable Duration duration, Duration other) {
    return seconds(duration == null ? other : duration);
  }
}
