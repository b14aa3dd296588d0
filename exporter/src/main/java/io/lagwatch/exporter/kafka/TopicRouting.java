package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster is asked about a topic: the first one in the settings whose pattern matches the
 * whole name. Spark's progress names topics and no cluster, so this is all there is to go by.
 */
public final class TopicRouting {
  private final List<KafkaCluster> clusters;

  /**
   * @param clusters in the order of the settings
   */
  public TopicRouting(List<KafkaCluster> clusters) {
    this.clusters = List.copyOf(clusters);
  }

  /** The name of the cluster that is asked about {@code topic}; null when none is. */
  public @Nullable String clusterOf(String topic) {
    for (KafkaCluster cluster : clusters) {
      if (cluster.topics().matcher(topic).matches()) {
        return cluster.name();
      }
    }
    return null;
  }
}
