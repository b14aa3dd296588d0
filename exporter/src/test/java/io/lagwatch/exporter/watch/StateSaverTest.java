package io.lagwatch.exporter.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.ReportBody;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateSaverTest {
  @TempDir Path folder;

  @Test
  void writesNothingBeforeTheExporterHasStarted() throws Exception {
    Path file = Files.writeString(folder.resolve("state.json"), "the state of thousands");
    StateSaver saver = saver(file);
    saver.save();
    saver.awaitSaved();
    saver.close();
    assertThat(file).hasContent("the state of thousands");
  }

  @Test
  void savesBeforeCountersAreShown() throws Exception {
    Path file = folder.resolve("state.json");
    LiveMonitor monitor = monitor();
    try (StateSaver saver = saver(monitor, file)) {
      saver.start();
      monitor.report(ReportBody.smallest().accepted(), Instant.now());
      saver.awaitSaved();
      assertThat(file).content().contains("query-1");

      // Nothing has changed since.
      Files.delete(file);
      saver.awaitSaved();
      assertThat(file).doesNotExist();

      monitor.evaluate(Instant.now());
      saver.awaitSaved();
      assertThat(file).content().contains("query-1");
    }
  }

  @Test
  void savesAgainAfterAFailedWrite() throws Exception {
    Path file = folder.resolve("state.json");
    Path inTheWay = folder.resolve("state.json.next/x");
    LiveMonitor monitor = monitor();
    try (StateSaver saver = saver(monitor, file)) {
      saver.start();
      monitor.report(ReportBody.smallest().accepted(), Instant.now());
      Files.createDirectories(inTheWay);
      saver.awaitSaved();
      assertThat(file).doesNotExist();
      Files.delete(inTheWay);
      saver.awaitSaved();
      assertThat(file).content().contains("query-1");
    }
  }

  @Test
  void doesNotWaitOnceItHasClosed() throws Exception {
    LiveMonitor monitor = monitor();
    StateSaver saver = saver(monitor, folder.resolve("state.json"));
    saver.start();
    saver.close();
    monitor.report(ReportBody.smallest().accepted(), Instant.now());
    assertThatCode(saver::awaitSaved).doesNotThrowAnyException();
  }

  @Test
  void savesALastTimeWhenItCloses() throws Exception {
    Path file = folder.resolve("state.json");
    StateSaver saver = saver(file);
    saver.restore();
    saver.start();
    saver.close();
    try (StateFile again = StateFile.open(file)) {
      assertThat(again.read()).isNotNull();
    }
  }

  @Test
  void doesNotStartWithAFileThatCannotBeRead() throws Exception {
    Path file = Files.createDirectory(folder.resolve("state.json"));
    StateSaver saver = saver(file);
    assertThatThrownBy(saver::restore)
        .isInstanceOf(StateFileException.class)
        .hasMessageContaining("cannot read the state file " + file)
        .hasMessageContaining("it was not changed");
    saver.close();
    assertThat(file).isDirectory();
  }

  private static StateSaver saver(Path file) throws StateFileException {
    return saver(monitor(), file);
  }

  private static StateSaver saver(LiveMonitor monitor, Path file) throws StateFileException {
    return new StateSaver(monitor, StateFile.open(file), Clock.systemUTC());
  }

  private static LiveMonitor monitor() {
    return new LiveMonitor(
        List.of(), QueryRules.NONE, Duration.ofHours(1), Instant.now(), cluster -> {});
  }
}
