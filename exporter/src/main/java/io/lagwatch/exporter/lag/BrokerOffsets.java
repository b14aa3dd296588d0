package io.lagwatch.exporter.lag;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known of the brokers' logs, as lag arithmetic needs it. */
public interface BrokerOffsets {
  /** What is known of a topic. */
  enum Topic {
    /** The brokers have it. */
    EXISTS,
    /** The brokers were asked and do not have it. */
    GONE,
    /** It is asked for and has not been answered recently. */
    UNANSWERED,
    /** No configured cluster is asked for it. */
    UNWATCHED
  }

  /**
   * One partition's log at the last answered poll.
   *
   * @param earliest null when it has never been answered
   * @param polledAt when the answer came
   */
  record Log(long end, @Nullable Long earliest, Instant polledAt) {}

  /** Nothing is known of any broker. */
  BrokerOffsets NOTHING = new NoBrokerOffsets();

  /** What is known of a topic at {@code now}. */
  Topic topic(String topic, Instant now);

  /** Topics that exist and match a regular expression as a whole. */
  Set<String> topicsMatching(String pattern);

  /** The partitions a topic had at its last answer. */
  Set<TopicPartition> partitions(String topic);

  /** The log of a partition; null when it was not answered, or not recently enough to be true. */
  @Nullable Log log(TopicPartition partition, Instant now);

  /** Whether a poll has failed since the partition was last answered: its end may have moved on. */
  boolean askedInVain(TopicPartition partition);

  /** The end at a time between two polls; null outside of what was polled. */
  @Nullable Long endAt(TopicPartition partition, Instant at);

  /** How long ago the record at {@code position} arrived; null when nothing was polled yet. */
  @Nullable TimeLag behind(TopicPartition partition, long position, Instant now);
}
