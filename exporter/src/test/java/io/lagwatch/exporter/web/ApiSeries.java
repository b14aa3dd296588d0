package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/** The series that the metrics of a query must have by what the API shows of it. */
final class ApiSeries {
  private static final String PREFIX = "spark_streaming_";

  /** Path in the JSON of a query to the metric of the same value. */
  private static final Map<String, String> NUMBERS =
      Map.ofEntries(
          Map.entry("/lag/records", "query_lag_records"),
          Map.entry("/lag/seconds", "query_lag_seconds"),
          Map.entry("/lag/secondsIsLowerBound", "query_lag_seconds_is_lower_bound"),
          Map.entry("/lag/partitions", "query_partitions"),
          Map.entry("/lag/partitionsUnknown", "query_partitions_unknown"),
          Map.entry("/lag/rateLimitedBacklog", "rate_limited_backlog_records"),
          Map.entry("/batch/durationSeconds", "last_batch_duration_seconds"),
          Map.entry("/batch/id", "batch_id"),
          Map.entry("/batch/inputRows", "last_batch_input_rows"),
          Map.entry("/batch/endedAt", "last_batch_timestamp_seconds"),
          Map.entry("/rates/inputRowsPerSecond", "input_rows_per_second"),
          Map.entry("/rates/processedRowsPerSecond", "processed_rows_per_second"),
          Map.entry("/counters/runs", "query_runs_total"),
          Map.entry("/counters/failures", "query_failures_total"),
          Map.entry("/counters/batches", "batches_total"),
          Map.entry("/counters/emptyBatches", "empty_batches_total"),
          Map.entry("/counters/replayedBatches", "replayed_batches_total"),
          Map.entry("/counters/inputRows", "input_rows_total"),
          Map.entry("/counters/droppedLateRows", "late_rows_dropped_total"),
          Map.entry("/counters/reportsFailed", "listener_reports_failed_total"),
          Map.entry("/startedAt", "query_started_timestamp_seconds"),
          Map.entry("/lastSuccessAt", "last_success_timestamp_seconds"),
          Map.entry("/lastRunDurationSeconds", "last_run_duration_seconds"),
          Map.entry("/lastReportAt", "last_report_timestamp_seconds"),
          Map.entry("/batchInFlightSince", "batch_in_flight_since_timestamp_seconds"),
          Map.entry("/eventTime/watermark", "watermark_timestamp_seconds"),
          Map.entry("/eventTime/max", "event_time_max_timestamp_seconds"));

  /** The timelines have one cluster each. */
  private static final String CLUSTER = "/sources/0/cluster/";

  private final JsonNode query;
  private final TreeMap<String, Double> series = new TreeMap<>();

  private ApiSeries(JsonNode query) {
    this.query = query;
  }

  /** The value of every series, by key as {@code Exposition} has it; unknown ones are absent. */
  static Map<String, Double> of(JsonNode query) {
    var all = new ApiSeries(query);
    NUMBERS.forEach((path, metric) -> all.add(metric, query.at(path), Map.of()));
    query.path("signals").properties().forEach(s -> all.add(s.getKey(), s.getValue(), Map.of()));
    all.details();
    all.partitions();
    all.topics();
    return all.series;
  }

  private void details() {
    flag("query_state", "state", query.path("state").asText());
    flag("query_lag_basis", "basis", query.at("/lag/basis").asText());
    query
        .at("/rates/arrivalRecordsPerSecond")
        .properties()
        .forEach(
            t ->
                add(
                    "topic_arrival_records_per_second",
                    t.getValue(),
                    Map.of("topic", t.getKey(), "kafka", query.at(CLUSTER + "name").asText())));
    query.at("/batch/phaseSeconds").properties().stream()
        .filter(phase -> !phase.getKey().equals("triggerExecution"))
        .forEach(
            phase ->
                add("last_batch_phase_seconds", phase.getValue(), Map.of("phase", phase.getKey())));
    for (JsonNode operator : query.path("stateOperators")) {
      var label = Map.of("operator", operator.path("operator").asText());
      add("state_rows", operator.path("rows"), label);
      add("state_rows_updated", operator.path("rowsUpdated"), label);
      add("state_memory_bytes", operator.path("memoryBytes"), label);
      add("state_commit_seconds", operator.path("commitSeconds"), label);
    }
    for (JsonNode source : query.path("sources")) {
      String index = source.path("index").asText();
      add("last_input_timestamp_seconds", source.path("lastInputAt"), Map.of("source", index));
      source
          .path("consumedOffsets")
          .properties()
          .forEach(
              t ->
                  add(
                      "consumed_offsets_total",
                      t.getValue(),
                      Map.of("source", index, "topic", t.getKey())));
    }
    for (JsonNode alert : query.path("alerts")) {
      var labels = new TreeMap<String, String>();
      labels.put("alert", alert.path("alert").asText());
      labels.put("severity", alert.path("severity").asText());
      add("alert_firing", alert.path("state").asText().equals("firing") ? 1.0 : 0.0, labels);
    }
  }

  private void partitions() {
    for (JsonNode partition : query.path("partitions")) {
      var labels =
          Map.of(
              "source", partition.path("source").asText(),
              "topic", partition.path("topic").asText(),
              "partition", partition.path("partition").asText());
      add("lag_records", partition.path("records"), labels);
      add("position_offset", partition.path("position"), labels);
      add("end_offset", partition.path("end"), labels);
      add("earliest_offset", partition.path("earliest"), labels);
    }
  }

  /** What the partitions of a topic add up to. */
  private void topics() {
    for (JsonNode partition : query.path("partitions")) {
      var labels =
          Map.of(
              "source", partition.path("source").asText(),
              "topic", partition.path("topic").asText());
      if (partition.path("records").isNumber()) {
        double records = partition.path("records").doubleValue();
        series.merge(key("topic_lag_records", labels), records, Double::sum);
      }
      if (partition.path("headroom").isNumber()) {
        double headroom = partition.path("headroom").doubleValue();
        series.merge(key("retention_headroom_records", labels), headroom, Math::min);
        series.merge(key("records_lost_to_retention", labels), Math.max(0, -headroom), Double::sum);
      }
    }
  }

  private void flag(String metric, String label, String value) {
    add(metric, 1.0, Map.of(label, value));
  }

  private void add(String metric, JsonNode value, Map<String, String> labels) {
    if (value.isNumber()) {
      add(metric, value.doubleValue(), labels);
    } else if (value.isBoolean()) {
      add(metric, value.booleanValue() ? 1.0 : 0.0, labels);
    } else if (value.isTextual()) {
      Instant time = Instant.parse(value.asText());
      add(metric, time.getEpochSecond() + time.getNano() / 1e9, labels);
    }
  }

  private void add(String metric, double value, Map<String, String> labels) {
    series.put(key(metric, labels), value);
  }

  private String key(String metric, Map<String, String> labels) {
    var all = new TreeMap<>(labels);
    all.put("app", query.path("app").asText());
    all.put("query", query.path("query").asText());
    return PREFIX + metric + all;
  }
}
