package io.lagwatch.exporter.kafka;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.slf4j.Logger;

/**
 * Logs the state of the polls of one cluster: WARN for the first failure of each kind, DEBUG for
 * further ones, INFO for the recovery. Not thread-safe.
 */
final class PollLog {
  private final Logger log;
  private final KafkaCluster cluster;
  private final Set<ErrorKind> loggedFailures = new HashSet<>();
  private final Set<String> loggedParts = new HashSet<>();

  PollLog(Logger log, KafkaCluster cluster) {
    this.log = log;
    this.cluster = cluster;
  }

  /** Logs that a whole poll failed. {@code message} must not contain secrets. */
  void failed(ErrorKind kind, String message) {
    if (loggedFailures.add(kind)) {
      log.warn(
          "Kafka cluster {} ({}) cannot be polled ({}): {}; {}; {}",
          cluster.name(),
          cluster.bootstrapServers(),
          kind.label(),
          message,
          kind.advice(),
          propertiesSet());
    } else {
      log.debug(
          "Kafka cluster {} still cannot be polled ({}): {}",
          cluster.name(),
          kind.label(),
          message);
    }
  }

  /** Names the Kafka properties of the cluster, without their values: they may be secret. */
  private String propertiesSet() {
    var names = new TreeSet<>(cluster.properties().keySet());
    return names.isEmpty()
        ? "no Kafka properties are set for this cluster"
        : "Kafka properties set for this cluster: " + String.join(", ", names);
  }

  /** Logs a recovery, and the topics and partitions that have no answer. */
  void answered(ClusterPoll poll) {
    if (!loggedFailures.isEmpty()) {
      log.info("Kafka cluster {} can be polled again", cluster.name());
      loggedFailures.clear();
    }
    Set<String> kinds = new TreeSet<>();
    Stream.of(poll.unanswered().values(), poll.failedTopics().values())
        .flatMap(Collection::stream)
        .forEach(kinds::add);
    loggedParts.retainAll(kinds);
    for (String kind : kinds) {
      if (loggedParts.add(kind)) {
        log.warn("Kafka cluster {}: {}", cluster.name(), FailureSummary.of(poll, kind));
      }
    }
  }

  /** The partitions and topics with one kind of error. The text names only one of them. */
  private record FailureSummary(String kind, long partitions, long topics, String example) {
    static FailureSummary of(ClusterPoll poll, String kind) {
      Set<String> topics = new TreeSet<>();
      poll.failedTopics().forEach((topic, k) -> addIf(k.equals(kind), topics, topic));
      Set<String> partitions = new TreeSet<>();
      poll.unanswered()
          .forEach((p, k) -> addIf(k.equals(kind), partitions, p.topic() + "-" + p.partition()));
      String example = Stream.concat(topics.stream(), partitions.stream()).findFirst().orElse("");
      return new FailureSummary(kind, partitions.size(), topics.size(), example);
    }

    private static void addIf(boolean condition, Set<String> names, String name) {
      if (condition) {
        names.add(name);
      }
    }

    @Override
    public String toString() {
      return "no offsets for "
          + topics
          + " topics and "
          + partitions
          + " partitions ("
          + kind
          + "), for example "
          + example;
    }
  }
}
