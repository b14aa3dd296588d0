package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.compat.environment.Application;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A driver of {@code ContextCycles} in the background. It starts and stops contexts in one JVM:
 * without the listener, with an absent exporter, with a hanging one, and finally with the real one.
 */
final class ContextRounds implements AutoCloseable {
  private static final String SAYS = " ContextCycles: ROUND ";
  private static final Duration TIMEOUT = Duration.ofMinutes(8);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> ROUNDS =
      List.of(
          "none",
          "none",
          "absent",
          "hanging",
          "absent-apart",
          "hanging-apart",
          "none",
          "absent-apart",
          "absent-apart",
          "hanging-apart",
          "absent",
          "absent-apart",
          "none",
          "absent-apart",
          "hanging-apart",
          "absent-apart",
          "hanging",
          "absent-apart",
          "absent-apart",
          "real");

  private final HangingExporter hanging = new HangingExporter();
  private final OwnedProcess process;
  private @Nullable List<ContextRound> rounds;
  private @Nullable JsonNode loaders;

  /** Starts the driver. */
  ContextRounds(SparkBuild spark, String app, URI exporter, Path folder) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(BuildArtifacts.around(Path.of("")).listenerJar().toString());
    arguments.add(folder.resolve("checkpoints").toString());
    for (String round : ROUNDS) {
      arguments.add(round + "=" + endpoint(round, exporter));
    }
    process =
        Application.of(spark, app)
            .with("spark.lagwatch.heartbeat", "1s")
            .start(folder, "ContextCycles", arguments.toArray(String[]::new));
  }

  private String endpoint(String round, URI exporter) {
    if (round.startsWith("absent")) {
      return "http://" + Loopback.HOST + ":" + Loopback.freePort();
    }
    if (round.startsWith("hanging")) {
      return hanging.address().toString();
    }
    return round.equals("real") ? exporter.toString() : "";
  }

  /**
   * Waits for the end of the driver and returns its rounds, without the first one, which loads
   * Spark.
   */
  List<ContextRound> rounds() throws IOException {
    if (rounds == null) {
      int status = process.await(TIMEOUT);
      List<ContextRound> read = new ArrayList<>();
      List<String> log = new ArrayList<>();
      for (String line : Files.readAllLines(process.log())) {
        int said = line.indexOf(SAYS);
        if (said < 0) {
          log.add(line);
          continue;
        }
        JsonNode told = JSON.readTree(line.substring(said + SAYS.length()));
        if (told.has("begins")) {
          log = new ArrayList<>();
        } else if (told.has("ended")) {
          read.add(new ContextRound(told.get("name").asText(), told, log));
        } else {
          loaders = told;
        }
      }
      assertThat(status).as(process::tail).isZero();
      assertThat(read).extracting(ContextRound::name).isEqualTo(ROUNDS);
      rounds = read.subList(1, read.size());
    }
    return rounds;
  }

  /** Returns the rounds whose names start with this text. */
  List<ContextRound> rounds(String kind) throws IOException {
    return rounds().stream().filter(round -> round.name().startsWith(kind)).toList();
  }

  /**
   * Returns the number of class loaders of the listener, {@code loaders}, and how many are still
   * {@code held}.
   */
  JsonNode loaders() throws IOException {
    rounds();
    assertThat(loaders).as("the last line").isNotNull();
    return loaders;
  }

  @Override
  public void close() throws IOException {
    process.close();
    hanging.close();
  }
}
