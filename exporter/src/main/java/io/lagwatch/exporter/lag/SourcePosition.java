package io.lagwatch.exporter.lag;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where one source of a query stands.
 *
 * @param position partition to the offset read next; null when it is not known (no batch yet,
 *     unreadable, or not a Kafka source); empty when Spark has only ever reported no partition
 * @param latestAtPlanning Spark's own end of the log when the batch was planned; null when it did
 *     not say
 * @param beyondEnd partitions whose position lay beyond the end on two polls in a row
 * @param unknownPositions partitions that the source reads at an unknown position: Spark reported
 *     an invalid offset, or {@code position} is null because it became unreadable
 */
public record SourcePosition(
    int index,
    boolean kafka,
    String description,
    @Nullable Map<TopicPartition, Long> position,
    @Nullable Map<TopicPartition, Long> latestAtPlanning,
    Set<TopicPartition> beyondEnd,
    UnknownPositions unknownPositions) {
  public SourcePosition {
    position = position == null ? null : Map.copyOf(position);
    latestAtPlanning = latestAtPlanning == null ? null : Map.copyOf(latestAtPlanning);
    beyondEnd = Set.copyOf(beyondEnd);
  }

  /** A position of which everything could be read. */
  public SourcePosition(
      int index,
      boolean kafka,
      String description,
      @Nullable Map<TopicPartition, Long> position,
      @Nullable Map<TopicPartition, Long> latestAtPlanning,
      Set<TopicPartition> beyondEnd) {
    this(index, kafka, description, position, latestAtPlanning, beyondEnd, UnknownPositions.NONE);
  }
}
