package io.lagwatch.exporter.lag;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Positions of sources whose driver reports no brokers. */
final class SourcePositions {
  private SourcePositions() {}

  /** A position of which everything could be read. */
  static SourcePosition source(
      int index,
      boolean kafka,
      String description,
      @Nullable Map<TopicPartition, Long> position,
      @Nullable Map<TopicPartition, Long> latestAtPlanning,
      Set<TopicPartition> beyondEnd) {
    return source(
        index, kafka, description, position, latestAtPlanning, beyondEnd, UnknownPositions.NONE);
  }

  static SourcePosition source(
      int index,
      boolean kafka,
      String description,
      @Nullable Map<TopicPartition, Long> position,
      @Nullable Map<TopicPartition, Long> latestAtPlanning,
      Set<TopicPartition> beyondEnd,
      UnknownPositions unknownPositions) {
    return new SourcePosition(
        index,
        kafka,
        description,
        position,
        latestAtPlanning,
        new BeyondEnd(Set.of(), beyondEnd),
        unknownPositions,
        null);
  }
}
