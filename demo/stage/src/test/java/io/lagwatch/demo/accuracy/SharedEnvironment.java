package io.lagwatch.demo.accuracy;

import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.demo.environment.ExporterProcess;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.WorkFolder;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One broker, one exporter and one Spark driver for all tests of the package, because they take
 * seconds to start. A test restarts what it ends, except the driver, which {@link #driver()}
 * restarts. Each test has its own topics and queries.
 */
final class SharedEnvironment implements AutoCloseable {
  /** Prefix of the topics that the exporter polls with the isolation level of committed records. */
  static final String COMMITTED_TOPICS = "committed-";

  static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
  private final WorkFolder work;
  private final KafkaBroker broker;
  private final ProducedRecords produced;
  private final int exporterPort = Loopback.freePort();
  private final Set<QueryRequest> running = new LinkedHashSet<>();
  private OwnedProcess exporter;
  private QueryDriver driver;

  private SharedEnvironment() throws IOException {
    work = WorkFolder.take(artifacts.root().resolve("demo/stage/target/truth"));
    broker =
        KafkaBroker.started(
            BrokerSettings.usual().withData(work.path().resolve("kafka")).withHeapMegabytes(256));
    produced = new ProducedRecords(broker.topics());
    startExporter();
    driver = newDriver();
  }

  /** Injects the shared environment into test classes. */
  static final class SharedExtension implements ParameterResolver, AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) throws IOException {
      environment(context).stopAll();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == SharedEnvironment.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return environment(context);
    }

    private static SharedEnvironment environment(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(
              SharedEnvironment.class,
              type -> {
                try {
                  return new SharedEnvironment();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              SharedEnvironment.class);
    }
  }

  KafkaBroker broker() {
    return broker;
  }

  ProducedRecords produced() {
    return produced;
  }

  Http exporter() {
    return Http.onPort(exporterPort);
  }

  /** Returns the driver; a new one on the same checkpoints if a test has killed it. */
  QueryDriver driver() throws IOException {
    if (!driver.isAlive()) {
      driver = newDriver();
    }
    return driver;
  }

  void start(QueryRequest request) throws IOException {
    running.add(request);
    driver().start(request);
  }

  void stop(QueryRequest request) throws IOException {
    driver.stop(request);
    running.remove(request);
  }

  Checkpoint checkpoint(QueryRequest request) {
    return driver.checkpoint(request);
  }

  private void stopAll() throws IOException {
    for (QueryRequest request : List.copyOf(running)) {
      if (driver.isAlive()) {
        driver.stop(request);
      }
    }
    running.clear();
  }

  /** Waits until the exporter has saved a state that is newer than this call. */
  void awaitSaved() throws IOException {
    Path file = work.path().resolve("lagwatch-state.json");
    Instant now = Instant.now();
    // A scrape triggers saving.
    exporter().scrape();
    await("the state is saved")
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> Files.getLastModifiedTime(file).toInstant().isAfter(now));
  }

  void killExporter() {
    exporter.kill();
  }

  /** Starts the exporter and returns immediately, because tests check its first responses. */
  void startExporter() throws IOException {
    exporter = startAnotherExporter(exporterPort, "", work.path());
  }

  /**
   * Starts an exporter that polls the same broker; the caller ends it.
   *
   * @param settings further lines of its settings file
   */
  OwnedProcess startAnotherExporter(int port, String settings, Path folder) throws IOException {
    String cluster =
        """
          - name: %s
            bootstrapServers: %s
            pollInterval: %ds
            topics: "%s"
            isolation: %s
        """;
    String servers = broker.bootstrapServers();
    long seconds = POLL_INTERVAL.toSeconds();
    return ExporterProcess.start(
        artifacts,
        port,
        settings
            + "\nkafka:\n"
            + cluster.formatted(
                "committed", servers, seconds, COMMITTED_TOPICS + ".*", "read_committed")
            + cluster.formatted("main", servers, seconds, ".*", "read_uncommitted"),
        folder);
  }

  ObservedQuery observed(QueryRequest request) throws IOException {
    return ObservedQuery.of(exporter(), QueryDriver.APP, request.name());
  }

  /** Waits for the answer to a poll that began after this call. */
  void awaitPoll() {
    Instant from = Instant.now().plus(POLL_INTERVAL);
    await("a poll")
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(
            () ->
                exporter()
                        .scrape()
                        .value(
                            "lagwatch_kafka_last_poll_timestamp_seconds", Map.of("kafka", "main"))
                        .orElse(0)
                    > from.toEpochMilli() / 1000.0);
  }

  /** Waits until Lagwatch shows the correct lag; see {@link LagVerifier}. */
  ObservedQuery lagIsTrue(QueryRequest request) {
    return new LagVerifier(exporter(), QueryDriver.APP, produced)
        .await(request.name(), request.sources(), driver.checkpoint(request), TIMEOUT);
  }

  private QueryDriver newDriver() throws IOException {
    return QueryDriver.start(artifacts, broker.bootstrapServers(), exporter().base(), work.path());
  }

  @Override
  public void close() {
    driver.close();
    exporter.close();
    broker.close();
    work.close();
  }
}
