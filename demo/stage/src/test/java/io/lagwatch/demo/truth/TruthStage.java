package io.lagwatch.demo.truth;

import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.stage.Built;
import io.lagwatch.demo.stage.Checkpoint;
import io.lagwatch.demo.stage.Exporter;
import io.lagwatch.demo.stage.Http;
import io.lagwatch.demo.stage.WorkFolder;
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
 * One broker, one exporter and one Spark driver for every test of the package, as they take seconds
 * to start: whatever a test ends it starts again, or leaves to {@link #driver()}. A test has its
 * own topics and queries.
 */
final class TruthStage implements AutoCloseable {
  /** Topics of this kind are looked up as a reader of committed records sees them. */
  static final String COMMITTED_TOPICS = "committed-";

  static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Built built = Built.around(Path.of(""));
  private final WorkFolder work;
  private final KafkaBroker broker;
  private final Ledger ledger;
  private final int exporterPort = Loopback.freePort();
  private final Set<Ask> running = new LinkedHashSet<>();
  private OwnedProcess exporter;
  private Driver driver;

  private TruthStage() throws IOException {
    work = WorkFolder.take(built.root().resolve("demo/stage/target/truth"));
    broker =
        KafkaBroker.started(
            BrokerSettings.usual().withData(work.path().resolve("kafka")).withHeapMegabytes(256));
    ledger = new Ledger(broker.topics());
    startExporter();
    driver = newDriver();
  }

  /** Hands the one stage to every test class that asks for it. */
  static final class Shared implements ParameterResolver, AfterEachCallback {
    @Override
    public void afterEach(ExtensionContext context) throws IOException {
      stage(context).stopAll();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == TruthStage.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return stage(context);
    }

    private static TruthStage stage(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(
              TruthStage.class,
              type -> {
                try {
                  return new TruthStage();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              },
              TruthStage.class);
    }
  }

  KafkaBroker broker() {
    return broker;
  }

  Ledger ledger() {
    return ledger;
  }

  Http exporter() {
    return Http.onPort(exporterPort);
  }

  /** The driver; a new one, on the same checkpoints, where a test killed it. */
  Driver driver() throws IOException {
    if (!driver.isAlive()) {
      driver = newDriver();
    }
    return driver;
  }

  void start(Ask ask) throws IOException {
    running.add(ask);
    driver().start(ask);
  }

  void stop(Ask ask) throws IOException {
    driver.stop(ask);
    running.remove(ask);
  }

  Checkpoint checkpoint(Ask ask) {
    return driver.checkpoint(ask);
  }

  private void stopAll() throws IOException {
    for (Ask ask : List.copyOf(running)) {
      if (driver.isAlive()) {
        driver.stop(ask);
      }
    }
    running.clear();
  }

  /** Waits until the exporter has saved its state after now. */
  void awaitSaved() throws IOException {
    Path file = work.path().resolve("lagwatch-state.json");
    Instant now = Instant.now();
    // It saves what it shows.
    exporter().scrape();
    await("the state is saved")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> Files.getLastModifiedTime(file).toInstant().isAfter(now));
  }

  void killExporter() {
    exporter.kill();
  }

  /** Returns at once: what it says first is of interest. */
  void startExporter() throws IOException {
    exporter = startAnotherExporter(exporterPort, "", work.path());
  }

  /**
   * Starts an exporter that asks the same broker; the caller ends it.
   *
   * @param settings more lines of its settings file
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
    return Exporter.start(
        built,
        port,
        settings
            + "\nkafka:\n"
            + cluster.formatted(
                "committed", servers, seconds, COMMITTED_TOPICS + ".*", "read_committed")
            + cluster.formatted("main", servers, seconds, ".*", "read_uncommitted"),
        folder);
  }

  Seen seen(Ask ask) throws IOException {
    return Seen.of(exporter(), Driver.APP, ask.name());
  }

  /** Waits for an answer of the brokers to a poll that began after now. */
  void awaitPoll() {
    Instant from = Instant.now().plus(POLL_INTERVAL);
    await("a poll")
        .atMost(PATIENCE)
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

  /** Waits until what Lagwatch says of the lag is the truth; see {@link TrueLag}. */
  Seen lagIsTrue(Ask ask) {
    return new TrueLag(exporter(), Driver.APP, ledger)
        .await(ask.name(), ask.sources(), driver.checkpoint(ask), PATIENCE);
  }

  private Driver newDriver() throws IOException {
    return Driver.start(built, broker.bootstrapServers(), exporter().base(), work.path());
  }

  @Override
  public void close() {
    driver.close();
    exporter.close();
    broker.close();
    work.close();
  }
}
