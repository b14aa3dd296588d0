package io.lagwatch.exporter.web;

import static io.lagwatch.exporter.text.Numbers.count;
import static io.lagwatch.exporter.text.Numbers.counted;
import static io.lagwatch.exporter.text.Times.duration;
import static io.lagwatch.exporter.text.Times.utc;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.text.Numbers;
import io.lagwatch.exporter.text.Sentences;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts that the pages must show of a query by what the API shows of it. */
final class ApiTexts {
  private final JsonNode query;
  private final Instant at;

  ApiTexts(JsonNode query) {
    this.query = query;
    this.at = Instant.parse(query.path("at").asText());
  }

  /** Cells of the overview by their label; null for those that show no value. */
  Map<String, @Nullable String> overviewCells() {
    var cells = new LinkedHashMap<String, @Nullable String>();
    cells.put("Lag, records", records());
    cells.put("Time behind", behind());
    cells.put("Input /s", rate(query.at("/rates/inputRowsPerSecond")));
    cells.put("Processed /s", rate(query.at("/rates/processedRowsPerSecond")));
    String batch = seconds(query.at("/batch/durationSeconds"));
    String interval = seconds(signal("trigger_interval_seconds"));
    cells.put("Last batch", batch == null || interval == null ? batch : batch + " of " + interval);
    cells.put("Watermark age", seconds(signal("watermark_age_seconds")));
    cells.put("State rows", stateRows());
    return cells;
  }

  /** Numbers and facts of the query's page by their label; null for unknown ones. */
  Map<String, @Nullable String> labeled() {
    var all = new LinkedHashMap<String, @Nullable String>();
    all.put("Lag, records", records());
    all.put("Time behind", behind());
    if (!query.path("partitions").isEmpty()) {
      all.put("Arriving /s", arriving());
    }
    all.put("Input /s", rate(query.at("/rates/inputRowsPerSecond")));
    all.put("Processed /s", rate(query.at("/rates/processedRowsPerSecond")));
    String interval = seconds(signal("trigger_interval_seconds"));
    all.put(
        interval == null ? "Last batch" : "Last batch (trigger " + interval + ")",
        seconds(query.at("/batch/durationSeconds")));
    putKnown(all, "Current batch running for", age(query.path("batchInFlightSince")));
    putKnown(all, "Watermark age", seconds(signal("watermark_age_seconds")));
    if (!query.path("stateOperators").isEmpty()) {
      all.put("State rows", stateRows());
    }
    facts(all);
    return all;
  }

  private void facts(Map<String, @Nullable String> all) {
    JsonNode counters = query.path("counters");
    all.put("Runs seen", whole(counters, "runs") + ", failed " + whole(counters, "failures"));
    all.put("This run", "since " + utc(Instant.parse(query.path("startedAt").asText())));
    JsonNode ended = query.path("endedAt");
    putKnown(
        all,
        "Ended",
        ended.isNull() ? null : utc(Instant.parse(ended.asText())) + ", " + age(ended) + " ago");
    all.put(
        "Batches", whole(counters, "batches") + ", " + whole(counters, "emptyBatches") + " empty");
    all.put("Rows counted by Spark", whole(counters, "inputRows"));
    all.put("Late rows dropped", whole(counters, "droppedLateRows"));
    putKnown(all, "Rate-limited backlog", backlog());
    putKnown(all, "Checkpoint", text("/checkpoint"));
    all.put("Query id", text("/id"));
    all.put("Run id", text("/runId"));
    all.put("Application id", text("/application/id"));
    putKnown(all, "Other live run", text("/otherLiveRun"));
    putKnown(all, "Replaced query id", text("/replacedQueryId"));
    putKnown(all, "Reports not delivered", whole(counters, "reportsFailed"));
  }

  /** State, records, time behind, position, end offset and headroom of each partition. */
  Map<String, List<String>> partitions() {
    var partitions = new LinkedHashMap<String, List<String>>();
    for (JsonNode p : query.path("partitions")) {
      String records = whole(p, "records");
      partitions.put(
          p.path("source").asText() + " " + p.path("topic").asText() + "-" + p.path("partition"),
          List.of(
              records == null ? "unknown" : records,
              shown(atLeast(seconds(p.path("seconds")), p.path("secondsIsLowerBound"))),
              shown(whole(p, "position")),
              shown(whole(p, "end")),
              p.path("headroom").asLong() < 0
                  ? count(-p.path("headroom").asLong()) + " lost"
                  : shown(whole(p, "headroom"))));
    }
    return partitions;
  }

