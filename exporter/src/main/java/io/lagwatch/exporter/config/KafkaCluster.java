package io.lagwatch.exporter.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;

/**
 * One Kafka cluster of the settings.
 *
 * @param name unique among the clusters; the label {@code kafka}
 * @param bootstrapServers {@code host:port}, several separated by commas
 * @param topics the topics that are looked up here while it is not known which cluster a source
 *     reads: the whole name must match
 * @param properties for the client, as Kafka names them; may contain secrets
 * @param pollInterval time from the start of one poll to the start of the next
 * @param isolation the kind of end offset: with {@code READ_COMMITTED} the last stable offset
 * @param aliases further {@code host:port} of its brokers, which drivers use
 */
public record KafkaCluster(
    String name,
    String bootstrapServers,
    Pattern topics,
    Map<String, String> properties,
    Duration pollInterval,
    IsolationLevel isolation,
    List<String> aliases) {
  /** The shortest valid poll interval. */
  public static final Duration SHORTEST_POLL_INTERVAL = Duration.ofSeconds(1);

  public KafkaCluster {
    properties = Map.copyOf(properties);
    aliases = List.copyOf(aliases);
    if (pollInterval.compareTo(SHORTEST_POLL_INTERVAL) < 0) {
      throw new IllegalArgumentException(
          "pollInterval: expected " + SHORTEST_POLL_INTERVAL + " or more, found " + pollInterval);
    }
  }

  /** A cluster whose brokers drivers reach by the addresses that they report themselves. */
  public KafkaCluster(
      String name,
      String bootstrapServers,
      Pattern topics,
      Map<String, String> properties,
      Duration pollInterval,
      IsolationLevel isolation) {
    this(name, bootstrapServers, topics, properties, pollInterval, isolation, List.of());
  }

  /** Any topic, every 15 s, no properties, {@code read_uncommitted}. */
  public static KafkaCluster of(String name, String bootstrapServers) {
    return new KafkaCluster(
        name,
        bootstrapServers,
        Pattern.compile(".*"),
        Map.of(),
        Duration.ofSeconds(15),
        IsolationLevel.READ_UNCOMMITTED);
  }

  /** Omits the values of the properties because they may be secrets. */
  @Override
  public String toString() {
    return "KafkaCluster[name=%s, bootstrapServers=%s, topics=%s, properties=%s, %s, %s]"
        .formatted(name, bootstrapServers, topics, properties.keySet(), pollInterval, isolation);
  }
}
