package io.lagwatch.exporter.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.IsolationLevel;

/**
 * One Kafka cluster as the settings describe it.
 *
 * @param name the value of the label {@code kafka}; unique in the settings
 * @param bootstrapServers {@code host:port}, comma separated
 * @param topics regular expression of the topics that are looked up here, matched against the whole
 *     name; the first cluster that matches has the topic
 * @param properties for the Kafka client, as they are; may hold secrets
 * @param pollInterval pause between the starts of two polls
 * @param isolation of the end offsets: {@code read_committed} counts up to the last stable offset
 */
public record KafkaCluster(
    String name,
    String bootstrapServers,
    String topics,
    Map<String, String> properties,
    Duration pollInterval,
    IsolationLevel isolation) {
  public KafkaCluster {
    properties = Map.copyOf(properties);
  }

  /** Names the client properties without their values, any of which may be a secret. */
  @Override
  public String toString() {
    return "KafkaCluster[name=%s, bootstrapServers=%s, topics=%s, properties=%s, pollInterval=%s, isolation=%s]"
        .formatted(
            name,
            bootstrapServers,
            topics,
            new TreeSet<>(properties.keySet()),
            pollInterval,
            isolation);
  }
}