  /** What the first paragraph of the query's page says about the lag. */
  String leadStart() {
    JsonNode records = query.at("/lag/records");
    if (records.isNull()) {
      return "Lag is unknown: " + query.at("/lag/reason").asText() + ".";
    }
    return records.asLong() == 0
        ? "No lag"
        : Sentences.capitalized(
            Sentences.atLeast(
                counted(records.asLong(), "record waits", "records wait"), isPartial()));
  }

  /** The sentence about partitions that the sum lacks; null when it is complete. */
  @Nullable String missing() {
    return isPartial()
        ? whole(query.path("lag"), "partitionsUnknown")
            + " of "
            + counted(query.at("/lag/partitions").asLong(), "partition", "partitions")
            + " are not included: "
            + query.at("/lag/reason").asText()
            + "."
        : null;
  }

  /** Whether the lag in records is only a lower bound. */
  boolean isPartial() {
    return query.at("/lag/records").isNumber() && query.at("/lag/partitionsUnknown").asInt() > 0;
  }

  /** How long ago a time of the API was. */
  @Nullable String age(JsonNode time) {
    return time.isTextual() ? duration(Duration.between(Instant.parse(time.asText()), at)) : null;
  }

  JsonNode signal(String name) {
    return query.path("signals").path(name);
  }

  private @Nullable String records() {
    String records = whole(query.path("lag"), "records");
    return records == null ? null : Sentences.atLeastSign(records, isPartial());
  }

  private @Nullable String behind() {
    return atLeast(seconds(query.at("/lag/seconds")), query.at("/lag/secondsIsLowerBound"));
  }

  /** The rates of the topics, a lower bound unless the rate of every topic is known. */
  private @Nullable String arriving() {
    JsonNode rates = query.at("/rates/arrivalRecordsPerSecond");
    var topics = new HashSet<String>();
    query.path("partitions").forEach(p -> topics.add(p.path("topic").asText()));
    double sum = 0;
    boolean complete = true;
    for (String topic : new ArrayList<>(topics)) {
      complete &= rates.path(topic).isNumber();
      sum += rates.path(topic).asDouble();
    }
    boolean none = topics.stream().noneMatch(topic -> rates.path(topic).isNumber());
    return none ? null : Sentences.atLeastSign(Numbers.rate(sum), !complete);
  }

  private @Nullable String stateRows() {
    long rows = 0;
    for (JsonNode operator : query.path("stateOperators")) {
      if (!operator.path("rows").isNumber()) {
        return null;
      }
      rows += operator.path("rows").asLong();
    }
    return query.path("stateOperators").isEmpty() ? null : count(rows);
  }

  private @Nullable String backlog() {
    JsonNode backlog = query.at("/lag/rateLimitedBacklog");
    return backlog.isNumber() ? counted(backlog.asLong(), "record", "records") : null;
  }

  private @Nullable String text(String path) {
    return query.at(path).isTextual() ? query.at(path).asText() : null;
  }

  private static void putKnown(
      Map<String, @Nullable String> all, String label, @Nullable String value) {
    if (value != null) {
      all.put(label, value);
    }
  }

  private static String shown(@Nullable String value) {
    return value == null ? "–" : value;
  }

  private static @Nullable String atLeast(@Nullable String amount, JsonNode lowerBound) {
    return amount == null ? null : Sentences.atLeastSign(amount, lowerBound.asBoolean());
  }

  private static @Nullable String whole(JsonNode parent, String field) {
    JsonNode value = parent.path(field);
    return value.isNumber() ? count(value.asLong()) : null;
  }

  private static @Nullable String seconds(JsonNode value) {
    return value.isNumber() ? duration(value.asDouble()) : null;
  }

  private static @Nullable String rate(JsonNode value) {
    return value.isNumber() ? Numbers.rate(value.asDouble()) : null;
  }
}
