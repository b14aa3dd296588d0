package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The time for which the brokers keep the records of each topic, as far as it is known. Not
 * thread-safe.
 */
public final class TopicRetentions {
  private final Map<String, Map<String, Duration>> byCluster = new HashMap<>();

  /** Replaces the retention times of a cluster: topic to {@code retention.ms}. */
  public void apply(String cluster, Map<String, Duration> retentions) {
    byCluster.put(cluster, Map.copyOf(retentions));
  }

  /** Returns the retention time of a topic of a cluster; null if it is unknown or unlimited. */
  public @Nullable Duration of(String cluster, String topic) {
    return byCluster.getOrDefault(cluster, Map.of()).get(topic);
  }
}
