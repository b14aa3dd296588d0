package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.BrokerAddresses;
import io.lagwatch.exporter.lag.BrokerView;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterRouting;
import io.lagwatch.exporter.lag.ClusterRouting.KnownCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The polls of each Kafka cluster: their state and what the brokers reported. A cluster that is not
 * configured is added at its first poll: a recorded timeline contains its own clusters, each with
 * its own poll interval. Not thread-safe.
 */
final class Clusters {
  static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(15);

  /** The polls from which the interval of a recorded cluster is taken. */
  private static final int GAPS = 5;

  private final boolean takesOthers;
  private final Predicate<String> isOwnHost;
  private final BrokerView brokers = new BrokerView(this::pollInterval);
  private final Map<String, Health> clusters = new LinkedHashMap<>();

  /** Null after a change of the clusters that are known, or of what their brokers reported. */
  private @Nullable ClusterRouting routing;

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
    ClusterPoll.@Nullable ClusterIdentity identity;
    Set<String> addresses;

    Health(LiveMonitor.Cluster config, boolean configured) {
      this.config = config;
      this.configured = configured;
      this.addresses = BrokerAddresses.of(config.bootstrapServers());
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

    /** Returns false if nothing has changed. */
    boolean identified(ClusterPoll.ClusterIdentity reported) {
      if (reported.equals(identity)) {
        return false;
      }
      identity = reported;
      var all = new HashSet<>(BrokerAddresses.of(config.bootstrapServers()));
      reported.brokers().forEach(broker -> all.addAll(BrokerAddresses.of(broker)));
      reported.configured().forEach(broker -> all.addAll(BrokerAddresses.of(broker)));
      addresses = Set.copyOf(all);
      return true;
    }

    KnownCluster known(BrokerView brokers) {
      return new KnownCluster(
          brokers.cluster(config.name()),
          topic -> config.topics().matcher(topic).matches(),
          addresses,
          config.aliases(),
          identity == null ? null : identity.clusterId(),
          identity != null || config.bootstrapServers().isEmpty(),
          configured,
          identity == null ? null : identity.isolation());
    }
  }

  /**
   * @param takesOthers whether clusters that are not in the settings are known as soon as a poll of
   *     them is taken, as in a replay
   * @param isOwnHost whether a driver's host is the exporter's
   */
  Clusters(List<LiveMonitor.Cluster> specs, boolean takesOthers, Predicate<String> isOwnHost) {
    this.takesOthers = takesOthers;
    this.isOwnHost = isOwnHost;
    specs.forEach(config -> clusters.put(config.name(), new Health(config, true)));
  }

  /** The offsets that the brokers reported. */
  BrokerView brokers() {
    return brokers;
  }

  /** Decides between the clusters by what is currently known of their brokers. */
  ClusterRouting routing() {
    if (routing == null) {
      List<KnownCluster> known =
          clusters.values().stream().map(health -> health.known(brokers)).toList();
      routing = new ClusterRouting(known, isOwnHost);
    }
    return routing;
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
    identified(health, poll.identity());
    poll.unanswered().values().forEach(kind -> health.errors.merge(kind, 1L, Long::sum));
    poll.failedTopics().values().forEach(kind -> health.errors.merge(kind, 1L, Long::sum));
    brokers.apply(poll, at);
  }

  void failed(String cluster, String kind, String message, Instant at, Duration took) {
    Health health = health(cluster);
    health.polled(at);
    health.up = false;
    health.lastPollDuration = took;
    health.lastError = message;
    health.errors.merge(kind, 1L, Long::sum);
    brokers.pollFailed(cluster);
  }

  List<ClusterStatus> snapshot() {
    return clusters.values().stream()
        .map(
            c ->
                new ClusterStatus(
                    c.config.name(),
                    c.up,
                    c.lastPollAt,
                    c.lastPollDuration,
                    c.errors,
                    c.lastError,
                    c.identity == null ? null : c.identity.clusterId(),
                    c.identity == null ? List.of() : c.identity.brokers()))
        .toList();
  }

  /** The names of the clusters. */
  List<String> names() {
    return List.copyOf(clusters.keySet());
  }

  /** What the state file holds. */
  List<SavedCluster> saved() {
    var saved = new ArrayList<SavedCluster>();
    clusters.forEach(
        (name, health) -> {
          if (health.identity != null) {
            saved.add(new SavedCluster(name, health.identity));
          }
        });
    return saved;
  }

  /** Takes what {@link #saved} returned; clusters that are not polled are left out. */
  void restore(List<SavedCluster> saved, Set<String> polledBefore) {
    if (takesOthers) {
      polledBefore.forEach(this::health);
    }
    for (SavedCluster cluster : saved) {
      Health health = clusters.get(cluster.name());
      if (health != null) {
        identified(health, cluster.identity());
      }
    }
  }

  private void identified(Health health, ClusterPoll.@Nullable ClusterIdentity identity) {
    if (identity != null && health.identified(identity)) {
      routing = null;
    }
  }

  private Health health(String cluster) {
    return clusters.computeIfAbsent(
        cluster,
        name -> {
          routing = null;
          return new Health(
              new LiveMonitor.Cluster(name, Pattern.compile(".*"), DEFAULT_POLL_INTERVAL), false);
        });
  }
}
