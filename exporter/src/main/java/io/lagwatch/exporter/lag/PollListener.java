package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Receives the results of polling Kafka clusters and names the topics to poll. Implementations are
 * thread-safe; no call waits for input or output.
 */
public interface PollListener {
  /** Returns the topics that the next poll of a cluster has to ask for. */
  TopicInterest interest(String cluster);

  /** Receives the answers of one poll of a cluster, and its duration. */
  void polled(ClusterPoll poll, Instant at, Duration took);

  /**
   * Receives that a poll failed as a whole.
   *
   * @param kind short and stable, for the label {@code kind}
   */
  void pollFailed(String cluster, String kind, String message, Instant at, Duration took);

  /**
   * Receives how long a cluster keeps the records of its topics.
   *
   * @param retentions topic to retention time; a topic without a limit or whose configuration
   *     cannot be read is absent
   */
  default void retentions(String cluster, Map<String, Duration> retentions) {}
}
