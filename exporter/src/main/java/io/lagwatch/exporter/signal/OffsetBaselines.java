package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;
import static io.lagwatch.exporter.query.SavedField.requiredTime;

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
 * For each partition, the earliest offset and the position at a past moment, between one and two
 * spans old. Bounded by the number of partitions. Not thread-safe.
 */
final class OffsetBaselines {
  private final Duration span;
  private Map<PartitionKey, OffsetBaseline> older = new HashMap<>();
  private Map<PartitionKey, OffsetBaseline> newer = new HashMap<>();

  /** One partition of one source at a moment. */
  record OffsetBaseline(
      int source, String topic, int partition, Instant at, long earliest, long position) {
    PartitionKey key() {
      return new PartitionKey(source, new TopicPartition(topic, partition));
    }
  }

  private record PartitionKey(int source, TopicPartition partition) {
    static PartitionKey of(PartitionLag own) {
      return new PartitionKey(own.source(), own.partition());
    }
  }

  /** What the state file holds. */
  record SavedBaselines(List<OffsetBaseline> older, List<OffsetBaseline> newer) {
    SavedBaselines {
      elements(older, "retention.older").forEach(own -> check(own, "retention.older"));
      elements(newer, "retention.newer").forEach(own -> check(own, "retention.newer"));
    }

    private static void check(OffsetBaseline own, String field) {
      required(own.topic(), field + ".topic");
      notNegative((long) own.partition(), field + ".partition");
      requiredTime(own.at(), field + ".at");
      notNegative(own.position(), field + ".position");
    }
  }

  OffsetBaselines(Duration span) {
    this.span = span;
  }

  OffsetBaselines(Duration span, SavedBaselines state) {
    this.span = span;
    state.older().forEach(a -> older.put(a.key(), a));
    state.newer().forEach(a -> newer.put(a.key(), a));
  }

  SavedBaselines state() {
    return new SavedBaselines(new ArrayList<>(older.values()), new ArrayList<>(newer.values()));
  }

  void observe(QueryLag lag, Instant now) {
    boolean due =
        newer.values().stream().findFirst().stream()
            .anyMatch(baseline -> baseline.at().plus(span).isBefore(now));
    if (due) {
      older = newer;
      newer = new HashMap<>();
    }
    for (PartitionLag own : lag.partitions()) {
      if (own.position() != null
          && own.earliest() != null
          && !newer.containsKey(PartitionKey.of(own))) {
        TopicPartition tp = own.partition();
        newer.put(
            PartitionKey.of(own),
            new OffsetBaseline(
                own.source(), tp.topic(), tp.partition(), now, own.earliest(), own.position()));
      }
    }
  }

  /** The oldest baseline of a partition; null when there is none. */
  @Nullable OffsetBaseline of(PartitionLag own) {
    OffsetBaseline baseline = older.get(PartitionKey.of(own));
    return baseline == null ? newer.get(PartitionKey.of(own)) : baseline;
  }
}
