package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.SaturatingMath;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the partitions of one topic of one source add up to. A null number is unknown.
 *
 * @param records sum of the known lags
 * @param headroom the least of the known distances between log start and position
 * @param lost how many records lie below the log's start and above the position
 */
record TopicLag(
    int source,
    String topic,
    @Nullable Long records,
    @Nullable Long headroom,
    @Nullable Long lost) {

  /** In the order in which the topics come. */
  static Collection<TopicLag> of(List<PartitionLag> partitions) {
    record TopicKey(int source, String topic) {}

    Map<TopicKey, TopicLag> topics = new LinkedHashMap<>();
    for (var partition : partitions) {
      var headroom = partition.headroom();
      var one =
          new TopicLag(
              partition.source(),
              partition.partition().topic(),
              partition.records(),
              headroom,
              headroom == null ? null : Math.max(0, -headroom));
      topics.merge(new TopicKey(one.source, one.topic), one, TopicLag::plus);
    }
    return topics.values();
  }

  private TopicLag plus(TopicLag other) {
    return new TopicLag(
        source,
        topic,
        sum(records, other.records),
        least(headroom, other.headroom),
        sum(lost, other.lost));
  }

  private static @Nullable Long least(@Nullable Long a, @Nullable Long b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return Math.min(a, b);
  }

  private static @Nullable Long sum(@Nullable Long a, @Nullable Long b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return SaturatingMath.add(a, b);
  }
}
