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
  private final Map<String, TopicLog> topics = new HashMap<>();
  private final Map<String, TopicPattern> patterns = new HashMap<>();

  private static final class TopicLog {
    String cluster = "";
    boolean gone;
    Instant answeredAt = Instant.EPOCH;
    final Map<Integer, PartitionLog> partitions = new HashMap<>();
  }

  private static final class PartitionLog {
    @Nullable Log log;
    boolean unanswered;
    boolean askedInVain;
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
    Map<String, Set<Integer>> existing = new HashMap<>();
    poll.offsets().keySet().forEach(p -> existingIn(existing, p));
    poll.unanswered().keySet().forEach(p -> existingIn(existing, p));
    existing.forEach(
        (topic, partitions) -> {
          TopicLog log = topics.computeIfAbsent(topic, t -> new TopicLog());
          log.cluster = poll.cluster();
          log.gone = false;
          log.answeredAt = at;
          log.partitions.keySet().retainAll(partitions);
        });
    poll.offsets().forEach((partition, offsets) -> answered(partition, offsets, at));
    poll.unanswered().keySet().forEach(partition -> partitionLog(partition).unanswered = true);
    for (String topic : poll.failedTopics().keySet()) {
      TopicLog log = topics.get(topic);
      if (log != null) {
        log.partitions.values().forEach(p -> p.unanswered = true);
      }
    }
    for (String topic : poll.goneTopics()) {
      TopicLog log = topics.computeIfAbsent(topic, t -> new TopicLog());
      log.cluster = poll.cluster();
      log.gone = true;
      log.answeredAt = at;
      log.partitions.clear();
    }
  }

  /** Takes that a poll of a cluster failed: its ends stand for a while, but may have moved on. */
  public void pollFailed(String cluster) {
    topics.values().stream()
        .filter(topic -> topic.cluster.equals(cluster))
        .flatMap(topic -> topic.partitions.values().stream())
        .forEach(log -> log.askedInVain = true);
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
        TopicLog topic = topics.get(position.getKey().topic());
        PartitionLog log =
            topic == null ? null : topic.partitions.get(position.getKey().partition());
        if (topic != null
            && log != null
            && log.log != null
            && position.getValue() > log.log.end()) {
          clusters.add(topic.cluster);
        }
      }
    }
    return clusters;
  }

  /** Records a second that arrive in a topic over about {@code window}; null while unknown. */
  public @Nullable Double arrivalPerSecond(String topic, Duration window) {
    TopicLog log = topics.get(topic);
    if (log == null || log.partitions.isEmpty()) {
      return null;
    }
    double sum = 0;
    for (PartitionLog partition : log.partitions.values()) {
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
    TopicLog log = topics.get(topic);
    if (log == null) {
      return watched.test(topic) ? Topic.UNANSWERED : Topic.UNWATCHED;
    }
    if (!fresh(log.cluster, log.answeredAt, now)) {
      return Topic.UNANSWERED;
    }
    return log.gone ? Topic.GONE : Topic.EXISTS;
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
  public Set<TopicPartition> partitions(String topic) {
    TopicLog log = topics.get(topic);
    return log == null
        ? Set.of()
        : log.partitions.keySet().stream()
            .map(p -> new TopicPartition(topic, p))
            .collect(Collectors.toSet());
  }

  @Override
  public @Nullable Log log(TopicPartition partition, Instant now) {
    TopicLog topic = topics.get(partition.topic());
    PartitionLog log = topic == null ? null : topic.partitions.get(partition.partition());
    return topic == null
            || log == null
            || log.unanswered
            || log.log == null
            || !fresh(topic.cluster, log.log.polledAt(), now)
        ? null
        : log.log;
  }

  @Override
  public boolean askedInVain(TopicPartition partition) {
    PartitionLog log = find(partition);
    return log != null && log.askedInVain;
  }

  @Override
  public @Nullable Long endAt(TopicPartition partition, Instant at) {
    PartitionLog log = find(partition);
    return log == null ? null : log.history.endAt(at);
  }

  @Override
  public @Nullable TimeLag behind(TopicPartition partition, long position, Instant now) {
    PartitionLog log = find(partition);
    return log == null ? null : log.history.behind(position, now);
  }

  /** Everything, for the state file. */
  public List<SavedPartition> saved() {
    var states = new ArrayList<SavedPartition>();
    topics.forEach(
        (topic, log) ->
            log.partitions.forEach(
                (number, p) ->
                    states.add(
                        new SavedPartition(
                            log.cluster,
                            topic,
                            number,
                            p.log == null ? null : p.log.end(),
                            p.log == null ? null : p.log.earliest(),
                            p.log == null ? null : p.log.polledAt(),
                            p.history.saved()))));
    return states;
  }

  /** Takes what {@link #saved()} gave. */
  public void restore(List<SavedPartition> states) {
    for (SavedPartition state : states) {
      TopicLog topic = topics.computeIfAbsent(state.topic(), t -> new TopicLog());
      topic.cluster = state.cluster();
      PartitionLog log = new PartitionLog();
      log.history = new OffsetHistory(state.history());
      if (state.end() != null && state.polledAt() != null) {
        log.log = new Log(state.end(), state.earliest(), state.polledAt());
        if (state.polledAt().isAfter(topic.answeredAt)) {
          topic.answeredAt = state.polledAt();
        }
      }
      topic.partitions.put(state.partition(), log);
    }
  }

  private void answered(TopicPartition partition, ClusterPoll.Offsets offsets, Instant at) {
    PartitionLog log = partitionLog(partition);
    Log before = log.log;
    Long earliest = offsets.earliest();
    if (earliest == null && before != null && offsets.end() >= before.end()) {
      earliest = before.earliest(); // the same log: where it began is still true
    }
    log.unanswered = false;
    log.askedInVain = false;
    log.log = new Log(offsets.end(), earliest, at);
    log.history.add(at, offsets.end());
  }

  private PartitionLog partitionLog(TopicPartition partition) {
    return topics
        .computeIfAbsent(partition.topic(), t -> new TopicLog())
        .partitions
        .computeIfAbsent(partition.partition(), p -> new PartitionLog());
  }

  private @Nullable PartitionLog find(TopicPartition partition) {
    TopicLog topic = topics.get(partition.topic());
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
