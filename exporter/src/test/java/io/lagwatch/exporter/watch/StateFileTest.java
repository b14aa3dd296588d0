package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.TestReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateFileTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void restoredExporterContinuesWhereTheKilledOneStopped() throws Exception {
    LiveMonitor before = monitor();
    report(before, "q", "11111111-aaaa");
    write(before.state(T0.plusSeconds(40)));

    LiveMonitor after = monitor();
    after.restore(read());
    Instant now = T0.plusSeconds(41);
    QueryView then = before.snapshot(now).queries().get(0);
    QueryView since = after.snapshot(now).queries().get(0);
    assertThat(since)
        .usingRecursiveComparison()
        .ignoringFields("lag.outlook", "alertStates.numbers") // decided at the next evaluation
        .isEqualTo(then);
    assertThat(since.lag().records()).isEqualTo(70);
    assertThat(since.lag().time()).isNotNull();
    assertThat(since.alerts()).isNotEmpty().isEqualTo(then.alerts());
  }

  @Test
  void replacesTheOldStateCompletely() throws Exception {
    LiveMonitor monitor = monitor();
    report(monitor, "q", "11111111-aaaa");
    write(monitor.state(T0));
    write(monitor.state(T0.plusSeconds(1)));
    assertThat(read().savedAt()).isEqualTo(T0.plusSeconds(1));
    assertThat(neighbour(".next")).doesNotExist();
  }

  @Test
  void isReadableOnlyByItsOwner() throws Exception {
    write(monitor().state(T0));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void restoresTheQueriesBeforeTheDamageOfAnIncompleteFile() throws Exception {
    writeTwoQueries();
    String whole = Files.readString(file());
    int second = whole.indexOf("{\"query\"", whole.indexOf("{\"query\"") + 1);
    Files.writeString(file(), whole.substring(0, second + 200));

    assertThat(read().queries()).hasSize(1);
    assertThat(neighbour(".unreadable")).hasContent(whole.substring(0, second + 200));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/queries/0/query",
        "/queries/0/query/identity",
        "/queries/0/query/identity/queryId",
        "/queries/0/query/runs",
        "/queries/0/query/runs/current",
        "/queries/0/query/runs/current/times/startedAt",
        "/queries/0/query/runs/current/times/lastReportAt",
        "/queries/0/query/runs/current/status",
        "/queries/0/query/runs/current/totals",
        "/queries/0/query/application",
        "/queries/0/query/sources",
        "/queries/0/query/sources/0/position/changedAt",
        "/queries/0/query/sources/0/description",
        "/queries/0/signals/batches",
        "/queries/0/signals/retention",
        "/queries/0/alerts/entries",
        "/queries/0/alerts/entries/0/status"
      })
  void setsOneBadEntryAsideAndRestoresTheOthers(String lost) throws Exception {
    writeTwoQueries();
    var state = JSON.readTree(file().toFile());
    var pointer = JsonPointer.compile(lost);
    var parent = state.at(pointer.head());
    assertThat(parent.isObject()).isTrue();
    ((ObjectNode) parent).replace(pointer.last().getMatchingProperty(), NullNode.getInstance());
    JSON.writeValue(file().toFile(), state);

    LiveMonitor after = monitor();
    try (StateFile file = StateFile.open(file())) {
      SavedState read = file.read();
      assertThat(read).isNotNull();
      file.reject(after.restore(read));
    }

    assertThat(after.snapshot(T0.plusSeconds(41)).failed()).isEmpty();
    assertThat(after.snapshot(T0.plusSeconds(41)).queries()).hasSize(1);
    assertThat(after.snapshot(T0.plusSeconds(41)).queries().get(0).lag().records()).isEqualTo(70);
    assertThat(Files.readAllLines(neighbour(".rejected"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "/queries/0/query/lastBatch/progress/watermark, -999999999-01-01T00:00:00Z",
    "/queries/0/query/lastBatch/progress/watermark, 3000-01-01T00:00:00.001Z",
    "/queries/0/query/lastBatch/progress/watermark, 0999-12-31T23:59:59.999Z",
    "/queries/0/query/runs/current/times/lastReportAt, +999999999-12-31T23:59:59Z",
    "/queries/0/query/runs/current/reporter/heartbeat, PT9999999999999H",
    "/queries/0/query/lastBatch/duration, PT-7776000000.001S"
  })
  void setsAnEntryAsideWhoseTimesWouldOverflow(String field, String value) throws Exception {
    LiveMonitor after = restoredWith(field, value);

    after.evaluate(T0.plusSeconds(41));
    assertThat(after.snapshot(T0.plusSeconds(41)).failed()).isEmpty();
    assertThat(after.snapshot(T0.plusSeconds(41)).queries()).hasSize(1);
    assertThat(Files.readAllLines(neighbour(".rejected"))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "/queries/0/query/lastBatch/progress/watermark, 3000-01-01T00:00:00Z",
    "/queries/0/query/lastBatch/progress/watermark, 1000-01-01T00:00:00Z",
    "/queries/0/query/runs/current/reporter/heartbeat, PT2160000H"
  })
  void restoresAnEntryWithTheMostExtremeTimes(String field, String value) throws Exception {
    LiveMonitor after = restoredWith(field, value);

    after.evaluate(T0.plusSeconds(41));
    assertThat(after.snapshot(T0.plusSeconds(41)).failed()).isEmpty();
    assertThat(after.snapshot(T0.plusSeconds(41)).queries()).hasSize(2);
    assertThat(neighbour(".rejected")).doesNotExist();
  }

  private LiveMonitor restoredWith(String field, String value) throws Exception {
    writeTwoQueries();
    var state = JSON.readTree(file().toFile());
    var pointer = JsonPointer.compile(field);
    ((ObjectNode) state.at(pointer.head())).put(pointer.last().getMatchingProperty(), value);
    JSON.writeValue(file().toFile(), state);
    LiveMonitor after = monitor();
    try (StateFile file = StateFile.open(file())) {
      SavedState read = file.read();
      assertThat(read).isNotNull();
      file.reject(after.restore(read));
    }
    return after;
  }

  @Test
  void keepsUnreadableContentWhenOtherEntriesCannotBeRestored() throws Exception {
    writeTwoQueries();
    var state = JSON.readTree(file().toFile());
    ((ObjectNode) state.at("/queries/0/query/runs/current")).put("status", "unheard of");
    JSON.writeValue(file().toFile(), state);
    var unrestored = new RejectedEntry("query q", "no such alert", NullNode.getInstance());

    for (int start = 0; start < 2; start++) {
      try (StateFile file = StateFile.open(file())) {
        assertThat(file.read()).isNotNull();
        file.reject(List.of(unrestored));
      }

      assertThat(Files.readAllLines(neighbour(".rejected")))
          .satisfiesExactly(
              line -> assertThat(line).contains("unheard of"),
              line -> assertThat(line).contains("no such alert"));
    }
  }

  @Test
  void rejectsAnInvalidPartitionAndRestoresTheOthers() throws Exception {
    writeTwoQueries();
    var state = JSON.readTree(file().toFile());
    ((ArrayNode) state.at("/partitions"))
        .insertObject(0)
        .put("cluster", "main")
        .put("partition", 0);
    JSON.writeValue(file().toFile(), state);

    assertThat(read().partitions()).hasSize(1);
    assertThat(Files.readString(neighbour(".rejected"))).contains("topic is missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"format\": 99}", "{\"format\": 3, \"queries\": []}", "{}", "[]", "", "x"})
  void copiesAFileOfAnotherFormatBeforeItStartsWithoutState(String content) throws Exception {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), content);
    assertThat(readOrNull()).isNull();
    assertThat(neighbour(".unreadable")).hasContent(content);
  }

  @Test
  void hasNoStateWithoutAFile() throws Exception {
    assertThat(readOrNull()).isNull();
  }

  @Test
  void isUsedByOneExporterAtATime() throws Exception {
    try (StateFile first = StateFile.open(file())) {
      assertThatThrownBy(() -> StateFile.open(file()))
          .isInstanceOf(StateFileException.class)
          .hasMessageContaining(file() + " is used by another exporter");
      first.write(monitor().state(T0));
    }
    assertThat(read()).isNotNull();
  }

  @Test
  void rejectsAFolderThatCannotBeCreated() throws IOException {
    Path blocked = Files.writeString(folder.resolve("blocked"), "a file where a folder should be");
    assertThatThrownBy(() -> StateFile.open(blocked.resolve("state.json")))
        .isInstanceOf(StateFileException.class)
        .hasMessageContaining("cannot lock the state file");
    assertThat(blocked).isRegularFile();
  }

  @Test
  void readsFormat1() throws Exception {
    Files.createDirectories(file().getParent());
    try (InputStream golden = StateFileTest.class.getResourceAsStream("/state/format-1.json.gz")) {
      Files.write(file(), new GZIPInputStream(golden).readAllBytes());
    }
    var old = JSON.readTree(file().toFile());

    LiveMonitor monitor = monitor("default");
    SavedState state = read();
    assertThat(monitor.restore(state)).isEmpty();
    Snapshot snapshot = monitor.snapshot(state.savedAt());

    assertThat(neighbour(".rejected")).doesNotExist();
    assertThat(neighbour(".unreadable")).doesNotExist();
    assertThat(state.partitions()).hasSize(old.at("/brokers").size());
    assertThat(snapshot.failed()).isEmpty();
    assertThat(snapshot.queries()).hasSize(8);
    assertThat(state.queries())
        .allSatisfy(
            entry ->
                assertThat(StateJson.MAPPER.valueToTree(entry.signals()).at("/trends/0/points"))
                    .hasSize(
                        old.at("/signals/" + entry.query().queryId() + "/trends/0/points").size()));
    for (var query : old.at("/registry/queries")) {
      String id = query.at("/queryId").asText();
      QueryView restored =
          snapshot.queries().stream()
              .filter(q -> q.identity().queryId().equals(id))
              .findFirst()
              .orElseThrow();
      assertThat(restored.run().counters().inputRows())
          .isEqualTo(query.at("/runs/current/totals/inputRows").asLong());
      for (var entry : old.at("/alerts/" + id + "/entries")) {
        assertThat(restored.alerts())
            .anySatisfy(
                alert -> {
                  assertThat(alert.alert()).isEqualTo(entry.at("/status/alert").asText());
                  assertThat(alert.state().name()).isEqualTo(entry.at("/status/state").asText());
                  assertThat(alert.since()).isEqualTo(entry.at("/status/since").asText());
                });
      }
    }
    assertThat(snapshot.queries())
        .filteredOn(q -> q.lag().records() != null)
        .as("positions and end offsets are restored")
        .hasSizeGreaterThanOrEqualTo(7);
  }

  /** A difference means that the format has changed: it needs a new number and a migration. */
  @Test
  void writtenFileEqualsTheGoldenFile() throws Exception {
    put("/state/format-1.json.gz");
    SavedState state = read();
    write(state);

    assertThat(JSON.readTree(file().toFile()))
        .isEqualTo(JSON.readTree(golden("/state/format-2.json.gz")));
  }

  @Test
  void readsFormat2() throws Exception {
    put("/state/format-1.json.gz");
    SavedState migrated = read();
    put("/state/format-2.json.gz");
    SavedState state = read();

    assertThat(neighbour(".rejected")).doesNotExist();
    assertThat(neighbour(".unreadable")).doesNotExist();
    LiveMonitor monitor = monitor();
    LiveMonitor expected = monitor();
    assertThat(monitor.restore(state)).isEmpty();
    assertThat(expected.restore(migrated)).isEmpty();
    assertThat(monitor.snapshot(state.savedAt())).isEqualTo(expected.snapshot(state.savedAt()));
    assertThat(monitor.snapshot(state.savedAt()).queries()).hasSize(8);
  }

  private void put(String golden) throws IOException {
    Files.createDirectories(file().getParent());
    Files.write(file(), golden(golden));
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream golden = StateFileTest.class.getResourceAsStream(name)) {
      return new GZIPInputStream(golden).readAllBytes();
    }
  }

  private void writeTwoQueries() throws Exception {
    LiveMonitor monitor = monitor();
    report(monitor, "a", "11111111-aaaa");
    report(monitor, "b", "22222222-bbbb");
    write(monitor.state(T0.plusSeconds(40)));
  }

  private void write(SavedState state) throws StateFileException {
    try (StateFile file = StateFile.open(file())) {
      file.write(state);
    }
  }

  private SavedState read() throws StateFileException {
    SavedState state = readOrNull();
    assertThat(state).isNotNull();
    return state;
  }

  private @Nullable SavedState readOrNull() throws StateFileException {
    try (StateFile file = StateFile.open(file())) {
      return file.read();
    }
  }

  private Path file() {
    return folder.resolve("sub/state.json");
  }

  private Path neighbour(String suffix) {
    return folder.resolve("sub/state.json" + suffix);
  }

  private static LiveMonitor monitor() {
    return monitor("main");
  }

  private static LiveMonitor monitor(String cluster) {
    return new LiveMonitor(
        List.of(new LiveMonitor.Cluster(cluster, Pattern.compile(".*"), Duration.ofSeconds(15))),
        QueryRules.NONE,
        Duration.ofHours(24),
        T0,
        name -> {});
  }

  private static void report(LiveMonitor monitor, String name, String id) {
    monitor.report(
        new TestReport()
            .id(id)
            .name(name)
            .totals(1, 30)
            .batch(0, T0.minusSeconds(2), null, Map.of(t(0), 30L), 30L)
            .build(),
        T0);
    for (int second = 10; second <= 40; second += 10) {
      long end = 20 + 2L * second;
      monitor.polled(
          new ClusterPoll(
              "main", Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of()),
          T0.plusSeconds(second),
          Duration.ofMillis(5));
    }
    monitor.evaluate(T0.plusSeconds(40));
  }
}
