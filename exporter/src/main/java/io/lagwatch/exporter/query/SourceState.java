package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.BeyondEnd;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ReportedBrokers;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.SourcePosition;
import io.lagwatch.exporter.lag.SourceRoute;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One source over all runs of a query: its position, how far it has advanced and when it last had
 * input. Not thread-safe.
 */
final class SourceState {
  /** Number of consecutive polls that must find a position beyond the end offset. */
  private static final int POLLS_BEYOND_END = 2;

  /**
   * Maximum number of topics with a separate counter that are no longer read. Topics with a date in
   * their name are added every day.
   */
  static final int MAX_PAST_TOPICS = 20;

  /**
   * Key for the sum of all further topics that are no longer read. It is not a valid topic name.
   */
  static final String OTHER_TOPICS = "(other)";

  private final int index;
  private String description = "";
  private boolean kafka;
  private @Nullable Map<TopicPartition, Long> position;
  private UnknownPositions unknownPositions = UnknownPositions.NONE;

  /** Partitions of {@link #position} that the last progress did not contain. */
  private Set<TopicPartition> notInLastProgress = Set.of();

  /** True if the query has read beyond {@link #position} and the new position is unknown. */
  private boolean positionIsLost;

  /** True if the last progress contains neither a position nor the number of rows. */
  private boolean inputIsUnknown;

  private @Nullable Map<TopicPartition, Long> latestAtPlanning;
  private Instant positionAt;
  private @Nullable Instant lastInputAt;
  private final Instant watchedSince;
  private final TreeMap<String, Long> consumedByTopic;
  private final Map<TopicPartition, Integer> pollsBeyondEnd = new HashMap<>();
  private final TopicLogs logs;

  /** Null while the driver has not reported them. */
  private @Nullable ReportedBrokers brokers;

  SourceState(int index, Instant watchedSince) {
    this.index = index;
    this.watchedSince = watchedSince;
    this.positionAt = watchedSince;
    this.consumedByTopic = new TreeMap<>();
    this.logs = new TopicLogs(Map.of());
  }

  SourceState(SavedSource saved) {
    index = saved.index();
    description = saved.description();
    kafka = saved.kafka();
    position = saved.position().offsets();
    latestAtPlanning = saved.position().latestAtPlanning();
    pollsBeyondEnd.putAll(saved.position().pollsBeyondEnd());
    positionAt = saved.position().changedAt();
    lastInputAt = saved.input().lastInputAt();
    watchedSince = saved.input().watchedSince();
    consumedByTopic = new TreeMap<>(saved.input().consumedByTopic());
    logs = new TopicLogs(saved.position().topicIds());
    brokers = saved.brokers();
  }

  /** When Spark planned a batch and when the batch ended. */
  record BatchTimes(Instant plannedAt, Instant endedAt) {}

  SourceState(SourceState other) {
    index = other.index;
    description = other.description;
    kafka = other.kafka;
    position = other.position;
    unknownPositions = other.unknownPositions;
    positionIsLost = other.positionIsLost;
    inputIsUnknown = other.inputIsUnknown;
    notInLastProgress = other.notInLastProgress;
    latestAtPlanning = other.latestAtPlanning;
    positionAt = other.positionAt;
    lastInputAt = other.lastInputAt;
    watchedSince = other.watchedSince;
    consumedByTopic = new TreeMap<>(other.consumedByTopic);
    pollsBeyondEnd.putAll(other.pollsBeyondEnd);
    logs = new TopicLogs(other.logs);
    brokers = other.brokers;
  }

