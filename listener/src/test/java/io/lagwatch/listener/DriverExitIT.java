package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mode;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a driver reports its final totals when it exits immediately, and exits in time. */
class DriverExitIT {
  /** The limit, plus the time that Spark and the JVM need on a busy machine. */
  private static final long MAX_EXIT_MILLIS = Agent.FINAL_REPORT_MILLIS + 3_000;

  private final StubExporter exporter = new StubExporter();

  @TempDir Path directory;

  @AfterEach
  void close() {
    exporter.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "exit", "stop"})
  void reportsTheFinalTotalsForEveryKindOfExit(String way) throws Exception {
    assertThat(run(way)).as("milliseconds").isLessThan(MAX_EXIT_MILLIS);
    JsonNode last = exporter.query("nightly");
    assertThat(last.get("status").asText()).isEqualTo("STOPPED");
    assertThat(last.at("/totals/batches").asLong()).isEqualTo(3);
    assertThat(last.at("/totals/inputRows").asLong()).isEqualTo(6);
    assertThat(last.at("/trigger/type").asText()).isEqualTo("AvailableNow");
  }

  @Test
  void exitsInTimeWhenTheExporterHangs() throws Exception {
    exporter.mode(Mode.HANGING);
    assertThat(run("exit")).as("milliseconds").isLessThan(MAX_EXIT_MILLIS);
  }

  /** Milliseconds from the query's end to the end of the JVM. */
  private long run(String way) throws Exception {
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
            exporter.address(), Files.createDirectories(directory.resolve("in")).toString(), way));
    File log = directory.resolve("driver.log").toFile();
    Process driver =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    try {
      assertThat(driver.waitFor(90, TimeUnit.SECONDS)).isTrue();
      long exitedAt = System.currentTimeMillis();
      String output = Files.readString(log.toPath());
      assertThat(driver.exitValue()).as(output).isZero();
      String marker = "query done at ";
      int at = output.indexOf(marker) + marker.length();
      return exitedAt - Long.parseLong(output.substring(at, output.indexOf('\n', at)).trim());
    } finally {
      driver.destroyForcibly();
    }
  }
}
