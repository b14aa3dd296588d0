package io.lagwatch.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker (KRaft, broker and controller in one process) in its own JVM on loopback
 * ports. It keeps its ports and data across {@link #stop()}, {@link #kill()} and {@link #start()}.
 * Not thread-safe.
 */
public final class KafkaBroker implements AutoCloseable {
  private static final Duration READY_PATIENCE = Duration.ofSeconds(90);
  private static final Duration PROBE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final BrokerSettings settings;
  private final Path home;
  private final boolean ownsHome;
  private final int port;
  private final int controllerPort = Loopback.freePort();
  private final String clusterId;
  private @Nullable OwnedProcess process;
  private @Nullable Topics topics;

  private KafkaBroker(BrokerSettings settings, String clusterId) {
    this.clusterId = clusterId;
    Path data = settings.data();
    this.settings = settings;
    this.ownsHome = data == null;
    this.home = data == null ? temporaryHome() : data.toAbsolutePath();
    this.port = settings.port() == 0 ? Loopback.freePort() : settings.port();
  }

  /** Starts a broker with the default settings. */
  public static KafkaBroker started() {
    return started(BrokerSettings.usual());
  }

  /**
   * Starts a broker; returns when it answers.
   *
   * @throws IllegalStateException if it does not answer; the message has the end of its log
   */
  public static KafkaBroker started(BrokerSettings settings) {
    return started(new KafkaBroker(settings, Uuid.randomUuid().toString()));
  }

  private static KafkaBroker started(KafkaBroker broker) {
    try {
      broker.start();
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
    return broker;
  }

  /**
   * Starts one more broker of this broker's cluster, with a temporary folder; this one stays the
   * controller. The caller closes it.
   *
   * @param nodeId above 1, which is this broker's
   */
  public KafkaBroker addBroker(int nodeId) {
    int free = Loopback.freePort();
    BrokerSettings more =
        BrokerSettings.usual()
            .withPort(free)
            .with("process.roles", "broker")
            .with("node.id", Integer.toString(nodeId))
            .with("controller.quorum.voters", "1@" + Loopback.HOST + ":" + controllerPort)
            .with("listeners", "PLAINTEXT://" + Loopback.HOST + ":" + free);
    return started(new KafkaBroker(more, clusterId));
  }

  /** Returns {@code host:port}, which does not change. */
  public String bootstrapServers() {
    return Loopback.HOST + ":" + port;
  }

  public int port() {
    return port;
  }

  /** Returns the process id of the running broker. */
  public long pid() {
    return running().pid();
  }

  /** True if the broker runs. */
  public boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Returns the end of the broker's log, for error messages; empty before its first start. */
  public String tail() {
    return process == null ? "" : process.tail();
  }

  /** Returns the broker's log. */
  public Path log() {
    Path log = settings.log();
    return log == null ? home.resolve("broker.log") : log;
  }

  /** Returns the topics of this broker; they are closed with it. */
  public Topics topics() {
    Topics known = topics;
    if (known == null) {
      known = new Topics(client());
      topics = known;
    }
    return known;
  }

  /** Starts the broker again on its port and data; does nothing while it runs. */
  public void start() {
    if (isRunning()) {
      return;
    }
    Path properties = home.resolve("server.properties");
    Path data = home.resolve("data");
    write(properties, settings.lines(port, controllerPort, data));
    if (!Files.exists(data.resolve("meta.properties"))) {
      format(properties);
    }
    process = java("kafka-" + port, "kafka.Kafka", properties.toString());
    awaitReady(process);
  }

  /** Stops the broker cleanly. */
  public void stop() {
    if (process != null) {
      process.close();
    }
  }

  /** Kills the broker with SIGKILL. */
  public void kill() {
    running().kill();
  }

  /** Suspends the broker (SIGSTOP): it accepts connections but does not respond. */
  public void suspend() {
    running().suspend();
  }

  /** Resumes a suspended broker. */
  public void resume() {
    running().resume();
  }

  /**
   * Empties the log of a partition and starts it at {@code offset}, so that tests can have very
   * high offsets without writing records. The broker must be stopped.
   */
  public void restartLogAt(String topic, int partition, long offset) {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("the broker is running; stop it before changing its files");
    }
    LogFiles.restartAt(home.resolve("data").resolve(topic + "-" + partition), offset);
  }

  /** Stops the broker, and deletes its data unless a folder was given. */
  @Override
  public void close() {
    if (topics != null) {
      topics.close();
    }
    stop();
    if (ownsHome) {
      delete(home);
    }
  }

  private Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>(settings.client());
    client.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
    return client;
  }

  private OwnedProcess running() {
    if (process == null || !process.isAlive()) {
      throw new IllegalStateException("the broker on port " + port + " does not run");
    }
    return process;
  }

  private void format(Path properties) {
    String[] arguments = {"format", "-t", clusterId, "-c", properties.toString()};
    try (OwnedProcess tool = java("kafka-format", "kafka.tools.StorageTool", arguments)) {
      if (tool.await(READY_PATIENCE) != 0) {
        throw new IllegalStateException("the broker's storage was not formatted\n" + tool.tail());
      }
    }
  }

  private OwnedProcess java(String name, String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(OwnedProcess.java());
    command.addAll(settings.jvmArguments());
    command.add("-cp");
    command.add(BrokerSettings.classPath());
    command.add(main);
    command.addAll(List.of(arguments));
    return OwnedProcess.start(name, log(), command);
  }

  private void awaitReady(OwnedProcess broker) {
    Map<String, Object> client = client();
    client.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, 100);
    client.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200);
    long deadline = System.nanoTime() + READY_PATIENCE.toNanos();
    String last = "no answer";
    try (Admin admin = Admin.create(client)) {
      while (broker.isAlive() && System.nanoTime() < deadline) {
        try {
          DescribeClusterOptions options =
              new DescribeClusterOptions().timeoutMs((int) PROBE.toMillis());
          // A broker is listed once the controller has unfenced it. Only then does it lead
          // partitions.
          if (admin.describeCluster(options).nodes().get().stream().anyMatch(this::isThis)) {
            return;
          }
        } catch (ExecutionException e) {
          last = String.valueOf(e.getCause());
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the broker starts", e);
    }
    throw new IllegalStateException(
        "the broker on port " + port + " did not start (" + last + ")\n" + broker.tail());
  }

  private boolean isThis(Node node) {
    return node.port() == port;
  }

  private static Path temporaryHome() {
    try {
      return Files.createTempDirectory("lagwatch-kafka");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, List<String> lines) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path root) {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
