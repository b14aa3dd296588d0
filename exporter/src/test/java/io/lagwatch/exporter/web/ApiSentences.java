package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.text.Numbers.count;
import static io.lagwatch.exporter.text.Numbers.counted;
import static io.lagwatch.exporter.text.Numbers.percent;
import static io.lagwatch.exporter.text.Times.duration;
import static io.lagwatch.exporter.text.Times.utc;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.alert.Rule;
import io.lagwatch.exporter.alert.Rules;
import io.lagwatch.exporter.text.Sentences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the sentence of an alert must contain by the numbers that the API shows of its query. */
final class ApiSentences {
  private static final String PREFIX = "spark_streaming_";

  private final JsonNode query;
  private final List<String> parts = new ArrayList<>();

  private ApiSentences(JsonNode query) {
    this.query = query;
  }

  /**
   * Whether the condition of the alert is true now. An alert whose condition is no longer true
   * keeps the sentence of the last moment at which it was.
   */
  static boolean holds(String alert, JsonNode query) {
    Rule.Condition condition =
        Rules.ALL.stream()
            .filter(rule -> rule.name().equals(alert))
            .findFirst()
            .orElseThrow()
            .condition();
    JsonNode signal = signal(query, condition.gauge());
    String gauge = condition.threshold().gauge();
    double threshold = gauge == null ? 0 : signal(query, gauge).asDouble();
    return signal.isNumber()
        && switch (condition.comparison()) {
          case ABOVE -> signal.asDouble() > threshold;
          case AT_LEAST -> signal.asDouble() >= threshold;
          case BELOW -> signal.asDouble() < threshold;
        };
  }

  private static JsonNode signal(JsonNode query, String gauge) {
    return query.path("signals").path(gauge.substring(PREFIX.length()));
  }

  /** Parts of the sentence that have numbers; empty when no number of it is in the API. */
  static List<String> parts(String alert, JsonNode query) {
    var sentence = new ApiSentences(query);
    switch (alert) {
      case "LagGrowing" -> sentence.lagGrowing();
      case "BatchNearTrigger" -> sentence.batchNearTrigger();
      case "NoInput" -> sentence.noInput();
      case "QueryFailed" -> sentence.queryFailed();
      case "QueryLost" ->
          sentence.add("since ", utc(Instant.parse(query.path("lastReportAt").asText())));
      case "BatchStuck" -> sentence.batchStuck();
      case "WatermarkStalled" -> sentence.watermarkStalled();
      case "LateRowsDropped" -> sentence.lateRowsDropped();
      case "StateGrowing" -> sentence.stateGrowing();
      case "RetentionAtRisk" -> sentence.retentionAtRisk();
      case "PositionBeyondEnd" -> sentence.positionBeyondEnd();
      case "CheckpointReplaced" ->
          sentence.add("replaced ", query.path("replacedQueryId").asText());
      case "CheckpointShared" -> sentence.add("and run ", query.path("otherLiveRun").asText());
      case "LagUnknown" -> sentence.lagUnknown();
      case "RunMissed" ->
          sentence.add(
              "the last one started at ", utc(Instant.parse(query.path("startedAt").asText())));
      case "StoppedTooLong" -> sentence.stoppedTooLong();
      default -> throw new AssertionError("add the numbers of " + alert);
    }
    return sentence.parts;
  }

  private void lagGrowing() {
    JsonNode records = query.at("/lag/records");
    parts.add(
        "lag is "
            + (records.isNumber()
                ? Sentences.atLeast(counted(records.asLong(), "record", "records"), unknown() > 0)
                : "unknown"));
    String behind = seconds(query.at("/lag/seconds"));
    if (behind != null) {
      boolean lowerBound = query.at("/lag/secondsIsLowerBound").asBoolean();
      add("(", Sentences.atLeast(behind, lowerBound) + " behind)");
    }
  }

  private void batchNearTrigger() {
    double ratio = signal("trigger_utilization_ratio").asDouble();
    double interval = signal("trigger_interval_seconds").asDouble();
    add("trigger interval of ", duration(interval));
    add("(", percent(ratio));
    add("limit ", percent(signal("batch_near_trigger_threshold_ratio").asDouble()));
    slowestPhase();
  }

  private void slowestPhase() {
    String slowest = "";
    double seconds = -1;
    for (Map.Entry<String, JsonNode> phase : query.at("/batch/phaseSeconds").properties()) {
      boolean whole = phase.getKey().equals("triggerExecution");
      if (!whole && phase.getValue().asDouble() > seconds) {
        slowest = phase.getKey();
        seconds = phase.getValue().asDouble();
      }
    }
    if (seconds >= 0) {
      add("; the slowest phase of the last batch was ", slowest + " (" + duration(seconds) + ")");
    }
  }

  private void noInput() {
    add(" for ", seconds(signal("input_age_seconds")));
    add("limit ", seconds(signal("quiet_period_seconds")));
  }

  private void queryFailed() {
    long failures = query.at("/counters/failures").asLong();
    add("the query failed ", failures > 1 ? count(failures) + " times" : "with ");
    JsonNode name = query.at("/error/class");
    add("", name.isTextual() ? name.asText() : null);
  }

  private void stoppedTooLong() {
    add(" for ", seconds(signal("stopped_seconds")));
    add("limit ", seconds(signal("stopped_tolerated_seconds")));
  }

  private void batchStuck() {
    add("running for ", seconds(signal("batch_age_seconds")));
    add("the last one took ", seconds(query.at("/batch/durationSeconds")));
  }

  private void watermarkStalled() {
    add(" for ", seconds(signal("watermark_stall_seconds")));
    JsonNode watermark = query.at("/eventTime/watermark");
    add("it is ", watermark.isTextual() ? utc(Instant.parse(watermark.asText())) : null);
  }

  private void lateRowsDropped() {
    add("", percent(signal("late_rows_ratio").asDouble()));
    long dropped = query.at("/counters/droppedLateRows").asLong();
    add("", counted(dropped, "row has", "rows have"));
  }

  private void stateGrowing() {
    add("at least ", percent(signal("state_growth_ratio").asDouble()));
    long rows = 0;
    for (JsonNode operator : query.path("stateOperators")) {
      rows += operator.path("rows").asLong();
    }
    add("to ", counted(rows, "row", "rows"));
  }

  private void retentionAtRisk() {
    long lost = 0;
    for (JsonNode partition : query.path("partitions")) {
      lost += Math.max(0, -partition.path("headroom").asLong());
    }
    if (lost > 0) {
      add("", Sentences.atLeast(counted(lost, "record was", "records were"), unknown() > 0));
    } else {
      add("in ", seconds(signal("retention_horizon_seconds")));
    }
  }

  private void positionBeyondEnd() {
    long beyond = signal("partitions_beyond_end").asLong();
    add("", counted(beyond, "partition has", "partitions have"));
  }

  private void lagUnknown() {
    if (query.at("/lag/records").isNumber()) {
      long partitions = signal("partitions_unmeasured").asLong();
      add("lag of ", counted(partitions, "partition", "partitions"));
    }
    JsonNode reason = query.at("/lag/reason");
    add("unknown: ", reason.isTextual() ? reason.asText() : null);
  }

  private long unknown() {
    return query.at("/lag/partitionsUnknown").asLong();
  }

  private JsonNode signal(String name) {
    return query.path("signals").path(name);
  }

  private void add(String before, @Nullable String value) {
    if (value != null) {
      parts.add(before + value);
    }
  }

  private static @Nullable String seconds(JsonNode value) {
    return value.isNumber() ? duration(value.asDouble()) : null;
  }
}
