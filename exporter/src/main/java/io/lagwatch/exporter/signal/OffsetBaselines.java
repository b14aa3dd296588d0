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
 * Where every partition's log began and the query stood in it a while ago: one to two of a given
 * span, once that much is known. Bounded by the partitions. Not thread-safe.
 */
final class OffsetBaselines {
  private final Duration span;
  private Map<Key, Anchor> older = new HashMap<>();
  private Map<Key, Anchor> newer = new HashMap<>();

  /** One partition of one source at a moment. */
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

  OffsetBaselines(Duration span) {
    this.span = span;
  }

  OffsetBaselines(Duration span, State state) {
    this.span = span;
    state.older().forEach(a -> older.put(a.key(), a));
    state.newer().forEach(a -> newer.put(a.key(), a));
  }

  State state() {
    return new State(new ArrayList<>(older.values()), new ArrayList<>(newer.values()));
  }

  void observe(QueryLag lag, Instant now) {
    boolean due =
        newer.values().stream().findFirst().stream()
            .anyMatch(anchor -> anchor.at().plus(span).isBefore(now));
    if (due) {
      older = newer;
      newer = new HashMap<>();
    }
    for (PartitionLag own : lag.partitions()) {
      if (own.position() != null && own.earliest() != null && !newer.containsKey(Key.of(own))) {
        TopicPartition tp = own.partition();
        newer.put(
            Key.of(own),
            new Anchor(
                own.source(), tp.topic(), tp.partition(), now, own.earliest(), own.position()));
      }
    }
  }

  /** The oldest anchor of a partition; null when there is none. */
  @Nullable Anchor of(PartitionLag own) {
    Anchor anchor = older.get(Key.of(own));
    return anchor == null ? newer.get(Key.of(own)) : anchor;
  }
}
