package io.lagwatch.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedProcessTest {
  @TempDir Path folder;

  @Test
  void writesBothStreamsToTheLogAndReturnsTheExitStatus() {
    Path log = folder.resolve("deep").resolve("out.log");
    List<String> command = List.of("sh", "-c", "echo \"$GREETING\"; pwd; echo problem >&2; exit 3");
    try (OwnedProcess process =
        OwnedProcess.start("greeter", log, folder, Map.of("GREETING", "hello"), command)) {
      assertThat(process.await(Duration.ofSeconds(30))).isEqualTo(3);
      assertThat(process.tail()).isEqualTo("hello\n" + folder + "\nproblem");
    }
  }

  @Test
  void closeEndsASuspendedProcess() {
    OwnedProcess process = sleeper();
    process.suspend();
    await().until(() -> state(process).startsWith("T"));

    process.close();

    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void resumeContinuesASuspendedProcess() {
    try (OwnedProcess process = sleeper()) {
      process.suspend();
      await().until(() -> state(process).startsWith("T"));
      process.resume();
      await().until(() -> state(process).startsWith("S"));
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void awaitQuotesTheOutputOnTimeout() {
    List<String> command = List.of("sh", "-c", "echo waiting; exec sleep 600");
    try (OwnedProcess process = OwnedProcess.start("idler", folder.resolve("log"), command)) {
      await().until(() -> process.tail().contains("waiting"));
      assertThatThrownBy(() -> process.await(Duration.ofMillis(1)))
          .hasMessage("idler still runs after PT0.001S\nwaiting");
    }
  }

  private OwnedProcess sleeper() {
    return OwnedProcess.start("sleeper", folder.resolve("log"), List.of("sleep", "600"));
  }

  private String state(OwnedProcess process) throws Exception {
    List<String> command = List.of("ps", "-o", "state=", "-p", Long.toString(process.pid()));
    Process ps = new ProcessBuilder(command).start();
    return new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
