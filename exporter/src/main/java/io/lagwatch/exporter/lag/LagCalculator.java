package io.lagwatch.exporter.lag;

import io.lagwatch.exporter.lag.BrokerOffsets.PartitionOffsets;
import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lag from positions and broker offsets. The position is the offset Spark reads next, the end the
 * offset the next record gets, so lag is their difference without any ±1; a position that is ahead
 * of a poll is not negative lag. Pure; thread-safe as far as the {@link BrokerOffsets} is.
 */
public final class LagCalculator {
  private static final Comparator<PartitionLag> ORDER =
      Comparator.comparingInt(PartitionLag::source).thenComparing(PartitionLag::partition);

  private LagCalculator() {}

  /** The lag of a query with these sources. */
  public static QueryLag of(List<SourcePosition> sources, BrokerOffsets brokers, Instant now) {
    if (sources.isEmpty()) {
      return QueryLag.none("Spark has not reported a position yet");
    }
    List<SourcePosition> kafka = sources.stream().filter(SourcePosition::kafka).toList();
    if (kafka.isEmpty()) {
      return QueryLag.NO_KAFKA;
    }
    if (kafka.stream().allMatch(LagCalculator::neverReported)) {
      return QueryLag.none(UnknownReason.POSITION_UNKNOWN.ofAll());
    }
    boolean watched =
        kafka.stream()
            .flatMap(s -> topics(s, brokers).stream())
            .anyMatch(t -> brokers.topic(t, now) != BrokerOffsets.Topic.UNWATCHED);
    Long backlog = rateLimitedBacklog(kafka);
    var decided = new Decided();
    boolean checkedAndEmpty = true;
    for (SourcePosition source : kafka) {
      boolean empty = isCheckedAndEmpty(source, brokers, now);
      checkedAndEmpty &= empty;
      if (!empty) {
        addSource(decided, source, watched, brokers, now);
      }
    }
    // All partitions are gone, which does not mean that everything has been read.
    if (decided.total() == 0 && !checkedAndEmpty) {
      return QueryLag.none("the brokers no longer have what it reads");
    }
    decided.partitions.sort(ORDER);
    boolean fromBroker = watched || checkedAndEmpty;
    return sum(decided, fromBroker ? Basis.BROKER : Basis.SPARK, backlog, brokers, now);
  }

  /** The partitions of a query, and how many are unknown for each reason. */
  private static final class Decided {
    final List<PartitionLag> partitions = new ArrayList<>();
    final Map<UnknownReason, Integer> unknown = new EnumMap<>(UnknownReason.class);
    int unnamed;

    void add(PartitionLag partition, @Nullable UnknownReason reason) {
      partitions.add(partition);
      if (reason != null) {
        unknown.merge(reason, 1, Integer::sum);
      }
    }

    void addUnnamed(int count, UnknownReason reason) {
      if (count > 0) {
        unnamed += count;
        unknown.merge(reason, count, Integer::sum);
      }
    }

    int total() {
      return partitions.size() + unnamed;
    }

    int unknown() {
      return unknown.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Why the lag of some partitions, or of all of them, is unknown; null when none is. */
    @Nullable String reason() {
      if (unknown.isEmpty()) {
        return null;
      }
      boolean single = unknown.size() == 1;
      if (single && unknown() == total()) {
        return unknown.keySet().iterator().next().ofAll();
      }
      return unknown.entrySet().stream()
          .map(e -> e.getKey().ofSome(of(e.getValue()), single))
          .collect(Collectors.joining(", and "));
    }

    private String of(int count) {
      return count + " of " + total() + (total() == 1 ? " partition" : " partitions");
    }
  }

  /** True if a query has not said anything of a source, as before its first batch. */
  private static boolean neverReported(SourcePosition source) {
    return source.position() == null && source.unread().equals(UnreadPositions.NONE);
  }

  /** True if Spark reads no partition and the brokers have no topic that it would read. */
  private static boolean isCheckedAndEmpty(
      SourcePosition source, BrokerOffsets brokers, Instant now) {
    return source.position() != null
        && source.position().isEmpty()
        && source.unread().equals(UnreadPositions.NONE)
        && Subscription.of(source.description()) instanceof Subscription.Matching
        && brokers.hasListedTopics(now)
        && topics(source, brokers).isEmpty();
  }

