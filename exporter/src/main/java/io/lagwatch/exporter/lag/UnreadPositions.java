package io.lagwatch.exporter.lag;

import java.util.Set;

/**
 * The partitions of a source for which Spark reported something that is no offset.
 *
 * @param partitions those that can be named
 * @param unnamed number of those whose topic or number cannot be one of Kafka's
 */
public record UnreadPositions(Set<TopicPartition> partitions, int unnamed) {
  public static final UnreadPositions NONE = new UnreadPositions(Set.of(), 0);

  public UnreadPositions {
    partitions = Set.copyOf(partitions);
  }
}
