package io.lagwatch.exporter.lag;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which Kafka cluster each source of a query reads, in this order: by the settings of the
 * query, by the brokers that the driver reports, by the topics. Nothing is guessed: a source for
 * which nothing decides has no known end offsets. Pure; thread-safe.
 */
public final class ClusterRouting {
  private final List<KnownCluster> clusters;
  private final Predicate<String> isOwnHost;

  /**
   * A cluster that is polled.
   *
   * @param offsets what its polls reported
   * @param topics true for a topic that is looked up in it while it is not known what a source
   *     reads
   * @param addresses of its brokers, as {@link BrokerAddresses} compares them
   * @param aliases further addresses that the settings declare to be those of this cluster
   * @param clusterId null while its brokers have not reported it
   * @param described false while its brokers have not reported their addresses
   * @param configured false for the cluster of a recording, which has no settings
   * @param isolation the isolation level of {@code offsets}; null while it is not known
   */
  public record KnownCluster(
      ClusterOffsets offsets,
      Predicate<String> topics,
      Set<String> addresses,
      Set<String> aliases,
      @Nullable String clusterId,
      boolean described,
      boolean configured,
      @Nullable String isolation) {
    KnownCluster withTopics(Predicate<String> changed) {
      return new KnownCluster(
          offsets, changed, addresses, aliases, clusterId, described, configured, isolation);
    }

    /** The offsets at the isolation level of a source; the cluster's if it is not reported. */
    ClusterOffsets offsetsFor(@Nullable ReportedBrokers source) {
      String reported = source == null ? null : source.isolation();
      return reported == null || isolation == null || reported.equals(isolation)
          ? offsets
          : offsets.otherIsolation();
    }

    String name() {
      return offsets.cluster();
    }

    /**
     * @param sameHost true if a loopback address means the same for the driver and the exporter
     */
    boolean isReadBy(Set<String> reported, boolean sameHost) {
      return reported.stream()
          .anyMatch(
              address ->
                  aliases.contains(address)
                      || (addresses.contains(address)
                          && (sameHost || !BrokerAddresses.isLocal(address))));
    }
  }

  /**
   * @param clusters in the order of the settings
   * @param isOwnHost whether a driver's host is the exporter's, so that a loopback address means
   *     the same for both
   */
  public ClusterRouting(List<KnownCluster> clusters, Predicate<String> isOwnHost) {
    this.clusters = withDistinctTopics(clusters);
    this.isOwnHost = isOwnHost;
  }

  /**
   * The offsets for each source.
   *
   * @param configured the name of the cluster that the settings name for a source, by its index;
   *     null if they name none
   */
  public RoutedOffsets route(
      List<SourcePosition> sources, IntFunction<@Nullable String> configured) {
    Map<Integer, RoutedOffsets.Route> routes = new HashMap<>();
    for (SourcePosition source : sources) {
      if (source.kafka()) {
        routes.put(source.index(), route(source, configured.apply(source.index())));
      }
    }
    return new RoutedOffsets(routes);
  }

  private RoutedOffsets.Route route(SourcePosition source, @Nullable String configured) {
    if (configured != null) {
      return named(configured, source.brokers());
    }
    return source.brokers() == null ? byTopic(clusters, null) : byAddress(source.brokers());
  }

  private RoutedOffsets.Route named(String name, @Nullable ReportedBrokers source) {
    for (KnownCluster cluster : clusters) {
      if (cluster.name().equals(name)) {
        return new RoutedOffsets.Route(cluster.offsetsFor(source), RoutedBy.SETTING, List.of());
      }
    }
    return undetermined(
        BrokerOffsets.Topic.UNMATCHED,
        "the settings name the Kafka cluster " + name + " for it, which does not exist",
        List.of());
  }

  private RoutedOffsets.Route byAddress(ReportedBrokers brokers) {
    Set<String> reported = BrokerAddresses.of(brokers.bootstrapServers());
    boolean sameHost = brokers.driverHost() != null && isOwnHost.test(brokers.driverHost());
    List<KnownCluster> matching =
        withTheirIds(clusters.stream().filter(c -> c.isReadBy(reported, sameHost)).toList());
    if (matching.size() == 1) {
      ClusterOffsets offsets = matching.get(0).offsetsFor(brokers);
      return new RoutedOffsets.Route(offsets, RoutedBy.ADDRESS, List.of());
    }
    if (areOneCluster(matching)) {
      return byTopic(matching, brokers);
    }
    String reads = "it reads the brokers " + brokers.bootstrapServers() + ", ";
    if (!matching.isEmpty()) {
      List<String> names = names(matching);
      return undetermined(
          BrokerOffsets.Topic.AMBIGUOUS,
          reads + "which belong to " + String.join(" and ", names) + "; set queries[].kafka",
          names);
    }
    List<String> waiting = names(clusters.stream().filter(c -> !c.described()).toList());
    return waiting.isEmpty()
        ? undetermined(
            BrokerOffsets.Topic.UNMATCHED,
            reads
                + "which belong to no configured Kafka cluster; add them to kafka[].aliases or set"
                + " queries[].kafka",
            List.of())
        : undetermined(
            BrokerOffsets.Topic.UNREACHABLE,
            reads
                + "and Kafka cluster "
                + String.join(" and ", waiting)
                + " has not reported its brokers yet",
            waiting);
  }

  private static List<String> names(List<KnownCluster> clusters) {
    return clusters.stream().map(KnownCluster::name).toList();
  }

  private RoutedOffsets.Route undetermined(
      BrokerOffsets.Topic state, String sentence, List<String> candidates) {
    Predicate<String> watched = topic -> clusters.stream().anyMatch(c -> c.topics().test(topic));
    RoutedBy routedBy =
        state == BrokerOffsets.Topic.UNMATCHED ? RoutedBy.UNMATCHED : RoutedBy.AMBIGUOUS;
    return new RoutedOffsets.Route(
        new UndeterminedCluster(watched, state, sentence), routedBy, candidates);
  }

  private static RoutedOffsets.Route byTopic(
      List<KnownCluster> among, @Nullable ReportedBrokers source) {
    return new RoutedOffsets.Route(
        new OffsetsByTopic(
            among.stream()
                .map(
                    c ->
                        new OffsetsByTopic.Candidate(
                            c.offsetsFor(source), c.topics(), c.configured()))
                .toList()),
        null,
        List.of());
  }

  /** Adds the other entries of the settings for the same clusters. */
  private List<KnownCluster> withTheirIds(List<KnownCluster> matching) {
    return clusters.stream()
        .filter(c -> matching.contains(c) || matching.stream().anyMatch(m -> isSame(c, m)))
        .toList();
  }

  private static boolean areOneCluster(List<KnownCluster> matching) {
    return !matching.isEmpty() && matching.stream().allMatch(c -> isSame(c, matching.get(0)));
  }

  private static boolean isSame(KnownCluster one, KnownCluster other) {
    return one.clusterId() != null && one.clusterId().equals(other.clusterId());
  }

  /**
   * Several entries of the settings can be for one cluster, for example to measure some topics to
   * the last stable offset. The first one whose topics match is used for a topic.
   */
  private static List<KnownCluster> withDistinctTopics(List<KnownCluster> clusters) {
    var distinct = new ArrayList<KnownCluster>();
    for (KnownCluster cluster : clusters) {
      Predicate<String> topics = cluster.topics();
      for (KnownCluster earlier : distinct) {
        if (isSame(cluster, earlier)) {
          topics = topics.and(earlier.topics().negate());
        }
      }
      distinct.add(cluster.withTopics(topics));
    }
    return List.copyOf(distinct);
  }
}