  private static void addSource(
      Decided decided, SourcePosition source, boolean watched, BrokerOffsets brokers, Instant now) {
    if (source.position() == null || isEmptyWithoutUnread(source)) {
      addWithoutPosition(decided, source, brokers, now);
      return;
    }
    decided.addUnnamed(source.unread().unnamed(), UnknownReason.POSITION_INVALID);
    for (TopicPartition partition : source.unread().partitions()) {
      decided.add(unknown(source, partition, null, null), UnknownReason.POSITION_INVALID);
    }
    if (watched) {
      addFromBrokerOffsets(decided, source, brokers, now);
    } else {
      addFromSparkOffsets(decided, source);
    }
  }

  private static boolean isEmptyWithoutUnread(SourcePosition source) {
    return position(source).isEmpty() && source.unread().equals(UnreadPositions.NONE);
  }

  /** A source whose position is unknown: so are all of its partitions, of which it has some. */
  private static void addWithoutPosition(
      Decided decided, SourcePosition source, BrokerOffsets brokers, Instant now) {
    Subscription subscription = Subscription.of(source.description());
    var partitions = new TreeSet<>(source.unread().partitions());
    if (subscription instanceof Subscription.Partitions assigned) {
      partitions.addAll(assigned.partitions());
    }
    if (source.latestAtPlanning() != null) {
      partitions.addAll(source.latestAtPlanning().keySet());
    }
    for (String topic : topics(source, brokers)) {
      brokers.partitions(topic).stream().filter(subscription::reads).forEach(partitions::add);
    }
    for (TopicPartition partition : partitions) {
      PartitionOffsets offsets = brokers.offsets(partition, now);
      decided.add(
          unknown(source, partition, null, offsets == null ? null : offsets.end()),
          UnknownReason.POSITION_UNKNOWN);
    }
    if (partitions.isEmpty()) {
      decided.addUnnamed(1, UnknownReason.POSITION_UNKNOWN);
    }
  }

  private static PartitionLag unknown(
      SourcePosition source,
      TopicPartition partition,
      @Nullable Long position,
      @Nullable Long end) {
    return new PartitionLag(
        source.index(), partition, position, end, null, null, null, PartitionStatus.UNKNOWN);
  }

  private static QueryLag sum(
      Decided decided, Basis basis, @Nullable Long backlog, BrokerOffsets brokers, Instant now) {
    long records = 0;
    TimeLag worst = null;
    Instant oldest = null;
    for (PartitionLag partition : decided.partitions) {
      Long lag = partition.records();
      if (lag == null) {
        continue;
      }
      records = SaturatingMath.add(records, lag);
      worst = worse(worst, partition.time());
      PartitionOffsets offsets = brokers.offsets(partition.partition(), now);
      if (offsets != null && (oldest == null || offsets.polledAt().isBefore(oldest))) {
        oldest = offsets.polledAt();
      }
    }
    int unknown = decided.unknown();
    String reason = decided.reason();
    return unknown > 0 && unknown == decided.total()
        ? new QueryLag(Basis.NONE, decided.partitions, null, null, unknown, backlog, null, reason)
        : new QueryLag(basis, decided.partitions, records, worst, unknown, backlog, oldest, reason);
  }

  private static void addFromBrokerOffsets(
      Decided decided, SourcePosition source, BrokerOffsets brokers, Instant now) {
    Map<TopicPartition, Long> positions = position(source);
    Set<TopicPartition> all = new TreeSet<>(positions.keySet());
    Set<String> answered = new TreeSet<>();
    Subscription subscription = Subscription.of(source.description());
    for (String topic : topics(source, brokers)) {
      switch (brokers.topic(topic, now)) {
        case EXISTS -> {
          answered.add(topic);
          Set<TopicPartition> existing = brokers.partitions(topic);
          existing.stream().filter(subscription::reads).forEach(all::add);
          all.removeIf(p -> p.topic().equals(topic) && !existing.contains(p));
        }
        case GONE -> all.removeIf(p -> p.topic().equals(topic));
        case UNANSWERED, UNWATCHED -> {}
      }
    }
    all.removeAll(source.unread().partitions());
    for (TopicPartition partition : all) {
      PartitionOffsets offsets =
          answered.contains(partition.topic()) ? brokers.offsets(partition, now) : null;
      PartitionLag lag =
          partitionLag(source, partition, positions.get(partition), offsets, brokers, now);
      decided.add(
          lag,
          switch (lag.state()) {
            case MEASURED, NOT_PICKED_UP -> null;
            case POSITION_BEYOND_END -> UnknownReason.TOPIC_RECREATED;
            case UNKNOWN -> UnknownReason.END_UNKNOWN;
          });
    }
  }

