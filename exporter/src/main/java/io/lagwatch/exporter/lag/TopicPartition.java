package io.lagwatch.exporter.lag;

import java.util.Comparator;

/** One partition of one topic, ordered by topic, then by number. */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {
  private static final Comparator<TopicPartition> ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

  public TopicPartition {
    if (partition < 0) {
      throw new IllegalArgumentException("partition: expected 0 or more, found " + partition);
    }
  }

  @Override
  public int compareTo(TopicPartition other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return topic + "-" + partition;
  }
}
