package io.lagwatch.exporter.lag;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The topics that a poll of one cluster has to ask for.
 *
 * @param topics named in a query's offsets or its subscription
 * @param patterns regular expressions of {@code subscribePattern}, as Spark prints them, of sources
 *     that are known to read this cluster: topics that match and that the query has not picked up
 *     yet count too
 * @param patternsOfAnyCluster the same of sources whose cluster is not known: only topics that the
 *     cluster's setting {@code topics} matches count
 * @param otherIsolation the part of it for which end offsets of both isolation levels are needed:
 *     topics and patterns of sources that read at another level than the cluster's setting; null if
 *     there is none
 */
public record TopicInterest(
    Set<String> topics,
    Set<String> patterns,
    Set<String> patternsOfAnyCluster,
    @Nullable TopicInterest otherIsolation) {
  public static final TopicInterest NONE = new TopicInterest(Set.of(), Set.of());

  public TopicInterest {
    topics = Set.copyOf(topics);
    patterns = Set.copyOf(patterns);
    patternsOfAnyCluster = Set.copyOf(patternsOfAnyCluster);
  }

  /** The topics and patterns of sources that are known to read the cluster. */
  public TopicInterest(Set<String> topics, Set<String> patterns) {
    this(topics, patterns, Set.of(), null);
  }

  /** Everything that at least one of the interests contains. */
  public static TopicInterest union(Collection<TopicInterest> all) {
    List<TopicInterest> others =
        all.stream().map(TopicInterest::otherIsolation).filter(Objects::nonNull).toList();
    return new TopicInterest(
        union(all, TopicInterest::topics),
        union(all, TopicInterest::patterns),
        union(all, TopicInterest::patternsOfAnyCluster),
        others.isEmpty() ? null : union(others));
  }

  private static Set<String> union(
      Collection<TopicInterest> all, Function<TopicInterest, Set<String>> part) {
    return all.stream().flatMap(one -> part.apply(one).stream()).collect(Collectors.toSet());
  }

  /** True for the topics that {@link #otherIsolation} contains or whose names match it. */
  public Predicate<String> needsOtherIsolation() {
    TopicInterest other = otherIsolation;
    if (other == null) {
      return topic -> false;
    }
    Set<String> named = other.topics();
    List<TopicPattern> matching = other.patterns().stream().map(TopicPattern::of).toList();
    return topic ->
        named.contains(topic) || matching.stream().anyMatch(pattern -> pattern.matches(topic));
  }
}
