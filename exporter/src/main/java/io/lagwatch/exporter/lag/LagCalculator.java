package io.lagwatch.exporter.lag;

import io.lagwatch.exporter.lag.BrokerOffsets.PartitionOffsets;
import io.lagwatch.exporter.lag.PartitionFacts.Log;
import io.lagwatch.exporter.lag.PartitionFacts.LogMatch;
import io.lagwatch.exporter.lag.PartitionFacts.Position;
import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lag from positions and broker offsets. The position is the offset Spark reads next, the end
 * offset the one that the next record gets, so lag is their difference without any ±1; a position
 * that is ahead of a poll is not negative lag. This class finds the partitions of each source;
 * {@link LagTable} decides the lag of each. Pure; thread-safe as far as the {@link BrokerOffsets}
 * is.
 */
public final class LagCalculator {
  private final BrokerOffsets brokers;
  private final Instant now;
  private final boolean watched;
  private final LagSum sum = new LagSum();

  private LagCalculator(BrokerOffsets brokers, Instant now, List<SourcePosition> kafka) {
    this.brokers = brokers;
    this.now = now;
    this.watched =
        kafka.stream()
            .anyMatch(
                source ->
                    topics(source).stream()
                        .anyMatch(
                            topic ->
                                brokersOf(source).topic(topic, now)
                                    != BrokerOffsets.Topic.UNWATCHED));
  }

  /** The lag of a query with these sources. */
  public static QueryLag of(List<SourcePosition> sources, BrokerOffsets brokers, Instant now) {
    if (sources.isEmpty()) {
      return QueryLag.none(UnknownReason.POSITION_UNKNOWN.ofAll());
    }
    List<SourcePosition> kafka = sources.stream().filter(SourcePosition::kafka).toList();
    if (kafka.isEmpty()) {
      return QueryLag.NO_KAFKA;
    }
    if (kafka.stream().allMatch(LagCalculator::isNeverReported)) {
      return QueryLag.none(UnknownReason.POSITION_UNKNOWN.ofAll());
    }
    return new LagCalculator(brokers, now, kafka).of(kafka);
  }

  private QueryLag of(List<SourcePosition> kafka) {
    boolean checkedAndEmpty = true;
    for (SourcePosition source : kafka) {
      if (!isCheckedAndEmpty(source)) {
        checkedAndEmpty = false;
        add(source);
      }
    }
    // All partitions are gone, which does not mean that everything has been read.
    if (sum.total() == 0 && !checkedAndEmpty) {
      return QueryLag.none(UnknownReason.TOPIC_GONE.ofAll());
    }
    return sum.lag(
        watched || checkedAndEmpty ? Basis.BROKER : Basis.SPARK, rateLimitedBacklog(kafka));
  }

  /** True if a query has not reported a position of a source, as before its first batch. */
  private static boolean isNeverReported(SourcePosition source) {
    return source.position() == null && source.unknownPositions().equals(UnknownPositions.NONE);
  }

  /** True if Spark reads no partition and the brokers have no topic that it would read. */
  private boolean isCheckedAndEmpty(SourcePosition source) {
    return source.position() != null
        && isEmptyWithoutUnread(source)
        && Subscription.of(source.description()) instanceof Subscription.Matching
        && brokersOf(source).hasListedTopics(now)
        && topics(source).isEmpty();
  }

  private static boolean isEmptyWithoutUnread(SourcePosition source) {
    return position(source).isEmpty() && source.unknownPositions().equals(UnknownPositions.NONE);
  }

  private void add(SourcePosition source) {
    if (source.position() == null || isEmptyWithoutUnread(source)) {
      addWithoutPosition(source);
      return;
    }
    sum.addUnnamed(source.unknownPositions().unnamed(), UnknownReason.POSITION_INVALID, null);
    Set<TopicPartition> partitions =
        watched ? partitionsOfBrokers(source) : partitionsOfSpark(source);
    partitions.addAll(source.unknownPositions().partitions());
    for (TopicPartition partition : partitions) {
      add(source, partition, position(source, partition));
    }
  }

  /** A source whose position is unknown: so are all of its partitions, at least one. */
  private void addWithoutPosition(SourcePosition source) {
    Subscription subscription = Subscription.of(source.description());
    var partitions = new TreeSet<>(source.unknownPositions().partitions());
    if (subscription instanceof Subscription.Partitions assigned) {
      partitions.addAll(assigned.partitions());
    }
    partitions.addAll(latest(source).keySet());
    for (String topic : topics(source)) {
      brokersOf(source).partitions(topic).stream()
          .filter(subscription::reads)
          .forEach(partitions::add);
    }
    for (TopicPartition partition : partitions) {
      add(source, partition, Position.NONE_OF_SOURCE);
    }
    if (partitions.isEmpty()) {
      sum.addUnnamed(1, withoutPosition(source), null);
    }
  }

