package io.lagwatch.demo.environment;

import io.lagwatch.demo.producer.Counts;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All parts of the demo, each in its own process: a broker, the producer, the exporter, the Spark
 * application, and Prometheus if it is installed. Not thread-safe, except for {@link #close}.
 */
public final class DemoEnvironment implements AutoCloseable {
  /** The application's name, the label {@code app}. */
  public static final String APP = "lagwatch-demo";

  /** Maximum number of records in a batch of the course query. */
  public static final int MAX_OFFSETS_PER_TRIGGER = 3_000;

  /** Name of the demo's Kafka cluster in the exporter's settings. */
  public static final String KAFKA = "demo";

  private static final String DRIVER = "the Spark driver";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(120);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final BuildArtifacts artifacts;
  private final WorkFolder work;
  private final int exporterPort;
  private final int prometheusPort;
  private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
  private final Map<String, OwnedProcess> watched = new LinkedHashMap<>();
  private @Nullable KafkaBroker broker;
  private @Nullable ProducerProcess producer;
  private @Nullable Http prometheus;

  private DemoEnvironment(
      BuildArtifacts artifacts, WorkFolder work, int exporterPort, int prometheusPort) {
    this.artifacts = artifacts;
    this.work = work;
    this.exporterPort = exporterPort;
    this.prometheusPort = prometheusPort;
    toClose.push(work);
  }

  /** Creates an environment with the default ports if they are free. */
  public static DemoEnvironment onKnownPorts(BuildArtifacts artifacts, Path folder)
      throws IOException {
    return new DemoEnvironment(
        artifacts, WorkFolder.take(folder), Ports.preferably(9877), Ports.preferably(9090));
  }

  /** Creates an environment with any free ports. */
  public static DemoEnvironment onFreePorts(BuildArtifacts artifacts, Path folder)
      throws IOException {
    return new DemoEnvironment(
        artifacts, WorkFolder.take(folder), Loopback.freePort(), Loopback.freePort());
  }

  /**
   * Starts all parts and waits until they are ready, without traffic.
   *
   * @param progress receives a message for each step
   * @throws DemoFailure if a part does not start
   */
  public void start(Consumer<String> progress) throws IOException {
    progress.accept("starting a Kafka broker");
    broker =
        KafkaBroker.started(
            BrokerSettings.usual().withData(work.path().resolve("kafka")).withHeapMegabytes(256));
    toClose.push(broker);
    progress.accept("starting the producer");
    ProducerProcess started = ProducerProcess.start(bootstrap(), work.path());
    producer = started;
    watch("the producer", started.process());
    await("the producer answers", started::ready);
    progress.accept("starting the exporter");
    watch(
        "the exporter",
        ExporterProcess.start(artifacts, exporterPort, exporterSettings(), work.path()));
    await("the exporter is ready", () -> exporter().answers("/readyz"));
    startPrometheus(progress);
    progress.accept("starting the Spark application; the first batches may take half a minute");
    startDriver();
  }

  private String exporterSettings() {
    return """
    kafka:
      - name: %s
        bootstrapServers: %s
        pollInterval: 1s
    """
        .formatted(KAFKA, bootstrap());
  }

  private void startPrometheus(Consumer<String> progress) throws IOException {
    Optional<Path> binary = Prometheus.binary();
    if (binary.isEmpty()) {
      progress.accept(
          "Prometheus is not installed (Debian: apt-get install prometheus); continuing without"
              + " it");
      return;
    }
    progress.accept("starting Prometheus");
    watch(
        "Prometheus",
        Prometheus.start(
            binary.get(), prometheusPort, exporterPort, artifacts.ruleFiles(), "", work.path()));
    Http started = Http.onPort(prometheusPort);
    await("Prometheus is ready", () -> started.answers("/-/ready"));
    prometheus = started;
  }

  /** Starts a driver on the existing checkpoints. */
  public void startDriver() throws IOException {
    SubmittedApplication application =
        new SubmittedApplication(
            APP,
            "io.lagwatch.demo.jobs.DemoJob",
            artifacts.jobsJar(),
            Map.of("spark.lagwatch.heartbeat", "2s"),
            List.of(
                "--bootstrap", bootstrap(),
                "--checkpoints", work.path().resolve("checkpoints").toString(),
                "--out", results().toString(),
                "--trigger", "2 seconds",
                "--max-offsets-per-trigger", Integer.toString(MAX_OFFSETS_PER_TRIGGER)));
    watch(DRIVER, application.start(artifacts, exporter().base().toString(), work.path()));
  }

  /** Kills the driver with SIGKILL. */
  public void killDriver() {
    OwnedProcess driver = watched.remove(DRIVER);
    if (driver != null) {
      driver.kill();
    }
  }

  /** Returns the exporter's HTTP client. */
  public Http exporter() {
    return Http.onPort(exporterPort);
  }

  /** Returns the HTTP client of Prometheus; empty if it is not installed. */
  public Optional<Http> prometheus() {
    return Optional.ofNullable(prometheus);
  }

  /** Returns the producer. */
  public ProducerProcess producer() {
    if (producer == null) {
      throw new IllegalStateException("the environment has not been started");
    }
    return producer;
  }

  /** Returns {@code host:port} of the broker. */
  public String bootstrap() {
    if (broker == null) {
      throw new IllegalStateException("the environment has not been started");
    }
    return broker.bootstrapServers();
  }

  /** Returns a query's checkpoint. */
  public Checkpoint checkpoint(DemoQuery query) {
    return new Checkpoint(work.path().resolve("checkpoints").resolve(query.label()));
  }

  /** Sets the normal rate for every query's topic. */
  public void steadyTraffic() throws IOException {
    for (DemoQuery query : DemoQuery.values()) {
      producer().rate(query.feed(), query.steadyRate());
    }
  }

  /** Stops all traffic and returns the final counts. */
  public Counts noTraffic() throws IOException {
    for (DemoQuery query : DemoQuery.values()) {
      producer().rate(query.feed(), 0);
    }
    return producer().counts();
  }

  /** Returns the directory of the queries' output, with a subdirectory for each query. */
  public Path results() {
    return work.path().resolve("results");
  }

  /** Returns the directory of logs, data and output. */
  public Path folder() {
    return work.path();
  }

  /**
   * Fails if a process has ended unexpectedly.
   *
   * @throws DemoFailure with the end of its log
   */
  public void checkAlive() {
    KafkaBroker started = broker;
    if (started != null && !started.isRunning()) {
      throw new DemoFailure(
          "the broker ended unexpectedly; last lines of %s:%n%s"
              .formatted(started.log(), started.tail()));
    }
    watched.forEach(
        (name, process) -> {
          if (!process.isAlive()) {
            throw new DemoFailure(
                "%s ended with exit code %d; last lines of %s:%n%s"
                    .formatted(name, process.await(Duration.ZERO), process.log(), process.tail()));
          }
        });
  }

  /** Returns the cause of a failure: a process that has ended, if there is one. */
  public String reason(Exception failure) {
    try {
      pause();
      checkAlive();
      return String.valueOf(failure);
    } catch (DemoFailure ended) {
      return String.valueOf(ended.getMessage());
    }
  }

  /** Waits for a poll interval; fails like {@link #checkAlive}. */
  public void pause() {
    checkAlive();
    try {
      Thread.sleep(POLL_INTERVAL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoFailure("interrupted");
    }
  }

  private void await(String what, BooleanSupplier done) {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new DemoFailure(
            "expected that "
                + what
                + " within "
                + START_TIMEOUT.toSeconds()
                + " s; see "
                + folder());
      }
      pause();
    }
  }

  private void watch(String name, OwnedProcess process) {
    watched.put(name, process);
    toClose.push(process);
  }

  /** Stops every process, the newest first. */
  @Override
  public void close() throws IOException {
    watched.clear();
    while (!toClose.isEmpty()) {
      try {
        toClose.pop().close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
