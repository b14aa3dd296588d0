package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.ClusterPoll;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state of the polls of each Kafka cluster. A cluster that is not configured is added at its
 * first poll: a recorded timeline contains its own clusters, each with its own poll interval. Not
 * thread-safe.
 */
final class Clusters {
  static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(15);

  /** The polls from which the interval of a recorded cluster is taken. */
  private static final int GAPS = 5;

  private final Map<String, Health> clusters = new LinkedHashMap<>();

  private static final class Health {
    final LiveMonitor.Cluster config;
    @Nullable Boolean up;
    @Nullable Instant lastPollAt;
    @Nullable Duration lastPollDuration;
    @Nullable String lastError;
    final TreeMap<String, Long> errors = new TreeMap<>();
    final boolean configured;
    private final ArrayDeque<Duration> gaps = new ArrayDeque<>();
    private @Nullable Instant polledAt;

    Health(LiveMonitor.Cluster config, boolean configured) {
      this.config = config;
      this.configured = configured;
    }

    void polled(Instant at) {
      if (polledAt != null && at.isAfter(polledAt)) {
        gaps.addLast(Duration.between(polledAt, at));
        if (gaps.size() > GAPS) {
          gaps.removeFirst();
        }
      }
      polledAt = at;
    }

    /** The median, so that an additional poll or an outage does not count. */
    Duration pollInterval() {
      return configured || gaps.isEmpty()
          ? config.pollInterval()
          : gaps.stream().sorted().toList().get(gaps.size() / 2);
    }
  }

  Clusters(List<LiveMonitor.Cluster> configs) {
    configs.forEach(config -> clusters.put(config.name(), new Health(config, true)));
  }

  boolean isConfigured(String topic) {
    return clusters.values().stream().anyMatch(c -> c.config.topics().matcher(topic).matches());
  }

  Duration pollInterval(String cluster) {
    Health health = clusters.get(cluster);
    return health == null ? DEFAULT_POLL_INTERVAL : health.pollInterval();
  }

  void answered(ClusterPoll poll, Instant at, Duration took) {
    Health health = health(poll.cluster());
    health.polled(at);
    health.up = true;
    health.lastPollAt = at;
    health.lastPollDuration = took;
    health.lastError = null;
    poll.unanswered().values().forEach(kind -> health.errors.merge(kind, 1L, Long::sum));
    poll.failedTopics().values().forEach(kind -> health.errors.merge(kind, 1L, Long::sum));
  }

  void failed(String cluster, String kind, String message, Instant at, Duration took) {
    Health health = health(cluster);
    health.polled(at);
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
                new LiveMonitor.Cluster(name, Pattern.compile(".*"), DEFAULT_POLL_INTERVAL),
                false));
  }
}
