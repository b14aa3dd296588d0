package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the polls brought, put together: per partition the newest end and earliest offset and the
 * history of ends. An end is served while its poll is younger than three poll intervals and the
 * last poll did not leave the partition unanswered; after that it is unknown. Not thread-safe.
 */
public final class BrokerView implements BrokerOffsets {
  private static final int INTERVALS_KEPT = 3;

  private final Predicate<String> watched;
  private final Function<String, Duration> pollInterval;
  private final Map<String, TopicOffsets> topics = new HashMap<>();
  private final Map<String, TopicPattern> patterns = new HashMap<>();
  private final Map<String, Instant> answeredClusters = new HashMap<>();

  private static final class TopicOffsets {
    String cluster = "";
    boolean gone;
    Instant answeredAt = Instant.EPOCH;
    final Map<Integer, PartitionHistory> partitions = new HashMap<>();
  }

  private static final class PartitionHistory {
    @Nullable PartitionOffsets latest;
    boolean unanswered;
    boolean hasFailedPollSinceLastAnswer;
    OffsetHistory history = new OffsetHistory();
  }

  /**
   * @param watched whether some configured cluster is asked for a topic
   * @param pollInterval of a cluster, by its name
   */
  public BrokerView(Predicate<String> watched, Function<String, Duration> pollInterval) {
    this.watched = watched;
    this.pollInterval = pollInterval;
  }

  /** Takes a poll that was answered at {@code at}. */
  public void apply(ClusterPoll poll, Instant at) {
    answeredClusters.put(poll.cluster(), at);
    Map<String, Set<Integer>> existing = new HashMap<>();
    poll.offsets().keySet().forEach(p -> existingIn(existing, p));
    poll.unanswered().keySet().forEach(p -> existingIn(existing, p));
    existing.forEach(
        (topic, partitions) -> {
          TopicOffsets known = topics.computeIfAbsent(topic, t -> new TopicOffsets());
          known.cluster = poll.cluster();
          known.gone = false;
          known.answeredAt = at;
          known.partitions.keySet().retainAll(partitions);
        });
    poll.offsets().forEach((partition, offsets) -> answered(partition, offsets, at));
    poll.unanswered().keySet().forEach(partition -> partitionHistory(partition).unanswered = true);
    for (String topic : poll.failedTopics().keySet()) {
      TopicOffsets known = topics.get(topic);
      if (known != null) {
        known.partitions.values().forEach(p -> p.unanswered = true);
      }
    }
    for (String topic : poll.goneTopics()) {
      TopicOffsets known = topics.computeIfAbsent(topic, t -> new TopicOffsets());
      known.cluster = poll.cluster();
      known.gone = true;
      known.answeredAt = at;
      known.partitions.clear();
    }
  }

  /** Takes that a poll of a cluster failed: its ends stand for a while, but may have moved on. */
  public void pollFailed(String cluster) {
    topics.values().stream()
        .filter(topic -> topic.cluster.equals(cluster))
        .flatMap(topic -> topic.partitions.values().stream())
        .forEach(known -> known.hasFailedPollSinceLastAnswer = true);
  }

  /** Forgets every topic that no query reads any more. */
  public void retain(TopicInterest interest) {
    patterns.keySet().retainAll(interest.patterns());
    Set<String> used = new HashSet<>(interest.topics());
    interest.patterns().forEach(pattern -> used.addAll(topicsMatching(pattern)));
    topics.keySet().retainAll(used);
  }

  /** The clusters whose last ends lie behind one of these positions. */
  public Set<String> overtaken(List<SourcePosition> positions) {
    Set<String> clusters = new HashSet<>();
    for (SourcePosition source : positions) {
      if (source.position() == null) {
        continue;
      }
      for (Map.Entry<TopicPartition, Long> position : source.position().entrySet()) {
        TopicOffsets topic = topics.get(position.getKey().topic());
        PartitionHistory known =
            topic == null ? null : topic.partitions.get(position.getKey().partition());
        if (topic != null
            && known != null
            && known.latest != null
            && position.getValue() > known.latest.end()) {
          clusters.add(topic.cluster);
        }
      }
    }
    return clusters;
  }

  /** Records a second that arrive in a topic over about {@code window}; null while unknown. */
  public @Nullable Double arrivalPerSecond(String topic, Duration window) {
    TopicOffsets known = topics.get(topic);
    if (known == null || known.partitions.isEmpty()) {
      return null;
    }
    double sum = 0;
    for (PartitionHistory partition : known.partitions.values()) {
      Double rate = partition.history.ratePerSecond(window);
      if (rate == null) {
        return null;
      }
      sum += rate;
    }
    return sum;
  }

