package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The offsets that the brokers reported, in the form that the calculation of lag needs. */
public interface BrokerOffsets {
  /** Whether a topic is known to exist. */
  enum Topic {
    /** The brokers reported it. */
    EXISTS,
    /** The brokers reported that it does not exist. */
    GONE,
    /** It is polled, but the last answer is missing or too old. */
    UNANSWERED,
    /** No configured cluster is polled for it. */
    UNWATCHED,
    /** Several clusters have a topic of this name, and it is not known which one is read. */
    AMBIGUOUS,
    /** One of the clusters that may have it has not been reached, so the others do not decide. */
    UNREACHABLE,
    /** The source reads a cluster that is not configured. */
    UNMATCHED
  }

  /**
   * The offsets of a partition at the last answered poll.
   *
   * @param end the end offset: that of the next record
   * @param earliest the earliest offset; null when no poll has reported it
   * @param polledAt when the answer arrived
   */
  record PartitionOffsets(long end, @Nullable Long earliest, Instant polledAt) {}

  /** The offsets of the cluster that a source reads, by the index of the source. */
  default BrokerOffsets forSource(int source) {
    return this;
  }

  /**
   * The cluster that a source reads; null while it is not determined, or for another kind of
   * source.
   */
  default @Nullable SourceRoute route(SourcePosition source) {
    return null;
  }

  /**
   * The sentence that says which clusters a topic may belong to; null unless that is why its lag is
   * unknown.
   */
  default @Nullable String undetermined(String topic) {
    return null;
  }

  /** The name of the cluster that a topic is looked up in; null while it is not known. */
  default @Nullable String clusterOf(String topic) {
    return null;
  }

  /** True if the end offsets of a topic are not of the isolation level of its cluster's setting. */
  default boolean isOfOtherIsolation(String topic) {
    return false;
  }

  /** True if the position lies beyond the last known end offset, however old that is. */
  default boolean isOvertakenBy(TopicPartition partition, long position) {
    return false;
  }

  /** Records per second that arrive in a topic over about {@code window}; null while unknown. */
  default @Nullable Double arrivalPerSecond(String topic, Duration window) {
    return null;
  }

  /** Whether a topic is known to exist, at {@code now}. */
  Topic topic(String topic, Instant now);

  /** Topics that exist and match a regular expression as a whole. */
  Set<String> topicsMatching(String pattern);

  /** True if a cluster has answered recently enough to tell which topics match a pattern. */
  boolean hasListedTopics(Instant now);

  /** The partitions that a topic had at its last answered poll. */
  Set<TopicPartition> partitions(String topic);

  /** The offsets of a partition; null when no poll was answered, or not recently enough. */
  @Nullable PartitionOffsets offsets(TopicPartition partition, Instant now);

  /**
   * True if a poll of this partition failed after its last successful answer, so its end offset may
   * be out of date.
   */
  boolean hasFailedPollSinceLastAnswer(TopicPartition partition);

  /** The end offset at a time between two polls; null before the first and after the last poll. */
  @Nullable Long endAt(TopicPartition partition, Instant at);

  /** How long ago the record at {@code position} arrived; null before the first poll. */
  @Nullable TimeLag behind(TopicPartition partition, long position, Instant now);
}
