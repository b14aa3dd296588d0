package io.lagwatch.demo.alerting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.ExporterProcess;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.ProducerProcess;
import io.lagwatch.demo.environment.Prometheus;
import io.lagwatch.demo.environment.SubmittedApplication;
import io.lagwatch.demo.producer.Feed;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * All components that an alert passes: broker, producer, a query that can be slowed or made to
 * fail, the exporter, Prometheus with the rules of {@code alerts/}, Alertmanager, and a webhook.
 */
final class AlertingEnvironment implements AutoCloseable {
  static final Feed FEED = Feed.NETWORK_EVENTS;

  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

  /** The settings of a user, with shorter durations. */
  private static final String SETTINGS =
      """
      kafka:
        - bootstrapServers: %s
          pollInterval: 1s
      queries:
        - quietPeriod: 25s
          batchNearTriggerHold: 3s
          lagWindow: 8s
          lagGrowingHold: 3s
          lagFloor: 2s
      """;

  private final BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
  private final Path work;
  private final int exporterPort = Loopback.freePort();
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final Webhook webhook = new Webhook();
  private final KafkaBroker broker;
  private final ProducerProcess producer;

  AlertingEnvironment(Path work) throws IOException {
    this.work = work;
    toClose.push(webhook);
    broker =
        closeLater(
            KafkaBroker.started(
                BrokerSettings.usual().withData(work.resolve("kafka")).withHeapMegabytes(256)));
    producer = closeLater(ProducerProcess.start(broker.bootstrapServers(), work));
    closeLater(
        ExporterProcess.start(
            artifacts, exporterPort, SETTINGS.formatted(broker.bootstrapServers()), work));
    int alertmanager = Loopback.freePort();
    closeLater(Alertmanager.start(alertmanager, webhook.address(), work));
    int prometheus = Loopback.freePort();
    closeLater(
        Prometheus.start(
            Prometheus.binary().orElseThrow(),
            prometheus,
            exporterPort,
            quickRules(),
            "alerting: {alertmanagers: [{static_configs: [{targets: [\"127.0.0.1:%d\"]}]}]}%n"
                .formatted(alertmanager),
            work));
    eventually(producer::ready);
    eventually(() -> Http.onPort(exporterPort).answers("/readyz"));
    eventually(() -> Http.onPort(alertmanager).answers("/-/ready"));
    eventually(() -> Http.onPort(prometheus).answers("/-/ready"));
  }

  Webhook webhook() {
    return webhook;
  }

  /** Returns a copy of the rules in which alerts about queries hold for seconds only. */
  private List<Path> quickRules() throws IOException {
    List<Path> rules = artifacts.ruleFiles();
    assertThat(rules).hasSize(1);
    String[] groups = Files.readString(rules.get(0)).split("(?m)^(?=  - name: )");
    StringBuilder quick = new StringBuilder();
    for (String group : groups) {
      quick.append(
          group.startsWith("  - name: lagwatch-queries")
              ? group.replaceAll("(?m)^( +(?:for|keep_firing_for)): .*$", "$1: 3s")
              : group);
    }
    Path file = Files.createDirectories(work).resolve("quick.rules.yml");
    return List.of(Files.writeString(file, quick));
  }

  void sendRecords(int recordsPerSecond) throws IOException {
    producer.rate(FEED, recordsPerSecond);
  }

  /** Sets the instructions for the next batches. */
  void instruct(String order) throws IOException {
    // Atomic, because the query may read the file at any time.
    Path next = Files.writeString(work.resolve("orders.next"), order);
    Files.move(next, instructionsFile(), StandardCopyOption.ATOMIC_MOVE);
  }

  OwnedProcess startDriver() throws IOException {
    SubmittedApplication application =
        new SubmittedApplication(
            "steered-app",
            "io.lagwatch.demo.jobs.ControllableJob",
            artifacts.jobsJar(),
            Map.of("spark.lagwatch.heartbeat", "2s"),
            List.of(
                broker.bootstrapServers(),
                FEED.topic(),
                work.resolve("checkpoint").toString(),
                instructionsFile().toString()));
    return closeLater(
        application.start(artifacts, Http.onPort(exporterPort).base().toString(), work));
  }

  /** Returns a metric of the query; NaN if it is absent. */
  double metric(String name) throws IOException {
    return Http.onPort(exporterPort)
        .scrape()
        .value("spark_streaming_" + name, Map.of("app", "steered-app", "query", "steered"))
        .orElse(Double.NaN);
  }

  /** Returns the query's API response, for messages. */
  String query() throws IOException {
    return Http.onPort(exporterPort).text("/api/v1/queries/steered-app/steered");
  }

  void eventually(Callable<Boolean> what) {
    await().atMost(START_TIMEOUT).pollInterval(POLL_INTERVAL).until(what);
  }

  private Path instructionsFile() {
    return work.resolve("orders");
  }

  private <T extends AutoCloseable> T closeLater(T part) {
    toClose.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
