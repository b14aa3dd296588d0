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

  /**
   * Mixes both parts. The hash of a record adds them up, so that the partitions of topics with
   * similar names ({@code events.1}, {@code events.2}) share few hashes, and the immutable maps of
   * the JDK need quadratic time for them.
   */
  @Override
  public int hashCode() {
    int hash = topic.hashCode() * 0x9E3779B1 + partition * 0x85EBCA77;
    hash = (hash ^ (hash >>> 15)) * 0x2C1B3C6D;
    return hash ^ (hash >>> 13);
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