  /**
   * Applies a progress that was not applied before.
   *
   * @param batch when its batch was planned and ended
   * @param batchRan true if the batch had rows; used for a source without a position
   */
  void progressed(Progress.Source source, BatchTimes batch, Instant receivedAt, boolean batchRan) {
    if (source.isUnreadable()) {
      kafka |= description.isEmpty();
      positionLost();
      return;
    }
    Instant endedAt = batch.endedAt();
    boolean sameSubscription = description.equals(source.description());
    boolean sameSource = description.isEmpty() || kafka == source.kafka();
    description = source.description();
    kafka = source.kafka();
    latestAtPlanning = source.latest();
    Map<TopicPartition, Long> before =
        source.start() == null ? (sameSource ? position : null) : merged(source.start());
    inputIsUnknown = source.end() == null && source.numInputRows() == null;
    if (source.end() == null) {
      positionIsLost |= kafka && batchRan;
      if (source.hasInputRows() && batchRan) {
        lastInputAt = endedAt;
      }
      return;
    }
    Map<TopicPartition, Long> end = sameSubscription ? withKnown(source.end()) : source.end();
    boolean advanced =
        before != null
            && end.entrySet().stream()
                .anyMatch(p -> p.getValue() > before.getOrDefault(p.getKey(), Long.MAX_VALUE));
    boolean newPartitions = before == null || !before.keySet().containsAll(end.keySet());
    boolean moved = advanced || (newPartitions && source.hasInputRows());
    if (moved) {
      lastInputAt = endedAt;
    }
    if (before != null) {
      end.forEach((partition, offset) -> countConsumed(partition, before.get(partition), offset));
    }
    if (!end.equals(position)) {
      positionAt = receivedAt;
      pollsBeyondEnd.keySet().retainAll(end.keySet());
      end.forEach(
          (partition, offset) -> {
            if (position == null || !offset.equals(position.get(partition))) {
              pollsBeyondEnd.remove(partition);
            }
          });
    }
    position = end;
    if (batchRan) {
      logs.batchEnded(batch.plannedAt(), source.end().keySet());
    }
    unknownPositions = source.unknownPositions();
    positionIsLost = false;
    notInLastProgress = new HashSet<>(end.keySet());
    notInLastProgress.removeAll(source.end().keySet());
    notInLastProgress.removeAll(unknownPositions.partitions());
    sumUpPastTopics();
  }

  /**
   * Takes the brokers that the driver reports. The offsets of another cluster are those of other
   * logs.
   */
  void brokersReported(ReportedBrokers reported) {
    if (brokers != null && !brokers.mayBeSameCluster(reported)) {
      logs.clear();
      pollsBeyondEnd.clear();
    }
    brokers = reported;
  }

  /** Takes that the query has read on without a progress, so that the position is not known. */
  void positionLost() {
    positionIsLost |= kafka;
    inputIsUnknown = true;
  }

  /** Returns true if it is unknown whether the last batch read input from the source. */
  boolean isInputUnknown() {
    return inputIsUnknown;
  }

  /**
   * Applies the driver's time of the last input. Only used if the positions do not show it: for
   * other sources, and for a Kafka source with an unknown position.
   */
  void inputReported(Instant at) {
    if ((!kafka || positionIsLost) && (lastInputAt == null || at.isAfter(lastInputAt))) {
      lastInputAt = at;
    }
  }

  /**
   * Compares the position with a poll that started at {@code pollStart}, if the position is not
   * newer.
   *
   * @param reads whether the source reads a topic in the cluster of the poll
   * @param endOf the end offset of a partition of a topic at the isolation level of the source;
   *     null if the poll does not report it
   * @return true if a position is beyond the end offset, so that another poll is useful
   */
  boolean polled(
      ClusterPoll poll,
      Instant pollStart,
      Predicate<String> reads,
      BiFunction<String, ClusterPoll.Offsets, @Nullable Long> endOf) {
    if (position == null) {
      return false;
    }
    Set<String> topics =
        position.keySet().stream()
            .map(TopicPartition::topic)
            .filter(reads)
            .collect(Collectors.toSet());
    logs.polled(poll, topics, pollStart);
    forgetGone(poll, reads);
    if (positionAt.isAfter(pollStart)) {
      return false;
    }
    boolean beyond = false;
    for (Map.Entry<TopicPartition, Long> entry : position.entrySet()) {
      ClusterPoll.Offsets offsets = poll.offsets().get(entry.getKey());
      String topic = entry.getKey().topic();
      if (offsets == null || !topics.contains(topic)) {
        continue;
      }
      Long end = endOf.apply(topic, offsets);
      if (end == null) {
        continue;
      }
      if (entry.getValue() > end) {
        pollsBeyondEnd.merge(entry.getKey(), 1, Integer::sum);
        beyond = true;
      } else {
        pollsBeyondEnd.remove(entry.getKey());
      }
    }
    return beyond;
  }

  /** Forgets partitions that neither Spark mentions nor Kafka has, so that dated topics end. */
  private void forgetGone(ClusterPoll poll, Predicate<String> reads) {
    if (position == null || notInLastProgress.isEmpty()) {
      return;
    }
    Set<TopicPartition> gone =
        notInLastProgress.stream()
            .filter(partition -> poll.goneTopics().contains(partition.topic()))
            .filter(partition -> reads.test(partition.topic()))
            .collect(Collectors.toSet());
    if (!gone.isEmpty()) {
      position = new HashMap<>(position);
      position.keySet().removeAll(gone);
      notInLastProgress = new HashSet<>(notInLastProgress);
      notInLastProgress.removeAll(gone);
    }
  }

