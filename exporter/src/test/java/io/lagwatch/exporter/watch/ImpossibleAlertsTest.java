package io.lagwatch.exporter.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.config.QueryRules;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A saved query whose alerts cannot be true is set aside, and only that one. */
class ImpossibleAlertsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "alert, null, alerts.status.alert is missing",
    "severity, null, alerts.status.severity is missing",
    "severity, \"page\", alerts.status.severity: unknown value page",
    "state, null, alerts.status.state is missing",
    "state, \"RINGING\", RINGING",
    "since, null, alerts.status.since is missing",
    "since, \"NaN\", NaN",
    "since, \"3000-01-01T00:00:00.001Z\", expected a time between the years 1000 and 3000",
    "since, \"0999-12-31T23:59:59.999Z\", expected a time between the years 1000 and 3000",
    "firedAt, \"+1000000000-12-31T23:59:59Z\", expected a time between the years",
    "sentence, null, alerts.status.sentence is missing"
  })
  void onlyTheQueryWithThemIsSetAside(String field, String json, String reason) throws Exception {
    JsonNode state = golden();
    ((ObjectNode) state.at("/queries/0/alerts/entries/0/status")).set(field, JSON.readTree(json));

    assertThat(read(state).queries()).hasSize(7);
    assertThat(rejected()).hasSize(1).first().asString().contains(reason);
  }

  @ParameterizedTest
  @CsvSource({"\"1000-01-01T00:00:00Z\"", "\"3000-01-01T00:00:00Z\""})
  void theFirstAndTheLastTimeArePossible(String json) throws Exception {
    JsonNode state = golden();
    ((ObjectNode) state.at("/queries/0/alerts/entries/0/status")).set("since", JSON.readTree(json));
    assertThat(read(state).queries()).hasSize(8);
  }

  @Test
  void aMissingEntryIsSetAsideWithItsQuery() throws Exception {
    JsonNode state = golden();
    ((com.fasterxml.jackson.databind.node.ArrayNode) state.at("/queries/0/alerts/entries"))
        .insertNull(0);
    assertThat(read(state).queries()).hasSize(7);
    assertThat(rejected()).first().asString().contains("alerts.entries is missing");
  }

  @Test
  void anUnknownAlertIsSetAsideAndItsQueryRestored() throws Exception {
    JsonNode state = golden();
    ((ObjectNode) state.at("/queries/0/alerts/entries/0/status")).put("alert", "OfALaterVersion");
    String id = state.at("/queries/0/query/identity/queryId").asText();

    SavedState read = read(state);
    var monitor =
        new LiveMonitor(
            List.of(), QueryRules.NONE, Duration.ofHours(24), Instant.EPOCH, cluster -> {});
    List<RejectedEntry> rejected = monitor.restore(read);

    assertThat(rejected)
        .extracting(RejectedEntry::section, RejectedEntry::reason)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "query " + id + ", alert OfALaterVersion", "unknown alert"));
    assertThat(monitor.snapshot(read.savedAt()).queries())
        .extracting(query -> query.identity().queryId())
        .hasSize(8)
        .contains(id);
  }

  private SavedState read(JsonNode state) throws Exception {
    Path path = folder.resolve("state.json");
    JSON.writeValue(path.toFile(), state);
    try (StateFile file = StateFile.open(path)) {
      return file.read();
    }
  }

  private List<String> rejected() throws Exception {
    return Files.readAllLines(folder.resolve("state.json.rejected"));
  }

  private static JsonNode golden() throws Exception {
    try (InputStream golden =
        ImpossibleAlertsTest.class.getResourceAsStream("/state/format-2.json.gz")) {
      return JSON.readTree(new GZIPInputStream(golden));
    }
  }
}
