package io.lagwatch.testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link KafkaBroker}. Immutable; the {@code with} methods return changed copies.
 *
 * @param data folder for configuration, data and log, kept at close; null for a temporary one that
 *     is deleted at close
 * @param port port to listen on; 0 for a free port
 * @param heapMegabytes heap of its JVM
 * @param log file for its output; null for {@code broker.log} in the folder
 * @param listeners further listeners, in addition to the default one without security
 * @param properties properties of the broker, which override the defaults
 * @param client properties that clients need to reach it (security), for the readiness probe
 */
public record BrokerSettings(
    @Nullable Path data,
    int port,
    int heapMegabytes,
    @Nullable Path log,
    List<BrokerListener> listeners,
    Map<String, String> properties,
    Map<String, String> client) {
  private static final String CLASS_PATH = "broker.classpath";

  /**
   * A further port on which the broker accepts clients.
   *
   * @param name in capital letters, as in {@code listener.name.<name>} properties
   * @param protocol a security protocol of Kafka, such as SASL_SSL
   */
  public record BrokerListener(String name, String protocol, int port) {}

  public BrokerSettings {
    listeners = List.copyOf(listeners);
    properties = Map.copyOf(properties);
    client = Map.copyOf(client);
  }

  /** Returns the default settings: a temporary folder, a free port, 384 MB of heap, no security. */
  public static BrokerSettings usual() {
    return new BrokerSettings(null, 0, 384, null, List.of(), Map.of(), Map.of());
  }

  public BrokerSettings withData(Path folder) {
    return new BrokerSettings(folder, port, heapMegabytes, log, listeners, properties, client);
  }

  public BrokerSettings withPort(int fixed) {
    return new BrokerSettings(data, fixed, heapMegabytes, log, listeners, properties, client);
  }

  public BrokerSettings withHeapMegabytes(int megabytes) {
    return new BrokerSettings(data, port, megabytes, log, listeners, properties, client);
  }

  public BrokerSettings withLog(Path file) {
    return new BrokerSettings(data, port, heapMegabytes, file, listeners, properties, client);
  }

  /** Adds a port with a security protocol; its keys and users are properties of the broker. */
  public BrokerSettings withListener(String name, String protocol, int listenerPort) {
    List<BrokerListener> more = new ArrayList<>(listeners);
    more.add(new BrokerListener(name, protocol, listenerPort));
    return new BrokerSettings(data, port, heapMegabytes, log, more, properties, client);
  }

  /** Adds a property of the broker; it overrides the default of the same key. */
  public BrokerSettings with(String key, String value) {
    Map<String, String> more = new HashMap<>(properties);
    more.put(key, value);
    return new BrokerSettings(data, port, heapMegabytes, log, listeners, more, client);
  }

  /** Adds a property that clients need to reach the broker. */
  public BrokerSettings withClient(String key, String value) {
    Map<String, String> more = new HashMap<>(client);
    more.put(key, value);
    return new BrokerSettings(data, port, heapMegabytes, log, listeners, properties, more);
  }

  List<String> jvmArguments() {
    return List.of(
        "-Xms64m",
        "-Xmx" + heapMegabytes + "m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-Dorg.slf4j.simpleLogger.showDateTime=true");
  }

  /** Returns the lines of {@code server.properties}. */
  List<String> lines(int brokerPort, int controllerPort, Path logDirectory) {
    Map<String, String> all = new TreeMap<>();
    String broker = Loopback.HOST + ":" + brokerPort;
    String controller = Loopback.HOST + ":" + controllerPort;
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("controller.quorum.voters", "1@" + controller);
    all.put("controller.listener.names", "CONTROLLER");
    StringBuilder advertised = new StringBuilder("PLAINTEXT://").append(broker);
    StringBuilder protocols = new StringBuilder("PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    for (BrokerListener more : listeners) {
      String address = Loopback.HOST + ":" + more.port();
      advertised.append(',').append(more.name()).append("://").append(address);
      protocols.append(',').append(more.name()).append(':').append(more.protocol());
    }
    all.put("listeners", advertised + ",CONTROLLER://" + controller);
    all.put("advertised.listeners", advertised.toString());
    all.put("listener.security.protocol.map", protocols.toString());
    all.put("log.dirs", logDirectory.toString());
    all.put("auto.create.topics.enable", "false");
    all.put("num.partitions", "1");
    all.put("offsets.topic.replication.factor", "1");
    all.put("offsets.topic.num.partitions", "1");
    all.put("transaction.state.log.replication.factor", "1");
    all.put("transaction.state.log.min.isr", "1");
    all.put("transaction.state.log.num.partitions", "1");
    all.put("share.coordinator.state.topic.replication.factor", "1");
    all.put("share.coordinator.state.topic.min.isr", "1");
    all.put("group.initial.rebalance.delay.ms", "0");
    all.put("log.retention.check.interval.ms", "1000");
    all.put("log.segment.delete.delay.ms", "1000");
    all.put("log.initial.task.delay.ms", "1000");
    all.put("log.cleaner.dedupe.buffer.size", "2097152");
    // A killed broker can rejoin only after its old session has expired.
    all.put("broker.session.timeout.ms", "3000");
    all.put("broker.heartbeat.interval.ms", "500");
    all.putAll(properties);
    return all.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  static String classPath() {
    try (InputStream in = BrokerSettings.class.getResourceAsStream(CLASS_PATH)) {
      if (in == null) {
        throw new IllegalStateException(CLASS_PATH + " is missing: build the module with Maven");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
