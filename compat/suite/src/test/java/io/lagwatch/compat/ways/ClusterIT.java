package io.lagwatch.compat.ways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.compat.environment.CompatDriver;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.LagVerifier;
import io.lagwatch.demo.accuracy.ProducedRecords;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.ExporterProcess;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A real standalone cluster: drivers on this machine and on the worker, executors in their own
 * processes, and an exporter with a token, because drivers may run on other hosts.
 */
@ExtendWith(CompatEnvironment.CompatExtension.class)
class ClusterIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final Pattern MASTER = Pattern.compile("spark://[0-9.]+:[0-9]+");
  private static final String TOKEN = "a-token-for-drivers";

  private final BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
  private final SparkBuild spark = SparkBuild.of("3.5");

  @Test
  void acceptsClientAndClusterModeAndRejectsReportsWithoutTheToken(CompatEnvironment environment)
      throws Exception {
    Path folder = environment.folder("cluster");
    SparkHome home = SparkHome.of(spark.classPath(), spark.scala(), folder.resolve("home"));
    Files.writeString(
        home.conf().resolve("log4j2.properties"),
        "logger.deploy.name = org.apache.spark.deploy\nlogger.deploy.level = info\n",
        StandardOpenOption.APPEND);
    int port = Loopback.freePort();
    Http exporter = Http.onPort(port);
    String settings =
        """
        token: %s
        kafka:
          - name: main
            bootstrapServers: %s
            pollInterval: 1s
        """
            .formatted(TOKEN, environment.bootstrapServers());
    ProducedRecords produced = environment.produced();
    produced.create("in-client-mode", 2);
    produced.create("in-cluster-mode", 3);
    try (OwnedProcess exporterProcess =
            ExporterProcess.start(artifacts, port, settings, folder.resolve("exporter"));
        OwnedProcess master = master(home);
        OwnedProcess worker = worker(home, address(master));
        SubmittedApplication client =
            start(home, environment, "in-client-mode", "client", master, exporter);
        SubmittedApplication cluster =
            start(home, environment, "in-cluster-mode", "cluster", master, exporter);
        OwnedProcess stranger = withoutToken(home, environment, exporter)) {
      assertThat(exporterProcess.isAlive()).isTrue();
      for (SubmittedApplication application : List.of(client, cluster)) {
        produced.produce(application.name, 0, 40);
        produced.produce(application.name, 1, 7);
        application.driver.start(
            Query.plain("same-name")
                .trigger("1 second")
                .reading(KafkaSource.subscribe(application.name).atMost(10)));
      }
      for (SubmittedApplication application : List.of(client, cluster)) {
        new LagVerifier(exporter, application.name, produced)
            .await(
                "same-name",
                List.of(KafkaSource.subscribe(application.name)),
                application.driver.checkpoint("same-name"),
                TIMEOUT);
      }
      assertThat(worker.log()).content().contains("DriverWrapper").contains("ExecutorRunner");
      assertThat(stranger.await(TIMEOUT)).as(stranger::tail).isZero();
      assertThat(stranger.log()).content().contains("rejected a report: 401", "token_missing");
      assertThat(exporter.answers("/api/v1/queries/stranger/run")).isFalse();
      for (SubmittedApplication application : List.of(client, cluster)) {
        application.driver.stopContext();
        await()
            .atMost(TIMEOUT)
            .until(
                () ->
                    exporter
                        .json("/api/v1/queries/" + application.name + "/same-name")
                        .get("state")
                        .asText()
                        .equals("stopped"));
      }
    }
  }

  /**
   * A driver of {@code QueryServer} and the process that submitted it, which ends when the driver
   * ends.
   */
  private record SubmittedApplication(String name, OwnedProcess submitted, CompatDriver driver)
      implements AutoCloseable {
    @Override
    public void close() {
      driver.close();
    }
  }

  private SubmittedApplication start(
      SparkHome home,
      CompatEnvironment environment,
      String name,
      String mode,
      OwnedProcess master,
      Http exporter)
      throws IOException {
    int port = Loopback.freePort();
    Path checkpoints = home.folder().resolve(name + "-checkpoints");
    Map<String, String> settings = settings(exporter);
    settings.put("spark.lagwatch.token", TOKEN);
    settings.put("spark.lagwatch.heartbeat", "1s");
    settings.put("spark.cores.max", "1");
    settings.put("spark.executor.memory", "512m");
    // In cluster mode the driver gets only the options that are passed (Spark 3.5, Java 17).
    settings.put("spark.driver.extraJavaOptions", String.join(" ", artifacts.sparkJvmArguments()));
    // The submitting process runs until the driver on the worker ends.
    settings.put("spark.standalone.submit.waitAppCompletion", "true");
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--master", address(master), "--deploy-mode", mode, "--name", name));
    words.addAll(List.of("--class", "io.lagwatch.compat.jobs.QueryServer"));
    words.addAll(List.of("--driver-memory", "512m", "--jars", artifacts.listenerJar().toString()));
    words.addAll(SparkHome.flags(settings));
    words.add(spark.jobsJar().toString());
    words.addAll(
        List.of(Integer.toString(port), environment.bootstrapServers(), checkpoints.toString()));
    OwnedProcess submitted = home.submit(name, words);
    return new SubmittedApplication(
        name, submitted, CompatDriver.awaited(submitted, port, checkpoints));
  }

  private OwnedProcess withoutToken(SparkHome home, CompatEnvironment environment, Http exporter)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--master", "local[2]", "--name", "stranger"));
    words.addAll(List.of("--class", "io.lagwatch.compat.jobs.ScheduledRun"));
    words.addAll(List.of("--driver-memory", "512m", "--jars", artifacts.listenerJar().toString()));
    words.addAll(SparkHome.flags(settings(exporter)));
    words.add(spark.jobsJar().toString());
    words.addAll(List.of("name=run", "checkpoint=" + home.folder().resolve("stranger")));
    words.addAll(List.of("format=kafka", "option.subscribe=in-client-mode"));
    words.add("option.kafka.bootstrap.servers=" + environment.bootstrapServers());
    return home.submit("stranger", words);
  }

  private static Map<String, String> settings(Http exporter) {
    Map<String, String> settings = new TreeMap<>(SparkHome.attached(exporter.base().toString()));
    settings.put("spark.ui.enabled", "false");
    return settings;
  }

  private OwnedProcess master(SparkHome home) {
    return home.daemon(
        "master",
        "org.apache.spark.deploy.master.Master",
        artifacts.sparkJvmArguments(),
        List.of("--host", Loopback.HOST, "--port", "0", "--webui-port", "0"));
  }

  private OwnedProcess worker(SparkHome home, String master) {
    String work = home.folder().resolve("work").toString();
    return home.daemon(
        "worker",
        "org.apache.spark.deploy.worker.Worker",
        artifacts.sparkJvmArguments(),
        List.of(
            "--host",
            Loopback.HOST,
            "--port",
            "0",
            "--webui-port",
            "0",
            "--work-dir",
            work,
            "--cores",
            "4",
            "--memory",
            "3g",
            master));
  }

  private static String address(OwnedProcess master) {
    Matcher[] found = new Matcher[1];
    await("the master listens")
        .atMost(TIMEOUT)
        .until(
            () -> {
              found[0] = MASTER.matcher(Files.readString(master.log()));
              return found[0].find();
            });
    return found[0].group();
  }
}
