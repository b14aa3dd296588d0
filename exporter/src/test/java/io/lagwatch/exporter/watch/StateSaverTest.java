package io.lagwatch.exporter.watch;

import static org.assertj.core.api.Assertions.assertThat;

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
  void leavesTheFileAloneUntilItHasBeenRead() throws Exception {
    Path file = Files.writeString(folder.resolve("state.json"), "the state of thousands");
    StateSaver saver = saver(file);
    saver.save();
    saver.close();
    assertThat(file)
        .as("as when memory ran out while it was read")
        .hasContent("the state of thousands");
  }

  @Test
  void savesALastTimeAtTheEnd() {
    Path file = folder.resolve("state.json");
    StateSaver saver = saver(file);
    saver.start();
    saver.close();
    assertThat(new StateFile(file).read()).isNotNull();
  }

  private static StateSaver saver(Path file) {
    Clock clock = Clock.systemUTC();
    var watch =
        new LiveMonitor(
            List.of(), QueryRules.NONE, Duration.ofHours(1), clock.instant(), cluster -> {});
    return new StateSaver(watch, new StateFile(file), clock);
  }
}
