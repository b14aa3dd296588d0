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
 * Says once what goes wrong with a cluster, and once that it is well again; repeats go to DEBUG.
 * Not thread-safe.
 */
final class PollLog {
  private final Logger log;
  private final KafkaCluster cluster;
  private final Set<ErrorKind> saidOfCluster = new HashSet<>();
  private final Set<String> saidOfParts = new HashSet<>();

  PollLog(Logger log, KafkaCluster cluster) {
    this.log = log;
    this.cluster = cluster;
  }

  /** A poll failed as a whole; {@code message} holds no secret. */
  void failed(ErrorKind kind, String message) {
    if (saidOfCluster.add(kind)) {
      log.warn(
          "kafka {} ({}) cannot be polled ({}): {}; {} (property keys set: {})",
          cluster.name(),
          cluster.bootstrapServers(),
          kind.label(),
          message,
          kind.advice(),
          new TreeSet<>(cluster.properties().keySet()));
    } else {
      log.debug("kafka {} still cannot be polled ({}): {}", cluster.name(), kind.label(), message);
    }
  }

  /** A poll was answered, perhaps not for every topic and partition. */
  void answered(ClusterPoll poll) {
    if (!saidOfCluster.isEmpty()) {
      log.info("kafka {} answers again", cluster.name());
      saidOfCluster.clear();
    }
    Set<String> kinds = new TreeSet<>();
    Stream.of(poll.unanswered().values(), poll.failedTopics().values())
        .flatMap(Collection::stream)
        .forEach(kinds::add);
    saidOfParts.retainAll(kinds);
    for (String kind : kinds) {
      if (saidOfParts.add(kind)) {
        log.warn("kafka {} {}", cluster.name(), Part.of(poll, kind));
      }
    }
  }

  /** One example is worth more than five hundred names. */
  private record Part(String kind, long partitions, long topics, String example) {
    static Part of(ClusterPoll poll, String kind) {
      Set<String> topics = new TreeSet<>();
      poll.failedTopics().forEach((topic, k) -> addIf(k.equals(kind), topics, topic));
      Set<String> partitions = new TreeSet<>();
      poll.unanswered()
          .forEach((p, k) -> addIf(k.equals(kind), partitions, p.topic() + "-" + p.partition()));
      String example = Stream.concat(topics.stream(), partitions.stream()).findFirst().orElse("");
      return new Part(kind, partitions.size(), topics.size(), example);
    }

    private static void addIf(boolean condition, Set<String> names, String name) {
      if (condition) {
        names.add(name);
      }
    }

    @Override
    public String toString() {
      return "does not answer for %d topics and %d partitions (%s), such as %s"
          .formatted(topics, partitions, kind, example);
    }
  }
}
