package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.TestReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateFileTest {
  @TempDir private Path folder;

  @Test
  void anExporterThatIsKilledGoesOnWhereItStopped() {
    LiveMonitor before = watch();
    tell(before);
    new StateFile(file()).write(before.state(T0.plusSeconds(40)));

    LiveMonitor after = watch();
    after.restore(new StateFile(file()).read());
    Instant now = T0.plusSeconds(41);
    Snapshot.Query then = before.snapshot(now).queries().get(0);
    Snapshot.Query since = after.snapshot(now).queries().get(0);
    assertThat(since.facts()).isEqualTo(then.facts());
    assertThat(since.facts().lag().records()).isEqualTo(70);
    assertThat(since.facts().lag().time()).isNotNull();
    assertThat(since.alerts()).isNotEmpty().isEqualTo(then.alerts());
  }

  @Test
  void isWrittenWholeOrNotAtAll() throws IOException {
    LiveMonitor watch = watch();
    tell(watch);
    StateFile file = new StateFile(file());
    file.write(watch.state(T0));
    file.write(watch.state(T0.plusSeconds(1)));
    assertThat(file.read().savedAt()).isEqualTo(T0.plusSeconds(1));
    try (var files = Files.list(file().getParent())) {
      assertThat(files).containsExactly(file());
    }
  }

  @Test
  void keepsAsideWhatItCannotRead() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "{\"format\":1,\"registry\":{\"queries\":[{\"queryId\":\"tor");
    assertThat(new StateFile(file()).read()).isNull();
    assertThat(file()).doesNotExist();
    assertThat(file().resolveSibling("state.json.unreadable")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/registry",
        "/brokers",
        "/signals",
        "/alerts",
        "/savedAt",
        "/registry/queries",
        "/registry/queries/0/key",
        "/registry/queries/0/runs/current",
        "/registry/queries/0/runs/current/startedAt",
        "/registry/queries/0/sources",
        "/signals/11111111-aaaa",
        "/signals/11111111-aaaa/batches/pace",
        "/alerts/11111111-aaaa/entries"
      })
  void keepsAsideAStateThatIsNotWhole(String lost) throws IOException {
    LiveMonitor watch = watch();
    tell(watch);
    new StateFile(file()).write(watch.state(T0.plusSeconds(40)));
    var mapper = new ObjectMapper();
    var state = mapper.readTree(file().toFile());
    var pointer = JsonPointer.compile(lost);
    ((ObjectNode) state.at(pointer.head()))
        .replace(pointer.last().getMatchingProperty(), NullNode.getInstance());
    mapper.writeValue(file().toFile(), state);

    assertThat(new StateFile(file()).read()).isNull();
    assertThat(file().resolveSibling("state.json.unreadable")).exists();
  }

  @Test
  void doesNotReadAnotherFormat() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "{\"format\": 99}");
    assertThat(new StateFile(file()).read()).isNull();
    assertThat(file().resolveSibling("state.json.unreadable")).exists();
  }

  @Test
  void beginsAnewWithoutAFile() {
    assertThat(new StateFile(file()).read()).isNull();
  }

  @Test
  void survivesAFolderThatCannotBeWritten() throws IOException {
    Files.writeString(folder.resolve("blocked"), "a file where a folder should be");
    new StateFile(folder.resolve("blocked/state.json")).write(watch().state(T0));
    assertThat(folder.resolve("blocked")).isRegularFile();
  }

  private Path file() {
    return folder.resolve("sub/state.json");
  }

  private static LiveMonitor watch() {
    return new LiveMonitor(
        List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
        QueryRules.NONE,
        Duration.ofHours(24),
        T0,
        cluster -> {});
  }

  private static void tell(LiveMonitor watch) {
    watch.report(
        new TestReport()
            .totals(1, 30)
            .batch(0, T0.minusSeconds(2), null, Map.of(t(0), 30L), 30L)
            .build(),
        T0);
    for (int second = 10; second <= 40; second += 10) {
      long end = 20 + 2L * second;
      watch.polled(
          new ClusterPoll(
              "main", Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of()),
          T0.plusSeconds(second),
          Duration.ofMillis(5));
    }
    watch.evaluate(T0.plusSeconds(40));
  }
}
