package io.lagwatch.compat.ways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The ways to pass the jar and the settings to {@code spark-submit}. Each run ends when it has read
 * everything, and the exporter must show the same correct counts.
 */
@ExtendWith(CompatEnvironment.CompatExtension.class)
class SubmitIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final String LISTENER = "io.lagwatch.listener.LagwatchListener";
  private static final int RECORDS = 150;

  private final Path jar = BuildArtifacts.around(Path.of("")).listenerJar();
  private final SparkBuild spark = SparkBuild.of("3.5");
  private CompatEnvironment environment;
  private SparkHome home;
  private String app;
  private String endpoint;

  @BeforeEach
  void prepare(CompatEnvironment environment, TestInfo test) throws IOException {
    this.environment = environment;
    app = test.getTestMethod().orElseThrow().getName();
    endpoint = environment.exporter().base().toString();
    home = SparkHome.of(spark.classPath(), spark.scala(), environment.folder(app));
    var produced = environment.produced();
    produced.create(app, 2);
    produced.produce(app, 0, 100);
    produced.produce(app, 1, RECORDS - 100);
  }

  @Test
  void takesJarFromARepositoryAndSettingsFromAPropertiesFile() throws IOException {
    Path repository = environment.folder(app).resolve("repository");
    Path artifact = Files.createDirectories(repository.resolve("io/lagwatch/lagwatch-listener/1"));
    Files.copy(jar, artifact.resolve("lagwatch-listener-1.jar"));
    Files.writeString(
        artifact.resolve("lagwatch-listener-1.pom"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>io.lagwatch</groupId>
          <artifactId>lagwatch-listener</artifactId>
          <version>1</version>
        </project>
        """);
    Path folder = environment.folder(app);
    Path settings = SparkHome.settings(folder.resolve("my.conf"), SparkHome.attached(endpoint));
    List<String> words = new ArrayList<>(List.of("--packages", "io.lagwatch:lagwatch-listener:1"));
    words.addAll(List.of("--repositories", repository.toUri().toString()));
    words.addAll(List.of("--properties-file", settings.toString()));
    words.addAll(
        SparkHome.flags(
            Map.of(
                "spark.jars.ivy", folder.resolve("ivy").toString(),
                "spark.jars.ivySettings", withoutNetwork(folder).toString())));
    runs(words, Map.of());
    verifyCounts();
  }

  @Test
  void takesJarFromTheDriversClassPathAndSettingsFromTheCode() throws IOException {
    runs(List.of("--driver-class-path", jar.toString()), SparkHome.attached(endpoint));
    verifyCounts();
  }

  @Test
  void takesBothFromSparkDefaults() throws IOException {
    Map<String, String> settings = new TreeMap<>(SparkHome.attached(endpoint));
    settings.put("spark.driver.extraClassPath", jar.toString());
    SparkHome.settings(home.conf().resolve("spark-defaults.conf"), settings);
    runs(List.of(), Map.of());
    verifyCounts();
  }

  @Test
  void countsEachBatchOnceWhenTheListenerIsAttachedThreeTimes() throws IOException {
    List<String> words = new ArrayList<>(List.of("--jars", jar.toString()));
    words.addAll(SparkHome.flags(SparkHome.attached(endpoint)));
    words.addAll(
        List.of(
            "--conf", "spark.sql.streaming.streamingQueryListeners=" + LISTENER + "," + LISTENER));
    runs(words, Map.of("listener", LISTENER));
    verifyCounts();
  }

  @Test
  void worksWhenTheListenerIsOnlyAddedInTheCode() throws IOException {
    runs(
        List.of("--jars", jar.toString(), "--conf", "spark.lagwatch.endpoint=" + endpoint),
        Map.of("listener", LISTENER));
    verifyCounts();
  }

  @Test
  void reportsAMissingJar() throws IOException {
    List<String> words = new ArrayList<>(List.of("--jars", "/nowhere/lagwatch-listener.jar"));
    words.addAll(SparkHome.flags(SparkHome.attached(endpoint)));
    try (OwnedProcess process = submit(words, Map.of())) {
      assertThat(process.await(TIMEOUT)).isEqualTo(1);
      assertThat(Files.readString(process.log()))
          .as("as docs/troubleshooting.md says")
          .contains("Local jar /nowhere/lagwatch-listener.jar does not exist, skipping.")
          .contains("Exception when registering StreamingQueryListener")
          .contains("ClassNotFoundException: " + LISTENER);
    }
  }

  @Test
  void isNotAffectedBySlowAndFailingListeners() throws IOException {
    String jobs = "io.lagwatch.compat.jobs.";
    String others = jobs + "ThrowingListener," + jobs + "SlowListener";
    List<String> words = new ArrayList<>(List.of("--jars", jar.toString()));
    words.addAll(SparkHome.flags(SparkHome.attached(endpoint)));
    words.addAll(
        List.of(
            "--conf",
            "spark.sql.streaming.streamingQueryListeners=%s,%s,%s"
                .formatted(others, LISTENER, others)));
    String log = runs(words, Map.of("option.maxOffsetsPerTrigger", "75"));
    verifyCounts();
    for (String event : List.of("the start", "batch 0", "batch 1", "the end")) {
      assertThat(log.split("SlowListener received " + event, -1))
          .as("both receive %s", event)
          .hasSize(3);
    }
    assertThat(log.split("Listener ThrowingListener threw an exception", -1))
        .as("both throw at each of four events, and Spark says so and goes on")
        .hasSize(9);
    assertThat(log).doesNotContain("LagwatchListener threw");
  }

  /** Writes Ivy settings without the default repositories, so that the test needs no network. */
  private static Path withoutNetwork(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("ivysettings.xml"),
        """
        <ivysettings>
          <settings defaultResolver="none"/>
          <resolvers>
            <ibiblio name="none" m2compatible="true" root="%s"/>
          </resolvers>
        </ivysettings>
        """
            .formatted(Files.createDirectories(folder.resolve("none")).toUri()));
  }

  /** Waits for the end of the process, which must succeed; returns the log. */
  private String runs(List<String> words, Map<String, String> arguments) throws IOException {
    try (OwnedProcess process = submit(words, arguments)) {
      assertThat(process.await(TIMEOUT)).as(process::tail).isZero();
      return Files.readString(process.log());
    }
  }

  private OwnedProcess submit(List<String> words, Map<String, String> arguments)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("--master", "local[2]", "--name", app));
    all.addAll(
        List.of("--class", "io.lagwatch.compat.jobs.ScheduledRun", "--driver-memory", "512m"));
    all.addAll(List.of("--driver-java-options", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"));
    all.addAll(List.of("--conf", "spark.ui.enabled=false"));
    all.addAll(words);
    all.add(spark.jobsJar().toString());
    Map<String, String> wanted = new TreeMap<>(arguments);
    wanted.put("name", "run");
    wanted.put("checkpoint", environment.folder(app).resolve("checkpoint").toString());
    wanted.put("format", "kafka");
    wanted.put("option.kafka.bootstrap.servers", environment.bootstrapServers());
    wanted.put("option.subscribe", app);
    wanted.put("option.startingOffsets", "earliest");
    wanted.forEach((key, value) -> all.add(key + "=" + value));
    return home.submit(app, all);
  }

  private void verifyCounts() {
    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              JsonNode run = environment.exporter().json("/api/v1/queries/" + app + "/run");
              assertThat(run.get("state").asText()).isEqualTo("stopped");
              assertThat(run.at("/trigger/type").asText()).isEqualTo("AvailableNow");
              assertThat(run.at("/counters/inputRows").asLong()).isEqualTo(RECORDS);
              assertThat(run.at("/lag/records").isNull()).isFalse();
              assertThat(run.at("/lag/records").asLong()).isZero();
            });
  }
}
