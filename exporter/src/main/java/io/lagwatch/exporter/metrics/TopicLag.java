package io.lagwatch.exporter.metrics;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.SaturatingMath;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sums over the partitions of one topic of one source. Null means unknown. Immutable.
 *
 * @param records sum of the known lags
 * @param headroom smallest known distance from the earliest offset to the position
 * @param lost number of records between the position and the earliest offset
 */
record TopicLag(
    int source,
    String topic,
    @Nullable Long records,
    @Nullable Long headroom,
    @Nullable Long lost) {

  /** Returns the sums in the order of the topics. */
  static Collection<TopicLag> of(List<PartitionLag> partitions) {
    record TopicKey(int source, String topic) {}

    Map<TopicKey, TopicLag> topics = new LinkedHashMap<>();
    for (var partition : partitions) {
      var headroom = partition.headroom();
      var lag =
          new TopicLag(
              partition.source(),
              partition.partition().topic(),
              partition.records(),
              headroom,
              headroom == null ? null : Math.max(0, -headroom));
      topics.merge(new TopicKey(lag.source, lag.topic), lag, TopicLag::plus);
    }
    return topics.values();
  }

  private TopicLag plus(TopicLag other) {
    return new TopicLag(
        source,
        topic,
        sum(records, other.records),
        min(headroom, other.headroom),
        sum(lost, other.lost));
  }

  private static @Nullable Long min(@Nullable Long a, @Nullable Long b) {
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
