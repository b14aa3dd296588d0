package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The answers of the polls of every cluster. A topic belongs to one cluster: the same name in
 * another cluster is another topic. Not thread-safe.
 */
public final class BrokerView {
  private final Function<String, Duration> pollInterval;
  private final Map<String, ClusterOffsets> clusters = new TreeMap<>();

  /**
   * @param pollInterval of a cluster, by its name
   */
  public BrokerView(Function<String, Duration> pollInterval) {
    this.pollInterval = pollInterval;
  }

  /** The answers of one cluster; nothing is known of it before its first poll. */
  public ClusterOffsets cluster(String name) {
    return clusters.computeIfAbsent(
        name, key -> new ClusterOffsets(key, () -> pollInterval.apply(key)));
  }

  /** Stores the answers of a poll that arrived at {@code at}. */
  public void apply(ClusterPoll poll, Instant at) {
    cluster(poll.cluster()).apply(poll, at);
  }

  /** Stores that a poll of a cluster failed. */
  public void pollFailed(String cluster) {
    cluster(cluster).pollFailed();
  }

  /** Removes every topic that no query reads any more. */
  public void retain(Function<String, TopicInterest> interest) {
    clusters.forEach((name, offsets) -> offsets.retain(interest.apply(name)));
  }

  /** The answers as the state file stores them. */
  public List<SavedPartition> saved() {
    return clusters.values().stream().flatMap(cluster -> cluster.saved().stream()).toList();
  }

  /** Restores what {@link #saved()} returned. */
  public void restore(List<SavedPartition> states) {
    states.forEach(state -> cluster(state.cluster()).restore(state));
  }
}