  private static PartitionLag partitionLag(
      SourcePosition source,
      TopicPartition partition,
      @Nullable Long position,
      @Nullable PartitionOffsets offsets,
      BrokerOffsets brokers,
      Instant now) {
    Long readFrom = position != null || offsets == null ? position : offsets.earliest();
    if (offsets == null
        || readFrom == null
        || endOffsetIsStale(source, partition, position, offsets, brokers)) {
      return unknown(source, partition, position, offsets == null ? null : offsets.end());
    }
    PartitionStatus state =
        position == null
            ? PartitionStatus.NOT_PICKED_UP
            : source.beyondEnd().contains(partition)
                ? PartitionStatus.POSITION_BEYOND_END
                : PartitionStatus.MEASURED;
    boolean beyond = state == PartitionStatus.POSITION_BEYOND_END;
    return new PartitionLag(
        source.index(),
        partition,
        position,
        offsets.end(),
        offsets.earliest(),
        beyond ? null : (Long) Math.max(0, offsets.end() - readFrom),
        beyond ? null : brokers.behind(partition, readFrom, now),
        state);
  }

  /**
   * True if the position is ahead of the last end offset and a poll has failed since. The end
   * offset is then at least the position, which does not mean lag 0. (Until the next poll, which
   * follows immediately, lag counts as 0.)
   */
  private static boolean endOffsetIsStale(
      SourcePosition source,
      TopicPartition partition,
      @Nullable Long position,
      PartitionOffsets offsets,
      BrokerOffsets brokers) {
    return position != null
        && position > offsets.end()
        && !source.beyondEnd().contains(partition)
        && brokers.hasFailedPollSinceLastAnswer(partition);
  }

  /** Spark's end offsets are those of the last planning: real-time mode reads beyond them. */
  private static void addFromSparkOffsets(Decided decided, SourcePosition source) {
    Map<TopicPartition, Long> latest =
        source.latestAtPlanning() == null ? Map.of() : source.latestAtPlanning();
    Set<TopicPartition> all = new TreeSet<>(position(source).keySet());
    all.addAll(latest.keySet());
    all.removeAll(source.unread().partitions());
    for (TopicPartition partition : all) {
      Long position = position(source).get(partition);
      Long end = latest.get(partition);
      if (position == null || end == null || end < position) {
        decided.add(
            unknown(source, partition, position, end),
            position == null
                ? UnknownReason.POSITION_UNKNOWN
                : end == null ? UnknownReason.END_NOT_REPORTED : UnknownReason.LATEST_NOT_TOLD);
      } else {
        decided.add(
            new PartitionLag(
                source.index(),
                partition,
                position,
                end,
                null,
                end - position,
                null,
                PartitionStatus.MEASURED),
            null);
      }
    }
  }

  /** The topics of a source: those of its position and those of its subscription. */
  private static Set<String> topics(SourcePosition source, BrokerOffsets brokers) {
    var topics = new TreeSet<>(Subscription.of(source.description()).topics(brokers));
    position(source).keySet().forEach(p -> topics.add(p.topic()));
    return topics;
  }

  private static Map<TopicPartition, Long> position(SourcePosition source) {
    return source.position() == null ? Map.of() : source.position();
  }

  private static @Nullable Long rateLimitedBacklog(List<SourcePosition> sources) {
    Long sum = null;
    for (SourcePosition source : sources) {
      Map<TopicPartition, Long> latest = source.latestAtPlanning();
      if (latest == null) {
        continue;
      }
      for (Map.Entry<TopicPartition, Long> position : position(source).entrySet()) {
        Long end = latest.get(position.getKey());
        if (end != null && end >= position.getValue()) {
          long left = end - position.getValue();
          sum = sum == null ? left : SaturatingMath.add(sum, left);
        }
      }
    }
    return sum;
  }

  private static @Nullable TimeLag worse(@Nullable TimeLag worst, @Nullable TimeLag time) {
    if (worst == null || time == null) {
      return worst == null ? time : worst;
    }
    return time.duration().compareTo(worst.duration()) > 0 ? time : worst;
  }
}
