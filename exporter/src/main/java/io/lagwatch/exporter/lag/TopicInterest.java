package io.lagwatch.exporter.lag;

import java.util.Set;

/**
 * The topics that a poll of one cluster has to ask for.
 *
 * @param topics named in a query's offsets or its subscription
 * @param patterns regular expressions of {@code subscribePattern}, as Spark prints them, of sources
 *     that are known to read this cluster: topics that match and that the query has not picked up
 *     yet count too
 * @param patternsOfAnyCluster the same of sources whose cluster is not known: only topics that the
 *     cluster's setting {@code topics} matches count
 * @param bothIsolations true if a source reads at another isolation level than the cluster's
 *     setting, so that end offsets of both levels are needed
 */
public record TopicInterest(
    Set<String> topics,
    Set<String> patterns,
    Set<String> patternsOfAnyCluster,
    boolean bothIsolations) {
  public static final TopicInterest NONE = new TopicInterest(Set.of(), Set.of());

  public TopicInterest {
    topics = Set.copyOf(topics);
    patterns = Set.copyOf(patterns);
    patternsOfAnyCluster = Set.copyOf(patternsOfAnyCluster);
  }

  /** The topics and patterns of sources that are known to read the cluster. */
  public TopicInterest(Set<String> topics, Set<String> patterns) {
    this(topics, patterns, Set.of(), false);
  }
}
