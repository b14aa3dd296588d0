package io.lagwatch.exporter.lag;

import io.lagwatch.exporter.lag.PartitionLag.State;
import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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

  /** The lag of a query that reads {@code sources}. */
  public static QueryLag of(List<SourcePosition> sources, BrokerOffsets brokers, Instant now) {
    if (sources.isEmpty()) {
      return QueryLag.none("Spark has not reported a position yet");
    }
    List<SourcePosition> kafka = sources.stream().filter(SourcePosition::kafka).toList();
    if (kafka.isEmpty()) {
      return QueryLag.NO_KAFKA;
    }
    List<SourcePosition> placed = kafka.stream().filter(s -> s.position() != null).toList();
    if (placed.isEmpty()) {
      return QueryLag.none("Spark has not reported a position yet");
    }
    boolean watched =
        placed.stream()
            .flatMap(s -> topics(s, brokers).stream())
            .anyMatch(t -> brokers.topic(t, now) != BrokerOffsets.Topic.UNWATCHED);
    Long backlog = rateLimitedBacklog(placed);
    List<PartitionLag> partitions = new ArrayList<>();
    for (SourcePosition source : placed) {
      partitions.addAll(watched ? againstBrokers(source, brokers, now) : againstPlanning(source));
    }
    // Nothing is left of what was read: that is not the same as having read everything.
    if (partitions.isEmpty() && placed.stream().anyMatch(s -> !position(s).isEmpty())) {
      return QueryLag.none("the brokers no longer have what it reads");
    }
    partitions.sort(ORDER);
    return sum(partitions, watched ? Basis.BROKER : Basis.SPARK, backlog, brokers, now);
  }

  private static QueryLag sum(
      List<PartitionLag> partitions,
      Basis basis,
      @Nullable Long backlog,
      BrokerOffsets brokers,
      Instant now) {
    long records = 0;
    int unknown = 0;
    TimeLag worst = null;
    Instant oldest = null;
    for (PartitionLag partition : partitions) {
      Long own = partition.records();
      if (own == null) {
        unknown++;
        continue;
      }
      records = SaturatingMath.plus(records, own);
      worst = worse(worst, partition.time());
      BrokerOffsets.Log log = brokers.log(partition.partition(), now);
      if (log != null && (oldest == null || log.polledAt().isBefore(oldest))) {
        oldest = log.polledAt();
      }
    }
    if (unknown == partitions.size() && unknown > 0) {
      String reason =
          basis == Basis.BROKER
              ? "no broker has answered for its partitions"
              : "no broker is configured and Spark has not said where the log ends";
      return new QueryLag(Basis.NONE, partitions, null, null, unknown, backlog, null, reason);
    }
    return new QueryLag(basis, partitions, records, worst, unknown, backlog, oldest, null);
  }

  private static List<PartitionLag> againstBrokers(
      SourcePosition source, BrokerOffsets brokers, Instant now) {
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
    var result = new ArrayList<PartitionLag>();
    for (TopicPartition partition : all) {
      BrokerOffsets.Log log =
          answered.contains(partition.topic()) ? brokers.log(partition, now) : null;
      result.add(one(source, partition, positions.get(partition), log, brokers, now));
    }
    return result;
  }

  private static PartitionLag one(
      SourcePosition source,
      TopicPartition partition,
      @Nullable Long position,
      BrokerOffsets.@Nullable Log log,
      BrokerOffsets brokers,
      Instant now) {
    Long readFrom = position != null || log == null ? position : log.earliest();
    if (log == null
        || readFrom == null
        || overtakenInVain(source, partition, position, log, brokers)) {
      return new PartitionLag(
          source.index(),
          partition,
          position,
          log == null ? null : log.end(),
          null,
          null,
          null,
          State.UNKNOWN);
    }
    State state =
        position == null
            ? State.NOT_PICKED_UP
            : source.beyondEnd().contains(partition) ? State.POSITION_BEYOND_END : State.MEASURED;
    boolean beyond = state == State.POSITION_BEYOND_END;
    return new PartitionLag(
        source.index(),
        partition,
        position,
        log.end(),
        log.earliest(),
        beyond ? null : (Long) Math.max(0, log.end() - readFrom),
        beyond ? null : brokers.behind(partition, readFrom, now),
        state);
  }

  /**
   * Whether the position is ahead of the last end and the brokers could not be asked since. The end
   * is then somewhere beyond the position, which is not lag 0. (Until they have been asked it is
   * taken as 0: the poll follows at once.)
   */
  private static boolean overtakenInVain(
      SourcePosition source,
      TopicPartition partition,
      @Nullable Long position,
      BrokerOffsets.Log log,
      BrokerOffsets brokers) {
    return position != null
        && position > log.end()
        && !source.beyondEnd().contains(partition)
        && brokers.askedInVain(partition);
  }

  private static List<PartitionLag> againstPlanning(SourcePosition source) {
    Map<TopicPartition, Long> latest = source.latestAtPlanning();
    var result = new ArrayList<PartitionLag>();
    new TreeMap<>(position(source))
        .forEach(
            (partition, position) -> {
              Long end = latest == null ? null : latest.get(partition);
              result.add(
                  new PartitionLag(
                      source.index(),
                      partition,
                      position,
                      end,
                      null,
                      end == null ? null : Math.max(0, end - position),
                      null,
                      end == null ? State.UNKNOWN : State.MEASURED));
            });
    return result;
  }

  /** The topics a source reads: those it has a position in and those its subscription adds. */
  private static Set<String> topics(SourcePosition source, BrokerOffsets brokers) {
    var topics = new TreeSet<>(Subscription.of(source.description()).topics(brokers));
    position(source).keySet().forEach(p -> topics.add(p.topic()));
    return topics;
  }

  /** Of a source that has one: the others were left out before. */
  private static Map<TopicPartition, Long> position(SourcePosition source) {
    return Objects.requireNonNull(source.position());
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
        if (end != null) {
          long left = Math.max(0, end - position.getValue());
          sum = sum == null ? left : SaturatingMath.plus(sum, left);
        }
      }
    }
    return sum;
  }

  private static @Nullable TimeLag worse(@Nullable TimeLag one, @Nullable TimeLag other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.behind().compareTo(one.behind()) > 0 ? other : one;
  }
}
