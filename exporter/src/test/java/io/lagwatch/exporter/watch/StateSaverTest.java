package io.lagwatch.exporter.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.config.QueryRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
    saver.saveSoon();
    saver.close();
    assertThat(file).hasContent("the state of thousands");
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
    Clock clock = Clock.systemUTC();
    var monitor =
        new LiveMonitor(
            List.of(), QueryRules.NONE, Duration.ofHours(1), clock.instant(), cluster -> {});
    return new StateSaver(monitor, StateFile.open(file), clock);
  }
}
