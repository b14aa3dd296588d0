package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.FileFailure;
import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.config.SettingsLoader;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFailureTest {
  @TempDir private Path folder;

  @Test
  void namesTheSettingOfATakenPort() throws Exception {
    try (var taken = new ServerSocket(0)) {
      Settings settings = settings(Map.of("--listen", "0.0.0.0:" + taken.getLocalPort()));
      assertThat(reasonOf(settings))
          .startsWith("listen: cannot listen on 0.0.0.0:" + taken.getLocalPort() + ": ")
          .contains("Address already in use")
          .endsWith("choose a free port and an address of this host");
    }
  }

  @Test
  void namesTheSettingOfAnAddress() {
    Settings settings = settings(Map.of("--listen", "10.1.2.3:9877"));
    assertThat(reason(new BindException("Cannot assign requested address"), settings))
        .startsWith("listen: cannot listen on 10.1.2.3:9877: Cannot assign requested address;");
    assertThat(reason(new UnresolvedAddressException(), settings))
        .startsWith("listen: cannot listen on 10.1.2.3:9877: the name of the host is unknown;");
  }

  @Test
  void namesTheSettingOfAStateFile() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x").resolve("state.json");
    Settings settings = settings(Map.of("--listen", "127.0.0.1:0", "--state-file", "" + file));
    assertThat(reasonOf(settings))
        .isEqualTo(
            "stateFile: cannot lock the state file %s: %s is a file, not a folder; choose another file"
                .formatted(file, file.getParent()));
    Path directory = Files.createDirectory(folder.resolve("directory"));
    settings = settings(Map.of("--listen", "127.0.0.1:0", "--state-file", "" + directory));
    assertThat(reasonOf(settings))
        .isEqualTo(
            "stateFile: cannot read the state file %s: it is a folder; name a file in it; it was not"
                    .formatted(directory)
                + " changed");
  }

  @Test
  void namesTheSettingOfARecording() {
    Settings settings = settings(Map.of("--listen", "127.0.0.1:0", "--record", "" + folder));
    assertThat(reasonOf(settings))
        .isEqualTo(
            "record: cannot open the file " + folder + ": it is a folder; name a file in it");
    Path missing = folder.resolve("missing").resolve("recorded.jsonl");
    settings = settings(Map.of("--listen", "127.0.0.1:0", "--record", "" + missing));
    assertThat(reasonOf(settings))
        .isEqualTo(
            "record: cannot open the file %s: the folder %s does not exist; create it, or choose"
                    .formatted(missing, missing.getParent())
                + " another file");
  }

  @Test
  void namesThePermissionOfAFile() {
    Path file = folder.resolve("state.json");
    assertThat(FileFailure.reason(new AccessDeniedException("" + file), file))
        .isEqualTo(
            "permission denied; give the user of the exporter access to it and to its folder");
    assertThat(FileFailure.reason(new FileSystemException("" + file, null, "No space"), file))
        .isEqualTo("No space");
    assertThat(FileFailure.reason(new IOException(), file)).isEqualTo("IOException");
  }

  @Test
  void blamesTheStateFileForTheHeapOnlyWhenThereIsOne() {
    Settings without = settings(Map.of("--listen", "127.0.0.1:0"));
    assertThat(reason(new OutOfMemoryError(), without))
        .contains("MB is too small to start; increase -Xmx");
    Path file = folder.resolve("state.json");
    Settings with = settings(Map.of("--listen", "127.0.0.1:0", "--state-file", "" + file));
    assertThat(reason(new OutOfMemoryError(), with))
        .startsWith("stateFile: ")
        .contains("MB is too small for the state file " + file);
  }

  @Test
  void hasNoReasonForAnythingElse() {
    Settings settings = settings(Map.of("--listen", "127.0.0.1:0"));
    assertThat(reason(new IllegalStateException("a bug"), settings)).isNull();
  }

  private static String reasonOf(Settings settings) {
    try (Serve serve = Serve.open(settings, Clock.systemUTC())) {
      serve.start();
      throw new AssertionError("it started");
    } catch (Exception e) {
      return reason(e, settings);
    }
  }

  private static String reason(Throwable failure, Settings settings) {
    return StartFailure.reason(failure, settings);
  }

  private static Settings settings(Map<String, String> flags) {
    return ((Loaded.Good) new SettingsLoader(flags, Map.of()).load()).settings();
  }
}
