package io.lagwatch.exporter.lag;

import java.util.Set;

/**
 * The partitions of a source for which Spark reported an invalid offset. Immutable.
 *
 * @param partitions partitions with a valid topic and number
 * @param unnamed number of partitions whose topic or number is not valid in Kafka
 */
public record UnknownPositions(Set<TopicPartition> partitions, int unnamed) {
  public static final UnknownPositions NONE = new UnknownPositions(Set.of(), 0);

  public UnknownPositions {
    partitions = Set.copyOf(partitions);
  }
}
