package io.lagwatch.exporter.alert;

import static io.lagwatch.exporter.alert.Rule.Comparison.ABOVE;
import static io.lagwatch.exporter.alert.Rule.Comparison.AT_LEAST;
import static io.lagwatch.exporter.alert.Rule.Comparison.BELOW;
import static io.lagwatch.exporter.alert.Rule.Severity.CRITICAL;
import static io.lagwatch.exporter.alert.Rule.Severity.WARNING;

import io.lagwatch.exporter.alert.Rule.Comparison;
import io.lagwatch.exporter.alert.Rule.Severity;
import io.lagwatch.exporter.alert.Rule.Subject;
import io.lagwatch.exporter.alert.Rule.Threshold;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.signal.SignalGauges;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The table of the alert rules that are evaluated per query. The rule file for Prometheus is
 * checked against it.
 */
public final class Rules {
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

  private static final Predicate<QueryFacts> NOT_STOPPED =
      facts -> facts.status() != Report.Status.STOPPED;
  private static final Predicate<QueryFacts> RUNS =
      facts -> facts.status() == Report.Status.RUNNING && facts.state() != QueryState.LOST;
  private static final Predicate<QueryFacts> RUNS_BUSY =
      RUNS.and(facts -> facts.state() != QueryState.IDLE);

  /** A query that ends by itself is judged between its runs too. */
  private static final Predicate<QueryFacts> EXPECTS_INPUT =
      NOT_STOPPED.or(facts -> facts.trigger() != null && facts.trigger().endsByItself());

  private static final Predicate<QueryFacts> ALWAYS = facts -> true;

