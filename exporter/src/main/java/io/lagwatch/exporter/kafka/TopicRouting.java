package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides from which cluster a topic is polled: the first one in the settings whose pattern matches
 * the whole topic name. Spark's progress names topics but no cluster. Immutable.
 */
public final class TopicRouting {
  private final List<KafkaCluster> clusters;

  /**
   * @param clusters in the order of the settings
   */
  public TopicRouting(List<KafkaCluster> clusters) {
    this.clusters = List.copyOf(clusters);
  }

  /**
   * Returns the name of the cluster that {@code topic} is polled from; null if no pattern matches.
   */
  public @Nullable String clusterOf(String topic) {
    for (KafkaCluster cluster : clusters) {
      if (cluster.topics().matcher(topic).matches()) {
        return cluster.name();
      }
    }
    return null;
  }
}
