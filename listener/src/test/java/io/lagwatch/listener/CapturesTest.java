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

/** Plays what real Sparks from 3.4 to 4.2 sent into the runs and checks what would be reported. */
class CapturesTest {
  private static final Report.Sender SENDER =
      new Report.Sender("agent", null, 15_000, "app-1", "captures", "3.5.7", null);

  static List<Path> files() throws Exception {
    try (Stream<Path> files =
        Files.walk(Path.of(CapturesTest.class.getResource("/captures").toURI()))) {
      return files.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void countsEveryExecutedBatchOnceAndEmbedsTheNewestProgress(Path file) throws Exception {
    Runs runs = new Runs();
    Map<String, Expected> expected = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode event = Events.json(line);
      play(event, runs);
      expected.computeIfAbsent(event.get("runId").asText(), id -> new Expected()).take(event);
    }

    Report report = Report.write(SENDER, runs.toReport(0), null, 0, 1_000);
    JsonNode queries = Events.JSON.readTree(report.body).get("queries");

    assertThat(queries).hasSize(expected.size());
    for (JsonNode query : queries) {
      Expected of = expected.get(query.get("runId").asText());
      JsonNode totals = query.get("totals");
      assertThat(totals.get("batches").asLong()).isEqualTo(of.batches);
      assertThat(totals.get("inputRows").asLong()).isEqualTo(of.rows);
      assertThat(totals.get("droppedLateRows").asLong()).isEqualTo(of.late);
      assertThat(totals.get("replayedBatches").asLong())
          .as("replayed after the JVM had been halted in a batch")
          .isEqualTo(file.endsWith("h-run2.jsonl") ? 1 : 0);
      assertThat(totals.at("/batchSeconds/count").asLong()).isEqualTo(of.batches);
      assertThat(totals.at("/batchSeconds/sum").asDouble())
          .isCloseTo(of.millis / 1000.0, org.assertj.core.data.Offset.offset(1e-6));
      assertThat(totals.at("/batchSeconds/buckets/3600").asLong()).isEqualTo(of.batches);
      assertThat(query.get("status").asText()).isEqualTo(of.status);
      assertThat(query.at("/error/class").asText("")).isEqualTo(of.errorClass);
      assertThat(query.at("/error/message").asText("")).hasSizeLessThanOrEqualTo(500);
      assertThat(query.get("idle").asBoolean()).isEqualTo(of.idle);
      assertThat(query.at("/progress/batchId")).isEqualTo(of.last.path("batchId"));
      assertThat(query.at("/progress/timestamp")).isEqualTo(of.last.path("timestamp"));
      assertThat(ends(query.at("/progress/sources"))).isEqualTo(ends(of.last.path("sources")));
    }
  }

  private static void play(JsonNode event, Runs runs) {
    UUID runId = UUID.fromString(event.get("runId").asText());
    Run run =
        runs.begin(
            UUID.fromString(event.get("id").asText()),
            runId,
            event.path("name").isTextual() ? event.get("name").asText() : null,
            500);
    switch (event.get("event").asText()) {
      case "progress" -> run.progressed(Events.progress(event.get("progress")), 600);
      case "idle" -> run.idled(700);
      case "terminated" ->
          run.ended(
              Life.ended(
                  800,
                  event.path("exception").isTextual() ? event.get("exception").asText() : null));
      default -> assertThat(event.get("event").asText()).isEqualTo("started");
    }
  }

  private static List<JsonNode> ends(JsonNode sources) {
    List<JsonNode> ends = new ArrayList<>();
    sources.forEach(source -> ends.add(source.get("endOffset")));
    return ends;
  }

  /** The same sums, taken from the captured JSON alone. */
  private static final class Expected {
    long batches;
    long rows;
    long late;
    long millis;
    boolean idle;
    String status = "RUNNING";
    String errorClass = "";
    JsonNode last = com.fasterxml.jackson.databind.node.MissingNode.getInstance();

    void take(JsonNode event) {
      switch (event.get("event").asText()) {
        case "progress" -> progress(event.get("progress"));
        case "idle" -> idle = true;
        case "terminated" -> {
          boolean failed = event.path("exception").isTextual();
          status = failed ? "FAILED" : "STOPPED";
          errorClass = failed ? event.get("exception").asText().split(":")[0] : "";
        }
        default -> {}
      }
    }

    private void progress(JsonNode progress) {
      last = progress;
      idle = !progress.path("durationMs").has("addBatch");
      if (!idle) {
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
