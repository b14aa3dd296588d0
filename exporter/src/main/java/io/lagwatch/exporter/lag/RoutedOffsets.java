package io.lagwatch.exporter.lag;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The offsets for each source of one query, which may read different clusters. Used for one
 * evaluation; not thread-safe.
 */
public final class RoutedOffsets extends NoBrokerOffsets {
  private final Map<Integer, Route> routes;

  /**
   * The offsets for one source.
   *
   * @param routedBy null if the topics decide
   * @param candidates the clusters between which it was not decided; else empty
   */
  record Route(BrokerOffsets offsets, @Nullable RoutedBy routedBy, List<String> candidates) {}

  RoutedOffsets(Map<Integer, Route> routes) {
    this.routes = Map.copyOf(routes);
  }

  @Override
  public BrokerOffsets forSource(int source) {
    Route route = routes.get(source);
    return route == null ? NoBrokerOffsets.NONE : route.offsets();
  }

  /**
   * The end offset that a poll reports for a source that reads its partition; null if it reports
   * none at the isolation level of the source.
   */
  public @Nullable Long end(int source, String topic, ClusterPoll.Offsets polled) {
    return forSource(source).isOfOtherIsolation(topic) ? polled.otherEnd() : (Long) polled.end();
  }

  /** True if the source reads this topic in this cluster. */
  public boolean reads(int source, String topic, String cluster) {
    return cluster.equals(forSource(source).clusterOf(topic));
  }

  @Override
  public @Nullable SourceRoute route(SourcePosition source) {
    Route route = routes.get(source.index());
    if (route == null) {
      return null;
    }
    if (route.routedBy() == null) {
      return byTopic(source, (OffsetsByTopic) route.offsets());
    }
    return new SourceRoute(
        route.offsets().clusterOf(""),
        route.routedBy(),
        route.candidates(),
        source.brokers() == null ? null : source.brokers().bootstrapServers());
  }

  private static @Nullable SourceRoute byTopic(SourcePosition source, OffsetsByTopic offsets) {
    var clusters = new TreeSet<String>();
    var candidates = new TreeSet<String>();
    for (String topic : source.topics(offsets)) {
      String cluster = offsets.clusterOf(topic);
      if (cluster != null) {
        clusters.add(cluster);
      }
      candidates.addAll(offsets.clusters(topic));
    }
    if (!candidates.isEmpty()) {
      return new SourceRoute(null, RoutedBy.AMBIGUOUS, List.copyOf(candidates), null);
    }
    return clusters.isEmpty()
        ? null
        : new SourceRoute(String.join(",", clusters), RoutedBy.TOPIC, List.of(), null);
  }

  /** The topics of these sources that a poll of a cluster has to ask for. */
  public TopicInterest interestIn(String cluster, List<SourcePosition> sources) {
    List<TopicInterest> interests = new ArrayList<>();
    for (SourcePosition source : sources) {
      Route route = routes.get(source.index());
      if (route == null) {
        continue;
      }
      if (route.routedBy() == null) {
        interests.add(byTopicIn(cluster, source, (OffsetsByTopic) route.offsets()));
      } else if (cluster.equals(route.offsets().clusterOf(""))) {
        Set<String> topics = source.topics(NoBrokerOffsets.NONE);
        Set<String> patterns = patterns(source);
        interests.add(
            new TopicInterest(
                topics,
                patterns,
                Set.of(),
                otherIsolation(route.offsets().isOfOtherIsolation(""), topics, patterns)));
      }
    }
    return TopicInterest.union(interests);
  }

  private static TopicInterest byTopicIn(
      String cluster, SourcePosition source, OffsetsByTopic offsets) {
    Set<String> topics = new HashSet<>(source.topics(NoBrokerOffsets.NONE));
    topics.removeIf(topic -> !offsets.mayHave(cluster, topic));
    Set<String> patterns = patterns(source);
    return new TopicInterest(
        topics,
        Set.of(),
        patterns,
        otherIsolation(offsets.needsOtherIsolationOf(cluster), topics, patterns));
  }

  private static Set<String> patterns(SourcePosition source) {
    return Subscription.of(source.description()) instanceof Subscription.Matching matching
        ? Set.of(matching.pattern())
        : Set.of();
  }

  private static @Nullable TopicInterest otherIsolation(
      boolean isOther, Set<String> topics, Set<String> patterns) {
    return isOther && !(topics.isEmpty() && patterns.isEmpty())
        ? new TopicInterest(topics, patterns)
        : null;
  }

  /** The clusters whose last end offsets lie before one of these positions. */
  public Set<String> overtaken(List<SourcePosition> positions) {
    Set<String> clusters = new HashSet<>();
    for (SourcePosition source : positions) {
      if (source.position() == null) {
        continue;
      }
      BrokerOffsets offsets = forSource(source.index());
      for (Map.Entry<TopicPartition, Long> position : source.position().entrySet()) {
        if (offsets.isOvertakenBy(position.getKey(), position.getValue())) {
          String cluster = offsets.clusterOf(position.getKey().topic());
          if (cluster != null) {
            clusters.add(cluster);
          }
        }
      }
    }
    return clusters;
  }
}
