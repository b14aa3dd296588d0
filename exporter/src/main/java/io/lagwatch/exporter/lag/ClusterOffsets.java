package io.lagwatch.exporter.lag;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the polls of one cluster: for each partition the latest end and earliest offset
 * and the history of end offsets. An end offset is returned while its poll is younger than three
 * poll intervals and the last poll reported the partition; after that it is unknown. Not
 * thread-safe.
 */
public final class ClusterOffsets implements BrokerOffsets {
  private static final int INTERVALS_KEPT = 3;

  private final String cluster;
  private final Supplier<Duration> pollInterval;
  private final boolean isOfOtherIsolation;
  private @Nullable ClusterOffsets other;
  private final Map<String, TopicOffsets> topics = new HashMap<>();
  private final Map<String, TopicPattern> patterns = new HashMap<>();
  private @Nullable Instant answeredAt;
  private boolean hasFailedPollSinceAnswer;
  private Set<String> failedTopics = Set.of();

  /** What the last answered poll reported of a topic. */
  enum LastAnswer {
    EXISTS,
    GONE,
    /** No poll has asked for it yet. */
    NONE,
    /** The last poll has no answer for it, or failed as a whole. */
    FAILED
  }

  private static final class TopicOffsets {
    boolean gone;
    Instant answeredAt = Instant.EPOCH;
    @Nullable String topicId;
    final Map<Integer, PartitionHistory> partitions = new HashMap<>();
  }

  private static final class PartitionHistory {
    @Nullable PartitionOffsets latest;
    boolean unanswered;
    boolean hasFailedPollSinceLastAnswer;
    OffsetHistory history = new OffsetHistory();
  }

  /**
   * @param cluster its name
   * @param pollInterval time between two polls of it
   */
  public ClusterOffsets(String cluster, Supplier<Duration> pollInterval) {
    this(cluster, pollInterval, false);
  }

  private ClusterOffsets(
      String cluster, Supplier<Duration> pollInterval, boolean isOfOtherIsolation) {
    this.cluster = cluster;
    this.pollInterval = pollInterval;
    this.isOfOtherIsolation = isOfOtherIsolation;
  }

  /**
   * The same with the end offsets of the other isolation level. They are known from the next poll
   * on that asks for them. The state file does not hold them, because few queries need them.
   */
  ClusterOffsets otherIsolation() {
    ClusterOffsets known = other;
    if (known == null) {
      known = new ClusterOffsets(cluster, pollInterval, true);
      other = known;
    }
    return known;
  }

  /** Stores the answers of a poll that arrived at {@code at}. */
  public void apply(ClusterPoll poll, Instant at) {
    if (other != null) {
      other.apply(poll.ofOtherIsolation(), at);
    }
    answeredAt = at;
    hasFailedPollSinceAnswer = false;
    failedTopics = poll.failedTopics().keySet();
    Map<String, Set<Integer>> existing = new HashMap<>();
    poll.offsets().keySet().forEach(p -> existingIn(existing, p));
    poll.unanswered().keySet().forEach(p -> existingIn(existing, p));
    existing.forEach(
        (topic, partitions) -> {
          TopicOffsets known = topics.computeIfAbsent(topic, t -> new TopicOffsets());
          known.gone = false;
          known.answeredAt = at;
          known.partitions.keySet().retainAll(partitions);
          identified(known, poll.topicIds().get(topic));
        });
    poll.offsets().forEach((partition, offsets) -> answered(partition, offsets, at));
    poll.unanswered().keySet().forEach(partition -> partitionHistory(partition).unanswered = true);
    for (String topic : failedTopics) {
      TopicOffsets known = topics.get(topic);
      if (known != null) {
        known.partitions.values().forEach(p -> p.unanswered = true);
      }
    }
    for (String topic : poll.goneTopics()) {
      TopicOffsets known = topics.computeIfAbsent(topic, t -> new TopicOffsets());
      known.gone = true;
      known.answeredAt = at;
      known.partitions.clear();
    }
  }

  /**
   * Stores that a poll failed: the end offsets stay for three poll intervals, but may have changed.
   */
  public void pollFailed() {
    if (other != null) {
      other.pollFailed();
    }
    hasFailedPollSinceAnswer = true;
    topics.values().stream()
        .flatMap(topic -> topic.partitions.values().stream())
        .forEach(known -> known.hasFailedPollSinceLastAnswer = true);
  }

  /** Removes every topic that no query reads any more. */
  public void retain(TopicInterest interest) {
    TopicInterest ofOther = interest.otherIsolation();
    if (ofOther == null) {
      other = null;
    } else if (other != null) {
      other.retain(ofOther);
    }
    var all = new HashSet<>(interest.patterns());
    all.addAll(interest.patternsOfAnyCluster());
    patterns.keySet().retainAll(all);
    Set<String> used = new HashSet<>(interest.topics());
    all.forEach(pattern -> used.addAll(topicsMatching(pattern)));
    topics.keySet().retainAll(used);
  }

  @Override
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
    if (known == null || !isFresh(known.answeredAt, now)) {
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
    return answeredAt != null && isFresh(answeredAt, now);
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
    PartitionHistory known = find(partition);
    return known == null
            || known.unanswered
            || known.latest == null
            || !isFresh(known.latest.polledAt(), now)
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

  @Override
  public String clusterOf(String topic) {
    return cluster;
  }

  @Override
  public boolean isOfOtherIsolation(String topic) {
    return isOfOtherIsolation;
  }

  String cluster() {
    return cluster;
  }

  /** What the last answered poll reported of a topic, however long ago that was. */
  LastAnswer lastAnswer(String topic) {
    TopicOffsets known = topics.get(topic);
    if (known != null) {
      return known.gone ? LastAnswer.GONE : LastAnswer.EXISTS;
    }
    return hasFailedPollSinceAnswer || failedTopics.contains(topic)
        ? LastAnswer.FAILED
        : LastAnswer.NONE;
  }

  @Override
  public boolean isOvertakenBy(TopicPartition partition, long position) {
    PartitionHistory known = find(partition);
    return known != null && known.latest != null && position > known.latest.end();
  }

  List<SavedPartition> saved() {
    var states = new ArrayList<SavedPartition>();
    topics.forEach(
        (topic, known) ->
            known.partitions.forEach(
                (number, p) ->
                    states.add(
                        new SavedPartition(
                            cluster,
                            topic,
                            number,
                            p.latest == null ? null : p.latest.end(),
                            p.latest == null ? null : p.latest.earliest(),
                            p.latest == null ? null : p.latest.polledAt(),
                            p.history.saved(),
                            known.topicId))));
    return states;
  }

  void restore(SavedPartition state) {
    TopicOffsets topic = topics.computeIfAbsent(state.topic(), t -> new TopicOffsets());
    topic.topicId = state.topicId();
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

  /** The offsets of a deleted topic are not valid for a new topic with the same name. */
  private static void identified(TopicOffsets topic, @Nullable String topicId) {
    if (topicId == null) {
      return;
    }
    if (topic.topicId != null && !topic.topicId.equals(topicId)) {
      topic.partitions.clear();
    }
    topic.topicId = topicId;
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

  private boolean isFresh(Instant polledAt, Instant now) {
    return !polledAt.plus(pollInterval.get().multipliedBy(INTERVALS_KEPT)).isBefore(now);
  }

  private static void existingIn(Map<String, Set<Integer>> existing, TopicPartition partition) {
    existing.computeIfAbsent(partition.topic(), t -> new HashSet<>()).add(partition.partition());
  }
}
