package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When the start of the log will meet the position. The start moves in jumps, a segment at a time,
 * so its speed is taken over hours; a query that stands in the younger half of the log is at no
 * risk, whatever the last jump was. Not thread-safe.
 */
final class Retention {
  private static final Duration ANCHOR_EVERY = Duration.ofHours(3);

  private Map<Key, Anchor> older = new HashMap<>();
  private Map<Key, Anchor> newer = new HashMap<>();

  /** Where a partition's log began and the query stood at a moment some hours ago. */
  record Anchor(int source, String topic, int partition, Instant at, long earliest, long position) {
    Key key() {
      return new Key(source, new TopicPartition(topic, partition));
    }
  }

  private record Key(int source, TopicPartition partition) {
    static Key of(PartitionLag own) {
      return new Key(own.source(), own.partition());
    }
  }

  /** Everything, for the state file. */
  record State(List<Anchor> older, List<Anchor> newer) {}

  Retention() {}

  Retention(State state) {
    state.older().forEach(a -> older.put(a.key(), a));
    state.newer().forEach(a -> newer.put(a.key(), a));
  }

  State state() {
    return new State(new ArrayList<>(older.values()), new ArrayList<>(newer.values()));
  }

  void observe(QueryLag lag, Instant now) {
    boolean due =
        newer.values().stream()
            .findFirst()
            .map(a -> a.at().plus(ANCHOR_EVERY).isBefore(now))
            .orElse(false);
    if (due) {
      older = newer;
      newer = new HashMap<>();
    }
    for (PartitionLag own : lag.partitions()) {
      if (own.position() != null && own.earliest() != null) {
        TopicPartition tp = own.partition();
        newer.putIfAbsent(
            Key.of(own),
            new Anchor(
                own.source(), tp.topic(), tp.partition(), now, own.earliest(), own.position()));
      }
    }
  }

  /** The nearest meeting over all partitions; zero when it has happened; null when none is near. */
  @Nullable Duration horizon(QueryLag lag, Instant now) {
    Duration nearest = null;
    for (PartitionLag own : lag.partitions()) {
      Duration horizon = horizon(own, now);
      if (horizon != null && (nearest == null || horizon.compareTo(nearest) < 0)) {
        nearest = horizon;
      }
    }
    return nearest;
  }

  /** Records that were deleted before the query read them; null when no partition tells. */
  static @Nullable Long lost(QueryLag lag) {
    Long lost = null;
    for (PartitionLag own : lag.partitions()) {
      Long headroom = own.headroom();
      if (headroom != null) {
        lost = (lost == null ? 0 : lost) + Math.max(0, -headroom);
      }
    }
    return lost;
  }

  private @Nullable Duration horizon(PartitionLag own, Instant now) {
    Long headroom = own.headroom();
    if (headroom == null || own.records() == null) {
      return null;
    }
    if (headroom < 0) {
      return Duration.ZERO;
    }
    Anchor anchor = older.getOrDefault(Key.of(own), newer.get(Key.of(own)));
    if (anchor == null || headroom > own.records() || anchor.at().plusSeconds(60).isAfter(now)) {
      return null;
    }
    double seconds = Duration.between(anchor.at(), now).toMillis() / 1000.0;
    double closing =
        (own.earliest() - anchor.earliest() - (own.position() - anchor.position())) / seconds;
    if (own.earliest() <= anchor.earliest() || closing <= 0) {
      return null;
    }
    return Duration.ofSeconds(
        (long) Math.min(headroom / closing, Duration.ofDays(365).toSeconds()));
  }
}
