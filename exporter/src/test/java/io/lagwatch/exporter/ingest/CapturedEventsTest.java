package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The decoder keeps every field of all captured events of all Spark versions. */
class CapturedEventsTest {
  @ParameterizedTest
  @FieldSource("io.lagwatch.exporter.ingest.Captures#VERSIONS")
  void decodesEveryFieldOfEveryEvent(String version) {
    var lastProgress = new HashMap<String, JsonNode>();
    int seen = 0;
    for (var event : Captures.events(version)) {
      var runId = event.get("runId").asText();
      if (event.has("progress")) {
        lastProgress.put(runId, event.get("progress"));
      }
      var raw = lastProgress.getOrDefault(runId, NullNode.instance);
      var query = report(event, raw).queries().get(0);

      assertThat(query.id()).isEqualTo(event.get("id").asText());
      assertThat(query.runId()).isEqualTo(runId);
      assertThat(query.name()).isEqualTo(textOrNull(event.path("name")));
      if (raw.isNull()) {
        assertThat(query.progress()).isNull();
      } else {
        assertSame(query.progress(), raw);
      }
      seen++;
    }
    assertThat(seen).isGreaterThan(240);
  }

  @Test
  void capturesContainEventsOfAllVersions() {
    assertThat(Captures.VERSIONS.stream().mapToInt(v -> Captures.events(v).size()).sum())
        .isEqualTo(1303);
  }

  private static Report report(JsonNode event, JsonNode progress) {
    boolean ended = event.get("event").asText().equals("terminated");
    return ReportBody.smallest()
        .with("/queries/0/id", event.get("id"))
        .with("/queries/0/runId", event.get("runId"))
        .with(
            "/queries/0/name",
            event.path("name").isMissingNode() ? NullNode.instance : event.get("name"))
        .with("/queries/0/status", ended ? "\"STOPPED\"" : "\"RUNNING\"")
        .with("/queries/0/progress", progress)
        .accepted();
  }

  private static void assertSame(Progress decoded, JsonNode raw) {
    assertThat(decoded.timestamp()).isEqualTo(Instant.parse(raw.get("timestamp").asText()));
    assertThat(decoded.batchId()).isEqualTo(raw.get("batchId").asLong());
    assertThat(decoded.numInputRows()).isEqualTo(raw.get("numInputRows").asLong());
    assertThat(decoded.inputRowsPerSecond()).isEqualTo(raw.get("inputRowsPerSecond").asDouble());
    assertThat(decoded.processedRowsPerSecond())
        .isEqualTo(raw.get("processedRowsPerSecond").asDouble());
    var durations = new TreeMap<String, Long>();
    raw.get("durationMs")
        .properties()
        .forEach(e -> durations.put(e.getKey(), e.getValue().asLong()));
    assertThat(decoded.durationMs()).isEqualTo(durations);
    assertEventTime(decoded, raw.path("eventTime"));

    assertThat(decoded.stateOperators()).hasSize(raw.get("stateOperators").size());
    for (var operator : decoded.stateOperators()) {
      assertOperator(operator, raw.get("stateOperators").get(operator.index()));
    }
    assertThat(decoded.sources()).hasSize(raw.get("sources").size());
    for (var source : decoded.sources()) {
      assertSource(source, raw.get("sources").get(source.index()));
    }
  }

  private static void assertEventTime(Progress decoded, JsonNode eventTime) {
    var watermark = textOrNull(eventTime.path("watermark"));
    assertThat(decoded.watermark())
        .isEqualTo(
            watermark == null || watermark.startsWith("1970-01-01T00:00:00")
                ? null
                : Instant.parse(watermark));
    var max = textOrNull(eventTime.path("max"));
    assertThat(decoded.eventTimeMax()).isEqualTo(max == null ? null : Instant.parse(max));
  }

  private static void assertOperator(Progress.StateOperator operator, JsonNode raw) {
    assertThat(operator.label())
        .isEqualTo(operator.index() + ":" + raw.get("operatorName").asText());
    assertThat(operator.rows()).isEqualTo(raw.get("numRowsTotal").asLong());
    assertThat(operator.rowsUpdated()).isEqualTo(raw.get("numRowsUpdated").asLong());
    assertThat(operator.memoryBytes()).isEqualTo(raw.get("memoryUsedBytes").asLong());
    assertThat(operator.rowsDroppedByWatermark())
        .isEqualTo(raw.get("numRowsDroppedByWatermark").asLong());
    assertThat(operator.commitMs()).isEqualTo(raw.get("commitTimeMs").asLong());
  }

  private static void assertSource(Progress.Source source, JsonNode raw) {
    assertThat(source.description()).isEqualTo(raw.get("description").asText());
    assertThat(source.numInputRows()).isEqualTo(raw.get("numInputRows").asLong());
    boolean kafka = source.description().startsWith("KafkaV2[");
    assertThat(source.kafka()).isEqualTo(kafka);
    assertThat(source.start()).isEqualTo(offsets(kafka, raw.path("startOffset")));
    assertThat(source.end()).isEqualTo(offsets(kafka, raw.path("endOffset")));
    assertThat(source.latest()).isEqualTo(offsets(kafka, raw.path("latestOffset")));
  }

  private static @Nullable Map<TopicPartition, Long> offsets(boolean kafka, JsonNode raw) {
    if (!kafka || raw.isNull() || raw instanceof MissingNode) {
      return null;
    }
    var offsets = new HashMap<TopicPartition, Long>();
    for (var topic : raw.properties()) {
      for (var partition : topic.getValue().properties()) {
        offsets.put(
            new TopicPartition(topic.getKey(), Integer.parseInt(partition.getKey())),
            Long.parseLong(partition.getValue().asText()));
      }
    }
    return offsets;
  }

  private static @Nullable String textOrNull(JsonNode node) {
    return node.isTextual() ? node.textValue() : null;
  }
}
