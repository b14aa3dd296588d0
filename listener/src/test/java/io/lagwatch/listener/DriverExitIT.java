package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mood;
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

/** A driver that exits at once has still said its last totals, and exits in time. */
class DriverExitIT {
  /** The bound, and what Spark and the JVM take themselves on a busy machine. */
  private static final long MOST_EXIT_MILLIS = Agent.LAST_WORD_MILLIS + 3_000;

  private final StubExporter exporter = new StubExporter();

  @TempDir Path directory;

  @AfterEach
  void close() {
    exporter.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"return", "exit", "stop"})
  void saysTheLastTotalsWhicheverWayTheDriverGoes(String way) throws Exception {
    assertThat(run(way)).as("milliseconds").isLessThan(MOST_EXIT_MILLIS);
    JsonNode last = exporter.query("nightly");
    assertThat(last.get("status").asText()).isEqualTo("STOPPED");
    assertThat(last.at("/totals/batches").asLong()).isEqualTo(3);
    assertThat(last.at("/totals/inputRows").asLong()).isEqualTo(6);
    assertThat(last.at("/trigger/type").asText()).isEqualTo("AvailableNow");
  }

  @Test
  void exitsInTimeWhenTheExporterHangs() throws Exception {
    exporter.mood(Mood.HANGING);
    assertThat(run("exit")).as("milliseconds").isLessThan(MOST_EXIT_MILLIS);
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
      long gone = System.currentTimeMillis();
      String said = Files.readString(log.toPath());
      assertThat(driver.exitValue()).as(said).isZero();
      String done = "query done at ";
      int at = said.indexOf(done) + done.length();
      return gone - Long.parseLong(said.substring(at, said.indexOf('\n', at)).trim());
    } finally {
      driver.destroyForcibly();
    }
  }
}
