package io.lagwatch.exporter.lag;

import java.util.Set;

/**
 * Partitions whose position is not known to be one of the topic's current log.
 *
 * @param suspected the last poll that began after the position was reported found it beyond the end
 *     offset
 * @param confirmed two such polls in a row did, or the topic's id has changed since
 */
public record BeyondEnd(Set<TopicPartition> suspected, Set<TopicPartition> confirmed) {
  public static final BeyondEnd NONE = new BeyondEnd(Set.of(), Set.of());

  public BeyondEnd {
    suspected = Set.copyOf(suspected);
    confirmed = Set.copyOf(confirmed);
  }
}
