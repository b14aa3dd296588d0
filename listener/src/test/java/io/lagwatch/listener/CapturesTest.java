package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays events captured from Spark 3.4 to 4.2 and checks the report that results. */
class CapturesTest {
  private static final DriverReport.Header HEADER =
      new DriverReport.Header("agent", null, 15_000, "app-1", "captures", "3.5.7", null);

  static List<Path> files() throws Exception {
    try (Stream<Path> files =
        Files.walk(Path.of(CapturesTest.class.getResource("/captures").toURI()))) {
      return files.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void countsEveryBatchOnceAndContainsTheNewestProgress(Path file) throws Exception {
    QueryRuns runs = new QueryRuns();
    Map<String, Expected> expected = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode event = Events.json(line);
      replay(event, runs);
      expected.computeIfAbsent(event.get("runId").asText(), id -> new Expected()).add(event);
    }

    DriverReport report = DriverReport.write(HEADER, runs.toReport(0), null, 0, 1_000);
    JsonNode queries = Events.JSON.readTree(report.body).get("queries");

    assertThat(queries).hasSize(expected.size());
    for (JsonNode query : queries) {
      Expected values = expected.get(query.get("runId").asText());
      JsonNode totals = query.get("totals");
      assertThat(totals.get("batches").asLong()).isEqualTo(values.batches);
      assertThat(totals.get("inputRows").asLong()).isEqualTo(values.rows);
      assertThat(totals.get("droppedLateRows").asLong()).isEqualTo(values.late);
      assertThat(totals.get("replayedBatches").asLong())
          .as("one batch is replayed after a JVM halt")
          .isEqualTo(file.endsWith("h-run2.jsonl") ? 1 : 0);
      assertThat(totals.at("/batchSeconds/count").asLong()).isEqualTo(values.batches);
      assertThat(totals.at("/batchSeconds/sum").asDouble())
          .isCloseTo(values.millis / 1000.0, org.assertj.core.data.Offset.offset(1e-6));
      assertThat(totals.at("/batchSeconds/buckets/3600").asLong()).isEqualTo(values.batches);
      assertThat(query.get("status").asText()).isEqualTo(values.status);
      assertThat(query.at("/error/class").asText("")).isEqualTo(values.errorClass);
      assertThat(query.at("/error/message").asText("")).hasSizeLessThanOrEqualTo(500);
      assertThat(query.get("idle").asBoolean()).isEqualTo(values.isIdle);
      assertThat(query.at("/progress/batchId")).isEqualTo(values.last.path("batchId"));
      assertThat(query.at("/progress/timestamp")).isEqualTo(values.last.path("timestamp"));
      assertThat(endOffsets(query.at("/progress/sources")))
          .isEqualTo(endOffsets(values.last.path("sources")));
    }
  }

  private static void replay(JsonNode event, QueryRuns runs) {
    UUID runId = UUID.fromString(event.get("runId").asText());
    QueryRun run =
        runs.getOrCreate(
            UUID.fromString(event.get("id").asText()),
            runId,
            event.path("name").isTextual() ? event.get("name").asText() : null,
            500);
    switch (event.get("event").asText()) {
      case "progress" -> run.addProgress(Events.progress(event.get("progress")), 600);
      case "idle" -> run.markIdle(700);
      case "terminated" ->
          run.end(
              RunStatus.ended(
                  800,
                  event.path("exception").isTextual() ? event.get("exception").asText() : null));
      default -> assertThat(event.get("event").asText()).isEqualTo("started");
    }
  }

  private static List<JsonNode> endOffsets(JsonNode sources) {
    List<JsonNode> offsets = new ArrayList<>();
    sources.forEach(source -> offsets.add(source.get("endOffset")));
    return offsets;
  }

  /** The expected values, calculated from the captured JSON only. */
  private static final class Expected {
    long batches;
    long rows;
    long late;
    long millis;
    boolean isIdle;
    String status = "RUNNING";
    String errorClass = "";
    JsonNode last = com.fasterxml.jackson.databind.node.MissingNode.getInstance();

    void add(JsonNode event) {
      switch (event.get("event").asText()) {
        case "progress" -> progress(event.get("progress"));
        case "idle" -> isIdle = true;
        case "terminated" -> {
          boolean hasFailed = event.path("exception").isTextual();
          status = hasFailed ? "FAILED" : "STOPPED";
          errorClass = hasFailed ? event.get("exception").asText().split(":")[0] : "";
        }
        default -> {}
      }
    }

    private void progress(JsonNode progress) {
      last = progress;
      isIdle = !progress.path("durationMs").has("addBatch");
      if (!isIdle) {
        batches++;
        millis += progress.at("/durationMs/triggerExecution").asLong();
        rows += progress.get("numInputRows").asLong();
        progress
            .get("stateOperators")
            .forEach(operator -> late += operator.get("numRowsDroppedByWatermark").asLong());
      }
    }
  }
}
