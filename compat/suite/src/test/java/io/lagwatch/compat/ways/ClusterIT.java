package io.lagwatch.compat.ways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Driver;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.compat.stage.SparkBuild;
import io.lagwatch.demo.stage.Built;
import io.lagwatch.demo.stage.Exporter;
import io.lagwatch.demo.stage.Http;
import io.lagwatch.demo.truth.Ledger;
import io.lagwatch.demo.truth.Source;
import io.lagwatch.demo.truth.TrueLag;
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
 * A real standalone cluster: drivers here and on the worker, executors in processes of their own,
 * and an exporter that asks for a token as it must where drivers are elsewhere.
 */
@ExtendWith(CompatStage.Shared.class)
class ClusterIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Pattern MASTER = Pattern.compile("spark://[0-9.]+:[0-9]+");
  private static final String TOKEN = "a-token-for-drivers";

  private final Built built = Built.around(Path.of(""));
  private final SparkBuild spark = SparkBuild.of("3.5");

  @Test
  void knowsTwoApplicationsInClientAndClusterModeAndTurnsAwayTheOneWithoutTheToken(
      CompatStage stage) throws Exception {
    Path folder = stage.folder("cluster");
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
            .formatted(TOKEN, stage.bootstrapServers());
    Ledger ledger = stage.ledger();
    ledger.create("in-client-mode", 2);
    ledger.create("in-cluster-mode", 3);
    try (OwnedProcess exporterProcess =
            Exporter.start(built, port, settings, folder.resolve("exporter"));
        OwnedProcess master = master(home);
        OwnedProcess worker = worker(home, address(master));
        Application client = start(home, stage, "in-client-mode", "client", master, exporter);
        Application cluster = start(home, stage, "in-cluster-mode", "cluster", master, exporter);
        OwnedProcess stranger = withoutToken(home, stage, exporter)) {
      assertThat(exporterProcess.isAlive()).isTrue();
      for (Application application : List.of(client, cluster)) {
        ledger.produce(application.name, 0, 40);
        ledger.produce(application.name, 1, 7);
        application.driver.start(
            Query.plain("same-name")
                .trigger("1 second")
                .reading(Source.subscribe(application.name).atMost(10)));
      }
      for (Application application : List.of(client, cluster)) {
        new TrueLag(exporter, application.name, ledger)
            .await(
                "same-name",
                List.of(Source.subscribe(application.name)),
                application.driver.checkpoint("same-name"),
                PATIENCE);
      }
      assertThat(worker.log()).content().contains("DriverWrapper").contains("ExecutorRunner");
      assertThat(stranger.await(PATIENCE)).as(stranger::tail).isZero();
      assertThat(stranger.log()).content().contains("rejected a report: 401", "token_missing");
      assertThat(exporter.answers("/api/v1/queries/stranger/run")).isFalse();
      for (Application application : List.of(client, cluster)) {
        application.driver.stopContext();
        await()
            .atMost(PATIENCE)
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

  /** A driver of {@code OnDemand} and what was submitted, which ends when it does. */
  private record Application(String name, OwnedProcess submitted, Driver driver)
      implements AutoCloseable {
    @Override
    public void close() {
      driver.close();
    }
  }

  private Application start(
      SparkHome home,
      CompatStage stage,
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
    // In cluster mode the driver has what it is given and nothing else (Spark 3.5, Java 17).
    settings.put("spark.driver.extraJavaOptions", String.join(" ", built.sparkJvmArguments()));
    // The one who submits stays until the driver on the worker ends.
    settings.put("spark.standalone.submit.waitAppCompletion", "true");
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--master", address(master), "--deploy-mode", mode, "--name", name));
    words.addAll(List.of("--class", "io.lagwatch.compat.jobs.OnDemand"));
    words.addAll(List.of("--driver-memory", "512m", "--jars", built.listenerJar().toString()));
    words.addAll(SparkHome.flags(settings));
    words.add(spark.jobsJar().toString());
    words.addAll(List.of(Integer.toString(port), stage.bootstrapServers(), checkpoints.toString()));
    OwnedProcess submitted = home.submit(name, words);
    return new Application(name, submitted, Driver.awaited(submitted, port, checkpoints));
  }

  private OwnedProcess withoutToken(SparkHome home, CompatStage stage, Http exporter)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--master", "local[2]", "--name", "stranger"));
    words.addAll(List.of("--class", "io.lagwatch.compat.jobs.ScheduledRun"));
    words.addAll(List.of("--driver-memory", "512m", "--jars", built.listenerJar().toString()));
    words.addAll(SparkHome.flags(settings(exporter)));
    words.add(spark.jobsJar().toString());
    words.addAll(List.of("name=run", "checkpoint=" + home.folder().resolve("stranger")));
    words.addAll(List.of("format=kafka", "option.subscribe=in-client-mode"));
    words.add("option.kafka.bootstrap.servers=" + stage.bootstrapServers());
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
        built.sparkJvmArguments(),
        List.of("--host", Loopback.HOST, "--port", "0", "--webui-port", "0"));
  }

  private OwnedProcess worker(SparkHome home, String master) {
    String work = home.folder().resolve("work").toString();
    return home.daemon(
        "worker",
        "org.apache.spark.deploy.worker.Worker",
        built.sparkJvmArguments(),
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
        .atMost(PATIENCE)
        .until(
            () -> {
              found[0] = MASTER.matcher(Files.readString(master.log()));
              return found[0].find();
            });
    return found[0].group();
  }
}
