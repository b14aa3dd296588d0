package io.lagwatch.exporter.lag;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one poll of one Kafka cluster, partition by partition, so that an error of one
 * partition does not affect the others.
 *
 * @param cluster name of the cluster in the settings
 * @param offsets the partitions that were answered
 * @param unanswered partitions that exist and whose end offset is not known, with the kind of error
 * @param failedTopics topics that were asked for and could not be looked up at all, so that not
 *     even their partitions are known, with the kind of error; also patterns that are no usable
 *     regular expression
 * @param goneTopics topics that were asked for and that the brokers do not have
 * @param topicIds Kafka's ids of the topics, by name; a topic that is deleted and recreated gets
 *     another id. A topic is absent when its brokers report no id (before Kafka 2.8)
 * @param identity null when the cluster was not asked for it in this poll
 */
public record ClusterPoll(
    String cluster,
    Map<TopicPartition, Offsets> offsets,
    Map<TopicPartition, String> unanswered,
    Map<String, String> failedTopics,
    Set<String> goneTopics,
    Map<String, String> topicIds,
    @Nullable ClusterIdentity identity) {
  public ClusterPoll {
    offsets = Map.copyOf(offsets);
    unanswered = Map.copyOf(unanswered);
    failedTopics = Map.copyOf(failedTopics);
    goneTopics = Set.copyOf(goneTopics);
    topicIds = Map.copyOf(topicIds);
  }

  /** A poll that reported neither topic ids nor the identity of the cluster. */
  public ClusterPoll(
      String cluster,
      Map<TopicPartition, Offsets> offsets,
      Map<TopicPartition, String> unanswered,
      Map<String, String> failedTopics,
      Set<String> goneTopics) {
    this(cluster, offsets, unanswered, failedTopics, goneTopics, Map.of(), null);
  }

  /**
   * The same poll with the end offsets of the other isolation level. It contains the topics of
   * which at least one is known; their other partitions are unanswered.
   */
  ClusterPoll ofOtherIsolation() {
    var answered = new HashMap<TopicPartition, Offsets>();
    var topics = new HashSet<String>();
    offsets.forEach(
        (partition, log) -> {
          Long end = log.otherEnd();
          if (end != null) {
            answered.put(partition, new Offsets(end, log.earliest()));
            topics.add(partition.topic());
          }
        });
    var failed = new HashMap<>(unanswered);
    offsets.keySet().forEach(partition -> failed.put(partition, "other"));
    failed.keySet().removeAll(answered.keySet());
    failed.keySet().removeIf(partition -> !topics.contains(partition.topic()));
    return new ClusterPoll(cluster, answered, failed, failedTopics, goneTopics, topicIds, identity);
  }

  /**
   * One partition's log.
   *
   * @param end log end, or last stable offset if the setting of the cluster is {@code
   *     read_committed}
   * @param earliest null when it was not asked for in this poll: the last known one stays valid
   * @param otherEnd the end offset at the isolation level that is not the cluster's; null if it was
   *     not asked for or not answered
   */
  public record Offsets(long end, @Nullable Long earliest, @Nullable Long otherEnd) {
    /** An end offset at the isolation level of the cluster only. */
    public Offsets(long end, @Nullable Long earliest) {
      this(end, earliest, null);
    }
  }

  /**
   * Which cluster the brokers belong to.
   *
   * @param clusterId null when the brokers report none
   * @param brokers {@code host:port} of each broker, for the listener that was asked
   * @param configured the addresses in the settings
   * @param isolation the isolation level of the end offsets, {@code read_committed} or {@code
   *     read_uncommitted}; null in older recordings and state files
   */
  public record ClusterIdentity(
      @Nullable String clusterId,
      List<String> brokers,
      List<String> configured,
      @Nullable String isolation) {
    public ClusterIdentity {
      brokers = List.copyOf(brokers);
      configured = List.copyOf(configured);
    }
  }
}
