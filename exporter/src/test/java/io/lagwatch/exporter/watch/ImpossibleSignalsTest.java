package io.lagwatch.exporter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A saved query whose signals cannot be true is set aside, and only that one. */
class ImpossibleSignalsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "/batches/lastBatch/runId, null, batches.lastBatch.runId is missing",
    "/batches/lastBatch/plannedAt, null, batches.lastBatch.plannedAt is missing",
    "/batches/awaited/runId, null, awaited.runId is missing",
    "/batches/awaited/since, null, awaited.since is missing",
    "/batches/awaited/backlog/at, null, awaited.backlog.at is missing",
    "/batches/awaited/backlog/records/0, -1, awaited.backlog.records: expected 0 or more",
    "/batches/pace/recent/0, null, pace.recent is missing",
    "/batches/pace/recent/0/took, \"PT-0.001S\", pace.recent.took: expected 0 or more",
    "/batches/pace/recent/0/records, -1, pace.recent.records: expected 0 or more",
    "/batches/pace/normal/0/endedAt, null, pace.normal.endedAt is missing",
    "/batches/waiting, null, batches.waiting is missing",
    "/trends, null, signals.trends is missing",
    "/trends/0, null, signals.trends is missing",
    "/trends/0/points/0, null, trends.points is missing",
    "/trends/0/points/0/at, null, trends.points.at is missing",
    "/trends/0/points/0/records, -1, trends.points.records: expected 0 or more",
    "/trends/0/points/0/tookSeconds, \"NaN\", trends.points.tookSeconds: expected a number",
    "/trends/0/points/0/behindSeconds, \"Infinity\", trends.points.behindSeconds: expected a"
        + " number",
    "/trends/0/last/0/topic, null, trends.last.topic is missing",
    "/trends/0/last/0/partition, -1, trends.last.partition: expected 0 or more",
    "/input/stopped, \"PT-1S\", input.stopped: expected 0 or more",
    "/input/marks/0/at, null, input.marks.at is missing",
    "/watermarks/batchesSince, -1, watermarks.batchesSince: expected 0 or more",
    "/lateRows, null, lateRows is missing",
    "/lateRows/0/at, null, lateRows.at is missing",
    "/lateRows/0/rows, -1, lateRows.rows: expected 0 or more",
    "/stateGrowth/rowsBefore, -1, stateGrowth.rowsBefore: expected 0 or more",
    "/retention/hours/newer, null, retention.newer is missing",
    "/retention/minutes/newer/0/topic, null, retention.newer.topic is missing",
    "/retention/minutes/newer/0/position, -1, retention.newer.position: expected 0 or more"
  })
  void onlyTheQueryWithThemIsSetAside(String field, String json, String reason) throws Exception {
    JsonNode state = golden();
    replace(state.at("/queries/0/signals"), JsonPointer.compile(field), JSON.readTree(json));

    assertThat(restored(state)).isEqualTo(7);
    String rejected = Files.readString(folder.resolve("state.json.rejected"));
    assertThat(rejected.lines()).hasSize(1);
    assertThat(rejected).contains(reason);
  }

  @Test
  void zeroIsPossible() throws Exception {
    JsonNode state = golden();
    JsonNode signals = state.at("/queries/0/signals");
    for (String field :
        List.of(
            "/batches/awaited/backlog/records/0",
            "/batches/pace/recent/0/records",
            "/trends/0/points/0/records",
            "/trends/0/last/0/partition",
            "/watermarks/batchesSince",
            "/lateRows/0/rows",
            "/stateGrowth/rowsBefore",
            "/retention/minutes/newer/0/position")) {
      replace(signals, JsonPointer.compile(field), JSON.readTree("0"));
    }
    replace(signals, JsonPointer.compile("/input/stopped"), JSON.readTree("\"PT0S\""));

    assertThat(restored(state)).isEqualTo(8);
    assertThat(folder.resolve("state.json.rejected")).doesNotExist();
  }

  private static void replace(JsonNode signals, JsonPointer field, JsonNode value) {
    JsonNode parent = signals.at(field.head());
    assertThat(signals.at(field).isMissingNode()).as("%s", field).isFalse();
    if (parent instanceof ArrayNode list) {
      list.set(field.last().getMatchingIndex(), value);
    } else {
      ((ObjectNode) parent).set(field.last().getMatchingProperty(), value);
    }
  }

  private int restored(JsonNode state) throws Exception {
    Path path = folder.resolve("state.json");
    JSON.writeValue(path.toFile(), state);
    try (StateFile file = StateFile.open(path)) {
      return file.read().queries().size();
    }
  }

  private static JsonNode golden() throws Exception {
    try (InputStream golden =
        ImpossibleSignalsTest.class.getResourceAsStream("/state/format-2.json.gz")) {
      return JSON.readTree(new GZIPInputStream(golden));
    }
  }
}
