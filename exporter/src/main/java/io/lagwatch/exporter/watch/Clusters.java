package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state of the polls of each Kafka cluster. A cluster that is not configured is added at its
 * first poll: a recorded timeline contains its own clusters. Not thread-safe.
 */
final class Clusters {
  static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(15);

  private final Map<String, Health> clusters = new LinkedHashMap<>();

  private static final class Health {
    final LiveMonitor.Cluster config;
    @Nullable Boolean up;
    @Nullable Instant lastPollAt;
    @Nullable Duration lastPollDuration;
    @Nullable String lastError;
    final TreeMap<String, Long> errors = new TreeMap<>();

    Health(LiveMonitor.Cluster config) {
      this.config = config;
    }
  }

  Clusters(List<LiveMonitor.Cluster> configs) {
    configs.forEach(config -> clusters.put(config.name(), new Health(config)));
  }

  boolean isConfigured(String topic) {
    return clusters.values().stream().anyMatch(c -> c.config.topics().matcher(topic).matches());
  }

  Duration pollInterval(String cluster) {
    Health health = clusters.get(cluster);
    return health == null ? DEFAULT_POLL_INTERVAL : health.config.pollInterval();
  }

  void answered(ClusterPoll poll, Instant at, Duration took) {
    Health health = health(poll.cluster());
    health.up = true;
    health.lastPollAt = at;
    health.lastPollDuration = took;
    health.lastError = null;
    poll.unanswered().values().forEach(kind -> health.errors.merge(kind, 1L, Long::sum));
    poll.failedTopics().values().forEach(kind -> health.errors.merge(kind, 1L, Long::sum));
  }

  void failed(String cluster, String kind, String message, Duration took) {
    Health health = health(cluster);
    health.up = false;
    health.lastPollDuration = took;
    health.lastError = message;
    health.errors.merge(kind, 1L, Long::sum);
  }

  List<ClusterStatus> snapshot() {
    return clusters.values().stream()
        .map(
            c ->
                new ClusterStatus(
                    c.config.name(), c.up, c.lastPollAt, c.lastPollDuration, c.errors, c.lastError))
        .toList();
  }

  private Health health(String cluster) {
    return clusters.computeIfAbsent(
        cluster,
        name ->
            new Health(
                new LiveMonitor.Cluster(name, Pattern.compile(".*"), DEFAULT_POLL_INTERVAL)));
  }
}
