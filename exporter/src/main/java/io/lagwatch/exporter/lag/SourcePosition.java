package io.lagwatch.exporter.lag;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The position of one source of a query. Immutable.
 *
 * @param position partition to the offset read next; null when it is not known (no batch yet,
 *     unreadable, or not a Kafka source); empty when Spark has only ever reported no partition
 * @param latestAtPlanning Spark's {@code latestOffset} when the batch was planned; null when it did
 *     not report one
 * @param beyondEnd partitions whose position may not be one of the topic's current log
 * @param unknownPositions partitions that the source reads at an unknown position: Spark reported
 *     an invalid offset, or {@code position} is null because it became unreadable
 * @param brokers the brokers that it reads; null if the driver does not report them
 */
public record SourcePosition(
    int index,
    boolean kafka,
    String description,
    @Nullable Map<TopicPartition, Long> position,
    @Nullable Map<TopicPartition, Long> latestAtPlanning,
    BeyondEnd beyondEnd,
    UnknownPositions unknownPositions,
    @Nullable ReportedBrokers brokers) {
  public SourcePosition {
    position = position == null ? null : Map.copyOf(position);
    latestAtPlanning = latestAtPlanning == null ? null : Map.copyOf(latestAtPlanning);
  }

  /** The topics of the source: those of its position and those of its subscription. */
  public Set<String> topics(BrokerOffsets brokers) {
    var topics = new TreeSet<>(Subscription.of(description).topics(brokers));
    if (position != null) {
      position.keySet().forEach(partition -> topics.add(partition.topic()));
    }
    return topics;
  }
}
