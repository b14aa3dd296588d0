package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The offsets for a source for which the topics decide: its driver reports no bootstrap servers, or
 * several entries of the settings are for the cluster it reads. A topic is looked up in every
 * cluster whose setting {@code topics} matches it. If exactly one of them has it, that one counts;
 * if several have it, the lag is unknown, because the wrong cluster would give a wrong number. Used
 * for one evaluation; not thread-safe.
 */
final class OffsetsByTopic implements BrokerOffsets {
  private final List<Candidate> candidates;
  private final Map<String, Choice> choices = new HashMap<>();

  /**
   * A cluster that may have a topic.
   *
   * @param topics true for a topic that the cluster is polled for
   * @param configured false for the cluster of a recording, which reports what it was asked for
   */
  record Candidate(ClusterOffsets offsets, Predicate<String> topics, boolean configured) {
    boolean mayHave(String topic) {
      return topics.test(topic)
          && (configured || offsets.lastAnswer(topic) != ClusterOffsets.LastAnswer.NONE);
    }
  }

  /**
   * @param state {@link BrokerOffsets.Topic#EXISTS} if {@code cluster} decides
   * @param clusters the names of those that are left
   */
  private record Choice(Topic state, @Nullable ClusterOffsets cluster, List<String> clusters) {}

  OffsetsByTopic(List<Candidate> candidates) {
    this.candidates = List.copyOf(candidates);
  }

  @Override
  public Topic topic(String topic, Instant now) {
    Choice choice = choice(topic);
    return choice.cluster() == null ? choice.state() : choice.cluster().topic(topic, now);
  }

  @Override
  public @Nullable String undetermined(String topic) {
    Choice choice = choice(topic);
    return switch (choice.state()) {
      case AMBIGUOUS ->
          "topic "
              + topic
              + " exists in "
              + String.join(" and ", choice.clusters())
              + ", and the driver does not report which one it reads; set queries[].kafka";
      case UNREACHABLE ->
          "topic "
              + topic
              + " may be in "
              + String.join(" or ", choice.clusters())
              + ", which cannot be polled, and the driver does not report which cluster it reads;"
              + " set queries[].kafka";
      default -> null;
    };
  }

  /** True if a topic is looked up in a cluster. */
  boolean mayHave(String cluster, String topic) {
    return candidates.stream()
        .anyMatch(c -> c.offsets().cluster().equals(cluster) && c.topics().test(topic));
  }

  /** True if end offsets of the other isolation level are looked up in a cluster. */
  boolean needsOtherIsolationOf(String cluster) {
    return candidates.stream()
        .anyMatch(c -> c.offsets().cluster().equals(cluster) && c.offsets().isOfOtherIsolation(""));
  }

  /** The clusters that may have a topic, if it is not decided which. */
  List<String> clusters(String topic) {
    return choice(topic).cluster() == null ? choice(topic).clusters() : List.of();
  }

  @Override
  public @Nullable String clusterOf(String topic) {
    return of(topic).clusterOf(topic);
  }

  @Override
  public boolean isOfOtherIsolation(String topic) {
    return of(topic).isOfOtherIsolation(topic);
  }

  @Override
  public boolean isOvertakenBy(TopicPartition partition, long position) {
    return of(partition.topic()).isOvertakenBy(partition, position);
  }

  @Override
  public @Nullable Double arrivalPerSecond(String topic, Duration window) {
    return of(topic).arrivalPerSecond(topic, window);
  }

  @Override
  public Set<String> topicsMatching(String pattern) {
    var matching = new HashSet<String>();
    for (Candidate candidate : candidates) {
      for (String topic : candidate.offsets().topicsMatching(pattern)) {
        if (candidate.topics().test(topic)) {
          matching.add(topic);
        }
      }
    }
    return matching;
  }

  @Override
  public boolean hasListedTopics(Instant now) {
    return !candidates.isEmpty()
        && candidates.stream().allMatch(candidate -> candidate.offsets().hasListedTopics(now));
  }

  @Override
  public Set<TopicPartition> partitions(String topic) {
    return of(topic).partitions(topic);
  }

  @Override
  public @Nullable PartitionOffsets offsets(TopicPartition partition, Instant now) {
    return of(partition.topic()).offsets(partition, now);
  }

  @Override
  public boolean hasFailedPollSinceLastAnswer(TopicPartition partition) {
    return of(partition.topic()).hasFailedPollSinceLastAnswer(partition);
  }

  @Override
  public @Nullable Long endAt(TopicPartition partition, Instant at) {
    return of(partition.topic()).endAt(partition, at);
  }

  @Override
  public @Nullable TimeLag behind(TopicPartition partition, long position, Instant now) {
    return of(partition.topic()).behind(partition, position, now);
  }

  /** The cluster that a topic is looked up in; one without offsets while that is not decided. */
  private BrokerOffsets of(String topic) {
    ClusterOffsets cluster = choice(topic).cluster();
    return cluster == null ? NoBrokerOffsets.NONE : cluster;
  }

  private Choice choice(String topic) {
    return choices.computeIfAbsent(topic, this::choose);
  }

  /** The last answers count however old they are: a cluster that is down keeps its topics. */
  private Choice choose(String topic) {
    List<ClusterOffsets> possible =
        candidates.stream().filter(c -> c.mayHave(topic)).map(Candidate::offsets).toList();
    if (possible.isEmpty()) {
      return new Choice(Topic.UNWATCHED, null, List.of());
    }
    if (possible.size() == 1) {
      return new Choice(Topic.EXISTS, possible.get(0), List.of());
    }
    List<ClusterOffsets> having = with(possible, topic, ClusterOffsets.LastAnswer.EXISTS);
    if (having.size() > 1) {
      return new Choice(Topic.AMBIGUOUS, null, names(having));
    }
    List<ClusterOffsets> failed = with(possible, topic, ClusterOffsets.LastAnswer.FAILED);
    if (!failed.isEmpty()) {
      return new Choice(Topic.UNREACHABLE, null, names(failed));
    }
    if (!with(possible, topic, ClusterOffsets.LastAnswer.NONE).isEmpty()) {
      return new Choice(Topic.UNANSWERED, null, List.of());
    }
    return new Choice(Topic.EXISTS, having.isEmpty() ? possible.get(0) : having.get(0), List.of());
  }

  private static List<ClusterOffsets> with(
      List<ClusterOffsets> clusters, String topic, ClusterOffsets.LastAnswer answer) {
    return clusters.stream().filter(cluster -> cluster.lastAnswer(topic) == answer).toList();
  }

  private static List<String> names(List<ClusterOffsets> clusters) {
    return clusters.stream().map(ClusterOffsets::cluster).toList();
  }
}
