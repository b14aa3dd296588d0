package io.lagwatch.exporter.lag;

import io.lagwatch.exporter.lag.BrokerOffsets.PartitionOffsets;
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

  /** The lag of a query with these sources. */
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
      partitions.addAll(
          watched ? fromBrokerOffsets(source, brokers, now) : fromSparkOffsets(source));
    }
    // All partitions are gone, which does not mean that everything has been read.
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
      Long lag = partition.records();
      if (lag == null) {
        unknown++;
        continue;
      }
      records = SaturatingMath.add(records, lag);
      worst = worse(worst, partition.time());
      PartitionOffsets offsets = brokers.offsets(partition.partition(), now);
      if (offsets != null && (oldest == null || offsets.polledAt().isBefore(oldest))) {
        oldest = offsets.polledAt();
      }
    }
    String reason = unknown == 0 ? null : reason(partitions, unknown, basis);
    return unknown > 0 && unknown == partitions.size()
        ? new QueryLag(Basis.NONE, partitions, null, null, unknown, backlog, null, reason)
        : new QueryLag(basis, partitions, records, worst, unknown, backlog, oldest, reason);
  }

  /** Why the lag of some partitions, or of all of them, is unknown. */
  private static String reason(List<PartitionLag> partitions, int unknown, Basis basis) {
    int beyondEnd =
        (int)
            partitions.stream()
                .filter(p -> p.state() == PartitionStatus.POSITION_BEYOND_END)
                .count();
    boolean all = unknown == partitions.size();
    if (beyondEnd == unknown) {
      return "the position is beyond the end offset"
          + (all ? "" : " of " + of(beyondEnd, partitions))
          + ": the topic was recreated or its last records were lost";
    }
    if (basis == Basis.SPARK) {
      return all
          ? "no broker is configured and Spark has not reported an end offset"
          : "Spark has not reported an end offset of " + of(unknown, partitions);
    }
    if (all && beyondEnd == 0) {
      return "no broker has answered for its partitions";
    }
    return "no broker has answered for "
        + of(unknown - beyondEnd, partitions)
        + (beyondEnd == 0
            ? ""
            : ", and the position is beyond the end offset of " + of(beyondEnd, partitions));
  }

  private static String of(int count, List<PartitionLag> partitions) {
    return count
        + " of "
        + partitions.size()
        + (partitions.size() == 1 ? " partition" : " partitions");
  }

  private static List<PartitionLag> fromBrokerOffsets(
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
      PartitionOffsets offsets =
          answered.contains(partition.topic()) ? brokers.offsets(partition, now) : null;
      result.add(partitionLag(source, partition, positions.get(partition), offsets, brokers, now));
    }
    return result;
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
      return new PartitionLag(
          source.index(),
          partition,
          position,
          offsets == null ? null : offsets.end(),
          null,
          null,
          null,
          PartitionStatus.UNKNOWN);
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

  private static List<PartitionLag> fromSparkOffsets(SourcePosition source) {
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
                      end == null ? PartitionStatus.UNKNOWN : PartitionStatus.MEASURED));
            });
    return result;
  }

  /** The topics of a source: those of its position and those of its subscription. */
  private static Set<String> topics(SourcePosition source, BrokerOffsets brokers) {
    var topics = new TreeSet<>(Subscription.of(source.description()).topics(brokers));
    position(source).keySet().forEach(p -> topics.add(p.topic()));
    return topics;
  }

  /** The position of a source that has one; the others are left out before. */
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
