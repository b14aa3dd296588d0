package io.lagwatch.listener;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.spark.sql.streaming.SinkProgress;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** Creates Spark's progress objects from captured JSON or from a few values. */
final class Events {
  static final ObjectMapper JSON = new ObjectMapper();

  private Events() {}

  static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a batch of a rate source. */
  static StreamingQueryProgress batch(UUID runId, long batchId, long rows, long millis) {
    return progress(
        json(
            """
            {"id":"00000000-0000-0000-0000-000000000001","runId":"%s","name":"q",
             "timestamp":"2026-03-01T00:00:%02d.000Z","batchId":%d,
             "durationMs":{"addBatch":1,"triggerExecution":%d},"stateOperators":[],
             "sources":[{"description":"RateStreamV2","startOffset":1,"endOffset":2,
                         "latestOffset":2,"numInputRows":%d}]}
            """
                .formatted(runId, batchId % 60, batchId, millis, rows)));
  }

  /** Returns a batch of a Kafka source with these offsets; the text "null" means no offset. */
  static StreamingQueryProgress kafka(String start, String end, long rows) {
    return kafka(1, start, end, rows);
  }

  /** Returns a batch of a Kafka source with this id and these offsets. */
  static StreamingQueryProgress kafka(long batchId, String start, String end, long rows) {
    return progress(
        json(
            """
            {"id":"00000000-0000-0000-0000-000000000001",
             "runId":"00000000-0000-0000-0000-000000000002","name":"q",
             "timestamp":"2026-03-01T00:00:00.000Z","batchId":%d,
             "durationMs":{"addBatch":1,"triggerExecution":10},"stateOperators":[],
             "sources":[{"description":"KafkaV2[Subscribe[t]]","startOffset":%s,"endOffset":%s,
                         "latestOffset":null,"numInputRows":%d}]}
            """
                .formatted(batchId, start, end, rows)));
  }

  /** Returns the progress that Spark wrote as this JSON. */
  static StreamingQueryProgress progress(JsonNode json) {
    return new StreamingQueryProgress(
        UUID.fromString(json.get("id").asText()),
        UUID.fromString(json.get("runId").asText()),
        json.path("name").isTextual() ? json.get("name").asText() : null,
        json.get("timestamp").asText(),
        json.get("batchId").asLong(),
        json.path("batchDuration").asLong(),
        map(json.path("durationMs"), JsonNode::asLong),
        map(json.path("eventTime"), JsonNode::asText),
        array(json.path("stateOperators"), Events::operator, StateOperatorProgress[]::new),
        array(json.path("sources"), Events::source, SourceProgress[]::new),
        new SinkProgress("sink"),
        new HashMap<>());
  }

  private static StateOperatorProgress operator(JsonNode json) {
    return new StateOperatorProgress(
        json.get("operatorName").asText(),
        json.get("numRowsTotal").asLong(),
        json.get("numRowsUpdated").asLong(),
        0,
        0,
        0,
        0,
        json.get("memoryUsedBytes").asLong(),
        json.get("numRowsDroppedByWatermark").asLong(),
        0,
        0,
        map(json.path("customMetrics"), JsonNode::asLong));
  }

  private static SourceProgress source(JsonNode json) {
    return new SourceProgress(
        json.get("description").asText(),
        text(json.get("startOffset")),
        text(json.get("endOffset")),
        text(json.get("latestOffset")),
        json.get("numInputRows").asLong(),
        json.path("inputRowsPerSecond").asDouble(Double.NaN),
        json.path("processedRowsPerSecond").asDouble(Double.NaN),
        map(json.path("metrics"), JsonNode::asText));
  }

  private static String text(JsonNode offset) {
    return offset == null || offset.isNull()
        ? null
        : offset.isTextual() ? offset.asText() : offset.toString();
  }

  private static <T> Map<String, T> map(JsonNode object, Function<JsonNode, T> value) {
    Map<String, T> map = new HashMap<>();
    object
        .fields()
        .forEachRemaining(field -> map.put(field.getKey(), value.apply(field.getValue())));
    return map;
  }

  private static <T> T[] array(
      JsonNode array, Function<JsonNode, T> element, java.util.function.IntFunction<T[]> make) {
    T[] elements = make.apply(array.size());
    for (int i = 0; i < elements.length; i++) {
      elements[i] = element.apply(array.get(i));
    }
    return elements;
  }
}