  private static UnknownReason withoutPosition(SourcePosition source) {
    boolean wasLost =
        source.position() == null && !source.unknownPositions().equals(UnknownPositions.NONE);
    return wasLost ? UnknownReason.POSITION_LOST : UnknownReason.POSITION_UNKNOWN;
  }

  private void add(SourcePosition source, TopicPartition partition, Position position) {
    Log log = watched ? brokerLog(brokersOf(source), partition) : sparkLog(source, partition);
    var facts = new PartitionFacts(source.index(), partition, position, log);
    LagTable.Decision decision = LagTable.decide(facts, watched);
    boolean known = decision.reason() == null;
    Long readFrom = LagTable.readFrom(facts);
    boolean isUnknown = decision.status() == PartitionStatus.UNKNOWN;
    sum.add(
        new PartitionLag(
            source.index(),
            partition,
            position.offset(),
            log.end(),
            isUnknown ? null : log.earliest(),
            decision.records(),
            known && readFrom != null ? brokersOf(source).behind(partition, readFrom, now) : null,
            decision.status()),
        position.ofSource() ? decision.reason() : withoutPosition(source),
        log.undetermined() == decision.reason()
            ? brokersOf(source).undetermined(partition.topic())
            : null,
        log.polledAt());
  }

  private static Position position(SourcePosition source, TopicPartition partition) {
    return source.unknownPositions().partitions().contains(partition)
        ? Position.INVALID
        : new Position(
            true,
            true,
            position(source).get(partition),
            LogMatch.of(source.beyondEnd(), partition));
  }

  private BrokerOffsets brokersOf(SourcePosition source) {
    return brokers.forSource(source.index());
  }

  private Log brokerLog(BrokerOffsets brokers, TopicPartition partition) {
    BrokerOffsets.Topic topic = brokers.topic(partition.topic(), now);
    PartitionOffsets offsets =
        topic == BrokerOffsets.Topic.EXISTS ? brokers.offsets(partition, now) : null;
    return offsets == null
        ? Log.unknown(UnknownReason.ofTopic(topic))
        : new Log(
            offsets.end(),
            offsets.earliest(),
            offsets.polledAt(),
            brokers.hasFailedPollSinceLastAnswer(partition));
  }

  private static Log sparkLog(SourcePosition source, TopicPartition partition) {
    return new Log(latest(source).get(partition), null, null, false);
  }

  /**
   * The partitions that Spark reads or will read, without those that no longer exist. A topic for
   * which no broker has answered keeps its known partitions, and has at least one.
   */
  private Set<TopicPartition> partitionsOfBrokers(SourcePosition source) {
    Set<TopicPartition> all = new TreeSet<>(position(source).keySet());
    Subscription subscription = Subscription.of(source.description());
    for (String topic : topics(source)) {
      BrokerOffsets.Topic state = brokersOf(source).topic(topic, now);
      Set<TopicPartition> existing = brokersOf(source).partitions(topic);
      existing.stream().filter(subscription::reads).forEach(all::add);
      boolean answered = state == BrokerOffsets.Topic.EXISTS || state == BrokerOffsets.Topic.GONE;
      if (answered) {
        all.removeIf(p -> p.topic().equals(topic) && !existing.contains(p));
      } else if (!isIn(topic, all) && !isIn(topic, source.unknownPositions().partitions())) {
        UnknownReason reason = UnknownReason.ofTopic(state);
        sum.addUnnamed(1, reason, brokersOf(source).undetermined(topic));
      }
    }
    return all;
  }

  private static boolean isIn(String topic, Set<TopicPartition> partitions) {
    return partitions.stream().anyMatch(partition -> partition.topic().equals(topic));
  }

  private static Set<TopicPartition> partitionsOfSpark(SourcePosition source) {
    Set<TopicPartition> all = new TreeSet<>(position(source).keySet());
    all.addAll(latest(source).keySet());
    return all;
  }

  private Set<String> topics(SourcePosition source) {
    return source.topics(brokersOf(source));
  }

  private static Map<TopicPartition, Long> position(SourcePosition source) {
    return source.position() == null ? Map.of() : source.position();
  }

  private static Map<TopicPartition, Long> latest(SourcePosition source) {
    return source.latestAtPlanning() == null ? Map.of() : source.latestAtPlanning();
  }

  private static @Nullable Long rateLimitedBacklog(List<SourcePosition> sources) {
    Long backlog = null;
    for (SourcePosition source : sources) {
      Map<TopicPartition, Long> latest = latest(source);
      for (Map.Entry<TopicPartition, Long> position : position(source).entrySet()) {
        Long end = latest.get(position.getKey());
        if (end != null && end >= position.getValue()) {
          long left = end - position.getValue();
          backlog = backlog == null ? left : SaturatingMath.add(backlog, left);
        }
      }
    }
    return backlog;
  }
}
