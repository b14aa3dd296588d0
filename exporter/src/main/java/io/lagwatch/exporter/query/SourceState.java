package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.SourcePosition;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One source over the life of a query: its position, how far it moved and when it last moved. Not
 * thread-safe.
 */
final class SourceState {
  /** Consecutive polls that must find a position beyond the end offset before it counts as that. */
  private static final int POLLS_BEYOND_END = 2;

  /** Topics that are no longer read and keep a counter of their own; dated topics come daily. */
  static final int MAX_PAST_TOPICS = 20;

  /** Stands for further past topics; Kafka allows no such name. */
  static final String OTHER_TOPICS = "(other)";

  private final int index;
  private String description = "";
  private boolean kafka;
  private @Nullable Map<TopicPartition, Long> position;
  private UnknownPositions unknownPositions = UnknownPositions.NONE;

  /** Partitions of {@link #position} that the last progress did not mention. */
  private Set<TopicPartition> notMentioned = Set.of();

  /** True if the position has moved since {@link #position}, and it is not known where to. */
  private boolean unreadable;

  private @Nullable Map<TopicPartition, Long> latestAtPlanning;
  private Instant positionAt;
  private @Nullable Instant lastInputAt;
  private final Instant watchedSince;
  private final TreeMap<String, Long> consumedByTopic;
  private final Map<TopicPartition, Integer> pollsBeyondEnd = new HashMap<>();

  SourceState(int index, Instant watchedSince) {
    this.index = index;
    this.watchedSince = watchedSince;
    this.positionAt = watchedSince;
    this.consumedByTopic = new TreeMap<>();
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
  }

  SourceState(SourceState other) {
    index = other.index;
    description = other.description;
    kafka = other.kafka;
    position = other.position;
    unknownPositions = other.unknownPositions;
    unreadable = other.unreadable;
    notMentioned = other.notMentioned;
    latestAtPlanning = other.latestAtPlanning;
    positionAt = other.positionAt;
    lastInputAt = other.lastInputAt;
    watchedSince = other.watchedSince;
    consumedByTopic = new TreeMap<>(other.consumedByTopic);
    pollsBeyondEnd.putAll(other.pollsBeyondEnd);
  }

