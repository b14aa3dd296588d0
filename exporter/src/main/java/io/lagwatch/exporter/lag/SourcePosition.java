package io.lagwatch.exporter.lag;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where one source of a query stands.
 *
 * @param position partition to the offset read next; null when Spark has not said (no batch yet, or
 *     not a Kafka source)
 * @param latestAtPlanning Spark's own end of the log when the batch was planned; null when it did
 *     not say
 * @param beyondEnd partitions whose position lay beyond the end on two polls in a row
 */
public record SourcePosition(
    int index,
    boolean kafka,
    String description,
    @Nullable Map<TopicPartition, Long> position,
    @Nullable Map<TopicPartition, Long> latestAtPlanning,
    Set<TopicPartition> beyondEnd) {
  public SourcePosition {
    position = position == null ? null : Map.copyOf(position);
    latestAtPlanning = latestAtPlanning == null ? null : Map.copyOf(latestAtPlanning);
    beyondEnd = Set.copyOf(beyondEnd);
  }
}
