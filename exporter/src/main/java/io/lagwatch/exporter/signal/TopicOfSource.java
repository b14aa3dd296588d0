package io.lagwatch.exporter.signal;

import java.util.Comparator;

/** A topic that a source of a query reads. */
public record TopicOfSource(int source, String topic) implements Comparable<TopicOfSource> {
  private static final Comparator<TopicOfSource> ORDER =
      Comparator.comparingInt(TopicOfSource::source).thenComparing(TopicOfSource::topic);

  @Override
  public int compareTo(TopicOfSource other) {
    return ORDER.compare(this, other);
  }
}