  /** Every rule, the documented ones first. */
  public static final List<Rule> ALL =
      List.of(
          rule(
              "LagGrowing",
              CRITICAL,
              "Lag is growing",
              "spark_streaming_lag_growth_ratio",
              ABOVE,
              threshold(
                  "spark_streaming_lag_growth_threshold_ratio",
                  "Share of what arrives that may add to the lag",
                  s -> s.settings().lagGrowthRatio()),
              QuerySettings::lagGrowingHold,
              AT_ONCE,
              NOT_STOPPED,
              AlertMessages::lagGrowing),
          rule(
              "BatchNearTrigger",
              WARNING,
              "Batch duration is close to the trigger interval",
              "spark_streaming_trigger_utilization_ratio",
              AT_LEAST,
              threshold(
                  "spark_streaming_batch_near_trigger_threshold_ratio",
                  "Batch duration divided by the trigger interval from which on a batch is near it",
                  s -> s.settings().batchNearTriggerRatio()),
              QuerySettings::batchNearTriggerHold,
              FIVE_MINUTES,
              RUNS_BUSY,
              AlertMessages::batchNearTrigger),
          rule(
              "NoInput",
              WARNING,
              "A source has delivered no rows for longer than the quiet period",
              "spark_streaming_input_age_seconds",
              ABOVE,
              threshold(
                  "spark_streaming_quiet_period_seconds",
                  "The longest time without input that is normal",
                  s -> seconds(s.settings().quietPeriod())),
              settings -> MINUTE,
              AT_ONCE,
              EXPECTS_INPUT,
              AlertMessages::noInput),
          flag(
              "QueryFailed",
              CRITICAL,
              "The query failed, and no batch has completed since",
              "spark_streaming_query_failing",
              AT_ONCE,
              MINUTE,
              NOT_STOPPED,
              AlertMessages::queryFailed),
          flag(
              "QueryLost",
              CRITICAL,
              "The driver no longer reports a query that should be running",
              "spark_streaming_query_lost",
              MINUTE,
              AT_ONCE,
              NOT_STOPPED,
              AlertMessages::queryLost),
          rule(
              "BatchStuck",
              CRITICAL,
              "A batch has been running for much longer than usual",
              "spark_streaming_batch_age_seconds",
              ABOVE,
              threshold(
                  "spark_streaming_batch_stuck_after_seconds",
                  "Age from which on a batch of this query is stuck",
                  s -> seconds(s.signals().stuckAfter(), s.settings().stuckAfter())),
              settings -> AT_ONCE,
              AT_ONCE,
              RUNS,
              AlertMessages::batchStuck),
          rule(
              "WatermarkStalled",
              WARNING,
              "Input rows arrive but the watermark does not advance",
              "spark_streaming_watermark_stall_seconds",
              ABOVE,
              threshold(
                  "spark_streaming_watermark_stall_threshold_seconds",
                  "How long rows may come without the watermark moving",
                  s -> seconds(s.settings().watermarkStalledAfter())),
              settings -> AT_ONCE,
              AT_ONCE,
              NOT_STOPPED,
              AlertMessages::watermarkStalled),
          rule(
              "LateRowsDropped",
              WARNING,
              "Rows that are older than the watermark are dropped",
              "spark_streaming_late_rows_ratio",
              ABOVE,
              threshold(
                  "spark_streaming_late_rows_threshold_ratio",
                  "Share of the rows that may be dropped behind the watermark",
                  s -> s.settings().lateRowsRatio()),
              settings -> MINUTE,
              FIVE_MINUTES,
              NOT_STOPPED,
              AlertMessages::lateRowsDropped),
          rule(
              "StateGrowing",
              WARNING,
              "State has been growing for hours, faster than the input",
              "spark_streaming_state_growth_ratio",
              ABOVE,
              threshold(
                  "spark_streaming_state_growth_threshold_ratio",
                  "Growth of the state per hour that is normal",
                  s -> s.settings().stateGrowthPerHour()),
              settings -> FIVE_MINUTES,
              AT_ONCE,
              NOT_STOPPED,
              AlertMessages::stateGrowing),
          rule(
              "RetentionAtRisk",
              CRITICAL,
              "Kafka will soon delete unread records, or has already deleted some",
              "spark_streaming_retention_horizon_seconds",
              BELOW,
              threshold(
                  "spark_streaming_retention_horizon_threshold_seconds",
                  "How long before records are lost to retention it shall be said",
                  s -> seconds(s.settings().retentionHorizon())),
              settings -> MINUTE,
              FIVE_MINUTES,
              NOT_STOPPED,
              AlertMessages::retentionAtRisk),
          flag(
              "PositionBeyondEnd",
              CRITICAL,
              "The query's position is beyond the end offset: the topic was recreated or truncated",
              "spark_streaming_partitions_beyond_end",
              MINUTE,
              AT_ONCE,
              NOT_STOPPED,
              AlertMessages::positionBeyondEnd),
          flag(
              "CheckpointReplaced",
              WARNING,
              "A query with a new checkpoint has replaced one of the same name",
              "spark_streaming_checkpoint_replaced",
              AT_ONCE,
              AT_ONCE,
              ALWAYS,
              AlertMessages::checkpointReplaced),
          flag(
              "CheckpointShared",
              CRITICAL,
              "Two live runs use one checkpoint",
              "spark_streaming_checkpoint_shared",
              MINUTE,
              AT_ONCE,
              ALWAYS,
              AlertMessages::checkpointShared),
          flag(
              "LagUnknown",
              WARNING,
              "Lag is unknown for some or all partitions of the query",
              "spark_streaming_partitions_unmeasured",
              FIVE_MINUTES,
              AT_ONCE,
              NOT_STOPPED,
              AlertMessages::lagUnknown));

  private Rules() {}

  private static Rule flag(
      String name,
      Severity severity,
      String meaning,
      String gauge,
      Duration hold,
      Duration keepFiring,
      Predicate<QueryFacts> appliesTo,
      Function<Subject, String> sentence) {
    return rule(
        name,
        severity,
        meaning,
        gauge,
        ABOVE,
        Threshold.ZERO,
        settings -> hold,
        keepFiring,
        appliesTo,
        sentence);
  }

  private static Rule rule(
      String name,
      Severity severity,
      String meaning,
      String gauge,
      Comparison comparison,
      Threshold threshold,
      Function<QuerySettings, Duration> hold,
      Duration keepFiring,
      Predicate<QueryFacts> appliesTo,
      Function<Subject, String> sentence) {
    return new Rule(
        name,
        severity,
        meaning,
        gauge,
        SignalGauges.named(gauge).value(),
        comparison,
        threshold,
        hold,
        keepFiring,
        appliesTo,
        sentence);
  }

  private static Threshold threshold(String gauge, String help, ToDoubleFunction<Subject> value) {
    return new Threshold(gauge, help, value);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static double seconds(@Nullable Duration duration, Duration other) {
    return seconds(duration == null ? other : duration);
  }
}
