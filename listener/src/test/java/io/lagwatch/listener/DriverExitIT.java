package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mode;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that a driver reports its final totals when it exits immediately, and does not wait for an
 * exporter.
 */
class DriverExitIT {
  private static final String REQUEST_TIMEOUT = "60s";

  /** Shorter than {@link #REQUEST_TIMEOUT}: a driver that waits for a request exceeds it. */
  private static final long MAX_EXIT_SECONDS = 45;

  private final StubExporter exporter = new StubExporter();

  @TempDir Path directory;

  @AfterEach
  void close() {
    exporter.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "exit", "stop"})
  void reportsTheFinalTotalsForEveryKindOfExit(String way) throws Exception {
    run(way);
    JsonNode last = exporter.query("nightly");
    assertThat(last.get("status").asText()).isEqualTo("STOPPED");
    assertThat(last.at("/totals/batches").asLong()).isEqualTo(3);
    assertThat(last.at("/totals/inputRows").asLong()).isEqualTo(6);
    assertThat(last.at("/trigger/type").asText()).isEqualTo("AvailableNow");
  }

  @Test
  void exitsWithoutWaitingForAHangingExporter() throws Exception {
    exporter.mode(Mode.HANGING);
    run("exit");
    assertThat(exporter.notAccepted.get()).as("unanswered requests").isPositive();
  }

  /** Runs a driver until its JVM has exited. */
  private void run(String way) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ShortDriver.class.getName());
    command.addAll(
        List.of(
            exporter.address(),
            Files.createDirectories(directory.resolve("in")).toString(),
            way,
            REQUEST_TIMEOUT));
    File log = directory.resolve("driver.log").toFile();
    Process driver =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    try {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> !driver.isAlive() || Files.readString(log.toPath()).contains("query done"));
      assertThat(driver.waitFor(MAX_EXIT_SECONDS, TimeUnit.SECONDS)).as("has exited").isTrue();
      assertThat(driver.exitValue()).as(Files.readString(log.toPath())).isZero();
    } finally {
      driver.destroyForcibly();
    }
  }
}
