package io.lagwatch.exporter.lag;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one poll of one Kafka cluster brought, partition by partition, so that one bad partition
 * spoils nothing.
 *
 * @param cluster name of the cluster in the settings
 * @param offsets the partitions that were answered
 * @param unanswered partitions that exist and whose end could not be had, with the kind of error
 * @param failedTopics topics that were asked for and could not be looked up at all, so that not
 *     even their partitions are known, with the kind of error; also patterns that are no usable
 *     regular expression
 * @param goneTopics topics that were asked for and that the brokers do not have
 */
public record ClusterPoll(
    String cluster,
    Map<TopicPartition, Offsets> offsets,
    Map<TopicPartition, String> unanswered,
    Map<String, String> failedTopics,
    Set<String> goneTopics) {
  public ClusterPoll {
    offsets = Map.copyOf(offsets);
    unanswered = Map.copyOf(unanswered);
    failedTopics = Map.copyOf(failedTopics);
    goneTopics = Set.copyOf(goneTopics);
  }

  /**
   * One partition's log.
   *
   * @param end log end, or last stable offset under {@code read_committed}
   * @param earliest null when it was not asked for in this poll: the last known one goes on
   */
  public record Offsets(long end, @Nullable Long earliest) {}
}
