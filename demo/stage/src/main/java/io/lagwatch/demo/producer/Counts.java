package io.lagwatch.demo.producer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The exact counts of the producer at a moment when no record was being sent. Immutable.
 *
 * @param topics counts by topic name
 * @param failed records that may or may not have reached the broker. If it is not 0, the counts are
 *     not exact
 */
public record Counts(SortedMap<String, TopicCounts> topics, long failed) {
  public Counts {
    topics = new TreeMap<>(topics);
  }

  /** Returns the counts of one feed. */
  public TopicCounts of(Feed feed) {
    return topics.get(feed.topic());
  }

  /**
   * The counts of one topic.
   *
   * @param perSecond the current rate
   * @param partitions records that the broker acknowledged since the topic was created, by
   *     partition
   */
  public record TopicCounts(int perSecond, List<Long> partitions) {
    public TopicCounts {
      partitions = List.copyOf(partitions);
    }

    /** Returns the records of all partitions. */
    @JsonIgnore
    public long records() {
      return partitions.stream().mapToLong(Long::longValue).sum();
    }
  }
}
