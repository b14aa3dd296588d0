package io.lagwatch.exporter.lag;

import java.util.Set;

/**
 * Which topics the visible queries read, and so what a poll has to ask for.
 *
 * @param topics named in a query's offsets or its subscription
 * @param patterns regular expressions of {@code subscribePattern}, as Spark prints them: topics
 *     that match and that the query has not picked up yet count too
 */
public record TopicInterest(Set<String> topics, Set<String> patterns) {
  public static final TopicInterest NONE = new TopicInterest(Set.of(), Set.of());

  public TopicInterest {
    topics = Set.copyOf(topics);
    patterns = Set.copyOf(patterns);
  }
}
