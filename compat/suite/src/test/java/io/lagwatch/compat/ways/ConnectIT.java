package io.lagwatch.compat.ways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A Spark Connect server with the listener in its settings, and a client without Lagwatch settings.
 */
@ExtendWith(CompatEnvironment.CompatExtension.class)
class ConnectIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final String SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer";

  private final BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
  private final SparkBuild spark = SparkBuild.of("4.2");

  @Test
  void reportsTheQueryOfARemoteSession(CompatEnvironment environment) throws Exception {
    Path folder = environment.folder("connect");
    Path input = Files.createDirectories(folder.resolve("input"));
    Files.write(input.resolve("some.txt"), List.of("one", "two", "three"));
    SparkHome home =
        SparkHome.of(classPath("connect-server"), spark.scala(), folder.resolve("home"));
    int port = Loopback.freePort();
    try (OwnedProcess server = server(home, port, environment.exporter().base().toString())) {
      await("the server takes sessions")
          .atMost(TIMEOUT)
          .until(() -> Files.readString(server.log()).contains("Spark Connect server started"));
      try (OwnedProcess client = client(folder, port, input)) {
        assertThat(client.await(TIMEOUT)).as(client::tail).isZero();
      }
      await()
          .atMost(TIMEOUT)
          .ignoreExceptions()
          .untilAsserted(
              () -> {
                JsonNode run = environment.exporter().json("/api/v1/queries/connected/remote");
                assertThat(run.get("state").asText()).isEqualTo("stopped");
                assertThat(run.at("/application/sparkVersion").asText()).isEqualTo(spark.version());
                assertThat(run.at("/counters/batches").asLong()).isEqualTo(1);
                assertThat(run.at("/counters/inputRows").asLong()).isEqualTo(3);
                assertThat(run.at("/trigger/type").asText()).isEqualTo("AvailableNow");
              });
      assertThat(server.isAlive()).isTrue();
      assertThat(server.log()).content().doesNotContain(" ERROR ");
    }
  }

  private OwnedProcess server(SparkHome home, int port, String endpoint) throws IOException {
    Map<String, String> settings = new TreeMap<>(SparkHome.attached(endpoint));
    settings.put("spark.connect.grpc.binding.address", Loopback.HOST);
    settings.put("spark.connect.grpc.binding.port", Integer.toString(port));
    settings.put("spark.ui.enabled", "false");
    Files.writeString(
        home.conf().resolve("log4j2.properties"),
        "logger.connect.name = org.apache.spark.sql.connect.service\nlogger.connect.level = info\n",
        StandardOpenOption.APPEND);
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--master", "local[2]", "--name", "connected", "--class", SERVER));
    words.addAll(List.of("--driver-memory", "768m", "--jars", artifacts.listenerJar().toString()));
    words.addAll(SparkHome.flags(settings));
    words.add("spark-internal");
    return home.submit("connect-server", words);
  }

  /** Starts a JVM with only the client's jars of Spark. */
  private OwnedProcess client(Path folder, int port, Path input) throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(OwnedProcess.java(), "-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.addAll(artifacts.sparkJvmArguments());
    command.add("-cp");
    command.add(spark.jobs() + File.pathSeparator + classPath("connect-client"));
    command.add("io.lagwatch.compat.jobs.ScheduledRun");
    command.addAll(List.of("name=remote", "checkpoint=" + folder.resolve("checkpoint")));
    command.addAll(List.of("format=text", "option.path=" + input));
    return OwnedProcess.start(
        "connect-client",
        folder.resolve("client.log"),
        null,
        Map.of("SPARK_REMOTE", "sc://" + Loopback.HOST + ":" + port),
        command);
  }

  private String classPath(String module) throws IOException {
    return Files.readString(
        artifacts.root().resolve("compat").resolve(module).resolve("target/spark.classpath"));
  }
}