  @Override
  public Topic topic(String topic, Instant now) {
    TopicOffsets known = topics.get(topic);
    if (known == null) {
      return watched.test(topic) ? Topic.UNANSWERED : Topic.UNWATCHED;
    }
    if (!fresh(known.cluster, known.answeredAt, now)) {
      return Topic.UNANSWERED;
    }
    return known.gone ? Topic.GONE : Topic.EXISTS;
  }

  @Override
  public Set<String> topicsMatching(String pattern) {
    TopicPattern compiled = patterns.computeIfAbsent(pattern, TopicPattern::of);
    return topics.entrySet().stream()
        .filter(t -> !t.getValue().gone && compiled.matches(t.getKey()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Override
  public boolean hasListedTopics(Instant now) {
    return answeredClusters.entrySet().stream()
        .anyMatch(cluster -> fresh(cluster.getKey(), cluster.getValue(), now));
  }

  @Override
  public Set<TopicPartition> partitions(String topic) {
    TopicOffsets known = topics.get(topic);
    return known == null
        ? Set.of()
        : known.partitions.keySet().stream()
            .map(p -> new TopicPartition(topic, p))
            .collect(Collectors.toSet());
  }

  @Override
  public @Nullable PartitionOffsets offsets(TopicPartition partition, Instant now) {
    TopicOffsets topic = topics.get(partition.topic());
    PartitionHistory known = topic == null ? null : topic.partitions.get(partition.partition());
    return topic == null
            || known == null
            || known.unanswered
            || known.latest == null
            || !fresh(topic.cluster, known.latest.polledAt(), now)
        ? null
        : known.latest;
  }

  @Override
  public boolean hasFailedPollSinceLastAnswer(TopicPartition partition) {
    PartitionHistory known = find(partition);
    return known != null && known.hasFailedPollSinceLastAnswer;
  }

  @Override
  public @Nullable Long endAt(TopicPartition partition, Instant at) {
    PartitionHistory known = find(partition);
    return known == null ? null : known.history.endAt(at);
  }

  @Override
  public @Nullable TimeLag behind(TopicPartition partition, long position, Instant now) {
    PartitionHistory known = find(partition);
    return known == null ? null : known.history.behind(position, now);
  }

  /** Everything, for the state file. */
  public List<SavedPartition> saved() {
    var states = new ArrayList<SavedPartition>();
    topics.forEach(
        (topic, known) ->
            known.partitions.forEach(
                (number, p) ->
                    states.add(
                        new SavedPartition(
                            known.cluster,
                            topic,
                            number,
                            p.latest == null ? null : p.latest.end(),
                            p.latest == null ? null : p.latest.earliest(),
                            p.latest == null ? null : p.latest.polledAt(),
                            p.history.saved()))));
    return states;
  }

  /** Takes what {@link #saved()} gave. */
  public void restore(List<SavedPartition> states) {
    for (SavedPartition state : states) {
      TopicOffsets topic = topics.computeIfAbsent(state.topic(), t -> new TopicOffsets());
      topic.cluster = state.cluster();
      PartitionHistory known = new PartitionHistory();
      known.history = new OffsetHistory(state.history());
      if (state.end() != null && state.polledAt() != null) {
        known.latest = new PartitionOffsets(state.end(), state.earliest(), state.polledAt());
        if (state.polledAt().isAfter(topic.answeredAt)) {
          topic.answeredAt = state.polledAt();
        }
      }
      topic.partitions.put(state.partition(), known);
    }
  }

  private void answered(TopicPartition partition, ClusterPoll.Offsets offsets, Instant at) {
    PartitionHistory known = partitionHistory(partition);
    PartitionOffsets before = known.latest;
    Long earliest = offsets.earliest();
    if (earliest == null && before != null && offsets.end() >= before.end()) {
      earliest = before.earliest(); // the same log: where it began is still true
    }
    known.unanswered = false;
    known.hasFailedPollSinceLastAnswer = false;
    known.latest = new PartitionOffsets(offsets.end(), earliest, at);
    known.history.add(at, offsets.end());
  }

  private PartitionHistory partitionHistory(TopicPartition partition) {
    return topics
        .computeIfAbsent(partition.topic(), t -> new TopicOffsets())
        .partitions
        .computeIfAbsent(partition.partition(), p -> new PartitionHistory());
  }

  private @Nullable PartitionHistory find(TopicPartition partition) {
    TopicOffsets topic = topics.get(partition.topic());
    return topic == null ? null : topic.partitions.get(partition.partition());
  }

  private boolean fresh(String cluster, Instant polledAt, Instant now) {
    Duration kept = pollInterval.apply(cluster).multipliedBy(INTERVALS_KEPT);
    return !polledAt.plus(kept).isBefore(now);
  }

  private static void existingIn(Map<String, Set<Integer>> existing, TopicPartition partition) {
    existing.computeIfAbsent(partition.topic(), t -> new HashSet<>()).add(partition.partition());
  }
}