  /**
   * Returns the number of partitions after a progress is applied, including those that it does not
   * contain.
   */
  int partitionsAfter(Progress.Source source) {
    if (position == null || source.end() == null || !description.equals(source.description())) {
      return 0;
    }
    return withKnown(source.end()).size();
  }

  /** Returns the number of partitions, or the number of topics read so far if that is higher. */
  int partitions() {
    int known = position == null ? 0 : position.size();
    int latest = latestAtPlanning == null ? 0 : latestAtPlanning.size();
    return Math.max(Math.max(known, latest), consumedByTopic.size());
  }

  SourcePosition position() {
    if (positionIsLost) {
      Set<TopicPartition> known = position == null ? Set.of() : position.keySet();
      return new SourcePosition(
          index,
          kafka,
          description,
          null,
          latestAtPlanning,
          BeyondEnd.NONE,
          new UnknownPositions(known, known.isEmpty() ? 1 : 0),
          brokers);
    }
    Map<TopicPartition, Long> readable = position;
    if (position != null && !unknownPositions.partitions().isEmpty()) {
      readable = new HashMap<>(position);
      readable.keySet().removeAll(unknownPositions.partitions());
    }
    return new SourcePosition(
        index,
        kafka,
        description,
        readable,
        latestAtPlanning,
        beyondEnd(),
        unknownPositions,
        brokers);
  }

  private BeyondEnd beyondEnd() {
    var confirmed = new HashSet<TopicPartition>();
    pollsBeyondEnd.forEach(
        (partition, polls) -> {
          if (polls >= POLLS_BEYOND_END) {
            confirmed.add(partition);
          }
        });
    if (position != null) {
      position.keySet().stream().filter(p -> logs.isOther(p.topic())).forEach(confirmed::add);
    }
    return new BeyondEnd(pollsBeyondEnd.keySet(), confirmed);
  }

  /**
   * @param route which cluster it reads; null while nothing decides it
   */
  SourceFacts facts(@Nullable SourceRoute route) {
    return new SourceFacts(
        index,
        description,
        kafka,
        new TreeMap<>(consumedByTopic),
        lastInputAt,
        watchedSince,
        route);
  }

  SavedSource saved() {
    return new SavedSource(
        index,
        description,
        kafka,
        new SavedSource.SavedPosition(
            positionIsLost || !unknownPositions.equals(UnknownPositions.NONE) ? null : position,
            latestAtPlanning,
            new HashMap<>(pollsBeyondEnd),
            positionAt,
            logs.ids()),
        new SavedSource.SavedInput(lastInputAt, watchedSince, new TreeMap<>(consumedByTopic)),
        brokers);
  }

  /**
   * Returns the position before all batches since the last report: the known position, otherwise
   * the start of this batch.
   */
  private Map<TopicPartition, Long> merged(Map<TopicPartition, Long> start) {
    if (position == null) {
      return start;
    }
    var merged = new HashMap<>(start);
    merged.putAll(position);
    return merged;
  }

  /**
   * Adds the counters of excess past topics to {@link #OTHER_TOPICS}, in the order of their names.
   * For topics with a date that is the oldest first.
   */
  private void sumUpPastTopics() {
    int maxPartitions = position == null ? 0 : position.size() - notInLastProgress.size();
    if (consumedByTopic.size() <= maxPartitions && consumedByTopic.size() <= MAX_PAST_TOPICS) {
      return;
    }
    Set<String> current = new HashSet<>();
    if (position != null) {
      position.keySet().stream()
          .filter(partition -> !notInLastProgress.contains(partition))
          .forEach(partition -> current.add(partition.topic()));
    }
    var past = new ArrayList<>(consumedByTopic.keySet());
    past.removeAll(current);
    past.remove(OTHER_TOPICS);
    for (String topic : past.subList(0, Math.max(0, past.size() - MAX_PAST_TOPICS))) {
      Long records = consumedByTopic.remove(topic);
      if (records != null) {
        consumedByTopic.merge(OTHER_TOPICS, records, SaturatingMath::add);
      }
    }
  }

  /**
   * Returns the new position, with the known position of the partitions that it does not contain.
   * Spark has not read from those.
   */
  private Map<TopicPartition, Long> withKnown(Map<TopicPartition, Long> end) {
    if (position == null || end.keySet().containsAll(position.keySet())) {
      return end;
    }
    var result = new HashMap<>(position);
    result.putAll(end);
    return result;
  }

  private void countConsumed(TopicPartition partition, @Nullable Long from, long to) {
    if (from != null && to > from) {
      consumedByTopic.merge(partition.topic(), to - from, SaturatingMath::add);
    }
  }
}
