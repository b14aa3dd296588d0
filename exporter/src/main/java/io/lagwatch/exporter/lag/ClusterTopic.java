package io.lagwatch.exporter.lag;

import java.util.Comparator;

/** A topic of a cluster. Ordered by topic, then cluster. */
public record ClusterTopic(String cluster, String topic) implements Comparable<ClusterTopic> {
  private static final Comparator<ClusterTopic> ORDER =
      Comparator.comparing(ClusterTopic::topic).thenComparing(ClusterTopic::cluster);

  @Override
  public int compareTo(ClusterTopic other) {
    return ORDER.compare(this, other);
  }
}
