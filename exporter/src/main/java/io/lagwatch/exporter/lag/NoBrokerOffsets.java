package io.lagwatch.exporter.lag;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** No broker has reported anything. */
public class NoBrokerOffsets implements BrokerOffsets {
  public static final BrokerOffsets NONE = new NoBrokerOffsets();

  NoBrokerOffsets() {}

  @Override
  public Topic topic(String topic, Instant now) {
    return Topic.UNWATCHED;
  }

  @Override
  public Set<String> topicsMatching(String pattern) {
    return Set.of();
  }

  @Override
  public boolean hasListedTopics(Instant now) {
    return false;
  }

  @Override
  public Set<TopicPartition> partitions(String topic) {
    return Set.of();
  }

  @Override
  public @Nullable PartitionOffsets offsets(TopicPartition partition, Instant now) {
    return null;
  }

  @Override
  public boolean hasFailedPollSinceLastAnswer(TopicPartition partition) {
    return false;
  }

  @Override
  public @Nullable Long endAt(TopicPartition partition, Instant at) {
    return null;
  }

  @Override
  public @Nullable TimeLag behind(TopicPartition partition, long position, Instant now) {
    return null;
  }
}
