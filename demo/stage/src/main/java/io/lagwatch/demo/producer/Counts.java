package io.lagwatch.demo.producer;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the producer knows at one moment, taken while nothing was on its way: exact. Immutable.
 *
 * @param topics by name
 * @param failed records of which it is not known whether the broker has them; not 0 means that the
 *     counts are no truth any more
 */
public record Counts(SortedMap<String, TopicCounts> topics, long failed) {
  public Counts {
    topics = new TreeMap<>(topics);
  }

  /** The counts of one feed. */
  public TopicCounts of(Feed feed) {
    return topics.get(feed.topic());
  }

  /**
   * One topic.
   *
   * @param perSecond the rate that is set
   * @param partitions records that the broker acknowledged since the topic was made, by partition
   */
  public record TopicCounts(int perSecond, List<Long> partitions) {
    public TopicCounts {
      partitions = List.copyOf(partitions);
    }

    /** The records of all partitions. */
    @JsonIgnore
    public long records() {
      return partitions.stream().mapToLong(Long::longValue).sum();
    }
  }
}