  /**
   * Applies a progress that was not applied before.
   *
   * @param endedAt when its batch ended
   * @param rowsCame true if the batch had rows; used for a source without a position
   */
  void progressed(Progress.Source source, Instant endedAt, Instant receivedAt, boolean rowsCame) {
    boolean sameSubscription = description.equals(source.description());
    boolean sameSource = description.isEmpty() || kafka == source.kafka();
    description = source.description();
    kafka = source.kafka();
    latestAtPlanning = source.latest();
    Map<TopicPartition, Long> before =
        source.start() == null ? (sameSource ? position : null) : merged(source.start());
    if (source.end() == null) {
      unreadable |= kafka && rowsCame;
      if (source.hasInputRows() && rowsCame) {
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
      end.forEach((partition, offset) -> consumed(partition, before.get(partition), offset));
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
    unknownPositions = source.unknownPositions();
    unreadable = false;
    notMentioned = new HashSet<>(end.keySet());
    notMentioned.removeAll(source.end().keySet());
    notMentioned.removeAll(unknownPositions.partitions());
    sumUpPastTopics();
  }

  /** Takes that the query has read on without a progress, so that the position is not known. */
  void positionLost() {
    unreadable |= kafka;
  }

  /**
   * Applies the driver's time of the last input. For a Kafka source the positions show it, if they
   * are known; for another source the batch with input may not be the last one before a report.
   */
  void inputReported(Instant at) {
    if ((!kafka || unreadable) && (lastInputAt == null || at.isAfter(lastInputAt))) {
      lastInputAt = at;
    }
  }

  /**
   * Compares the position with a poll that began at {@code began}, unless the position is newer.
   *
   * @return true if a position is beyond the end offset, so that another poll is useful
   */
  boolean polled(ClusterPoll poll, Instant began) {
    forgetGone(poll);
    if (position == null || positionAt.isAfter(began)) {
      return false;
    }
    boolean beyond = false;
    for (Map.Entry<TopicPartition, Long> entry : position.entrySet()) {
      ClusterPoll.Offsets offsets = poll.offsets().get(entry.getKey());
      if (offsets == null) {
        continue;
      }
      if (entry.getValue() > offsets.end()) {
        pollsBeyondEnd.merge(entry.getKey(), 1, Integer::sum);
        beyond = true;
      } else {
        pollsBeyondEnd.remove(entry.getKey());
      }
    }
    return beyond;
  }

  /** Forgets partitions that neither Spark mentions nor Kafka has, so that dated topics end. */
  private void forgetGone(ClusterPoll poll) {
    if (position == null || notMentioned.isEmpty()) {
      return;
    }
    Set<TopicPartition> gone =
        notMentioned.stream()
            .filter(partition -> poll.goneTopics().contains(partition.topic()))
            .collect(Collectors.toSet());
    if (!gone.isEmpty()) {
      position = new HashMap<>(position);
      position.keySet().removeAll(gone);
      notMentioned = new HashSet<>(notMentioned);
      notMentioned.removeAll(gone);
    }
  }

  /** Number of partitions once a progress is applied, including those that it does not mention. */
  int partitionsAfter(Progress.Source source) {
    if (position == null || source.end() == null || !description.equals(source.description())) {
      return 0;
    }
    return withKnown(source.end()).size();
  }

  /** Number of partitions, or of topics when more of them were read over time. */
  int partitions() {
    int known = position == null ? 0 : position.size();
    int latest = latestAtPlanning == null ? 0 : latestAtPlanning.size();
    return Math.max(Math.max(known, latest), consumedByTopic.size());
  }

  SourcePosition position() {
    Set<TopicPartition> beyond =
        pollsBeyondEnd.entrySet().stream()
            .filter(p -> p.getValue() >= POLLS_BEYOND_END)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    if (unreadable) {
      Set<TopicPartition> known = position == null ? Set.of() : position.keySet();
      return new SourcePosition(
          index,
          kafka,
          description,
          null,
          latestAtPlanning,
          Set.of(),
          new UnknownPositions(known, known.isEmpty() ? 1 : 0));
    }
    Map<TopicPartition, Long> readable = position;
    if (position != null && !unknownPositions.partitions().isEmpty()) {
      readable = new HashMap<>(position);
      readable.keySet().removeAll(unknownPositions.partitions());
    }
    return new SourcePosition(
        index, kafka, description, readable, latestAtPlanning, beyond, unknownPositions);
  }

  SourceFacts facts() {
    return new SourceFacts(
        index, description, kafka, new TreeMap<>(consumedByTopic), lastInputAt, watchedSince);
  }

  SavedSource saved() {
    return new SavedSource(
        index,
        description,
        kafka,
        new SavedSource.SavedPosition(
            unreadable || !unknownPositions.equals(UnknownPositions.NONE) ? null : position,
            latestAtPlanning,
            new HashMap<>(pollsBeyondEnd),
            positionAt),
        new SavedSource.SavedInput(lastInputAt, watchedSince, new TreeMap<>(consumedByTopic)));
  }

  /**
   * The start of the batches since the last report: the known position, else the start of this
   * batch.
   */
  private Map<TopicPartition, Long> merged(Map<TopicPartition, Long> start) {
    if (position == null) {
      return start;
    }
    var merged = new HashMap<>(start);
    merged.putAll(position);
    return merged;
  }

  /** The first ones in the order of their names go first: of dated topics, the oldest. */
  private void sumUpPastTopics() {
    int maxPartitions = position == null ? 0 : position.size() - notMentioned.size();
    if (consumedByTopic.size() <= maxPartitions && consumedByTopic.size() <= MAX_PAST_TOPICS) {
      return;
    }
    Set<String> current = new HashSet<>();
    if (position != null) {
      position.keySet().stream()
          .filter(partition -> !notMentioned.contains(partition))
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
   * The new position, and the known one of partitions that it lacks: Spark has not read on in what
   * it does not mention.
   */
  private Map<TopicPartition, Long> withKnown(Map<TopicPartition, Long> end) {
    if (position == null || end.keySet().containsAll(position.keySet())) {
      return end;
    }
    var result = new HashMap<>(position);
    result.putAll(end);
    return result;
  }

  private void consumed(TopicPartition partition, @Nullable Long from, long to) {
    if (from != null && to > from) {
      consumedByTopic.merge(partition.topic(), to - from, SaturatingMath::add);
    }
  }
}
