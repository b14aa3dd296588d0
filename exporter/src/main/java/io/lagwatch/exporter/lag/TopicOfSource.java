package io.lagwatch.exporter.lag;

import java.util.Comparator;

/** A topic that a source of a query reads. */
public record TopicOfSource(int source, String topic) implements Comparable<TopicOfSource> {
  private static final Comparator<TopicOfSource> ORDER =
      Comparator.comparingInt(TopicOfSource::source).thenComparing(TopicOfSource::topic);

  /** Returns the topic of a partition that a source reads. */
  public static TopicOfSource of(PartitionLag partition) {
    return new TopicOfSource(partition.source(), partition.partition().topic());
  }

  @Override
  public int compareTo(TopicOfSource other) {
    return ORDER.compare(this, other);
  }
}
