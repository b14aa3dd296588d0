package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

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
 * The earliest offset and the position of each partition at an earlier time, which is between one
 * and two spans ago. Its size is limited by the number of partitions. Not thread-safe.
 */
final class OffsetBaselines {
  private final Duration span;
  private Map<PartitionKey, OffsetBaseline> older = new HashMap<>();
  private Map<PartitionKey, OffsetBaseline> newer = new HashMap<>();

  /** One partition of one source at one time. */
  record OffsetBaseline(
      int source, String topic, int partition, Instant at, long earliest, long position) {
    PartitionKey key() {
      return new PartitionKey(source, new TopicPartition(topic, partition));
    }
  }

  private record PartitionKey(int source, TopicPartition partition) {
    static PartitionKey of(PartitionLag partition) {
      return new PartitionKey(partition.source(), partition.partition());
    }
  }

  /** The content of the state file. */
  record SavedBaselines(List<OffsetBaseline> older, List<OffsetBaseline> newer) {
    SavedBaselines {
      elements(older, "retention.older").forEach(baseline -> check(baseline, "retention.older"));
      elements(newer, "retention.newer").forEach(baseline -> check(baseline, "retention.newer"));
    }

    private static void check(OffsetBaseline baseline, String field) {
      required(baseline.topic(), field + ".topic");
      notNegative((long) baseline.partition(), field + ".partition");
      required(baseline.at(), field + ".at");
      notNegative(baseline.position(), field + ".position");
    }
  }

  OffsetBaselines(Duration span) {
    this.span = span;
  }

  OffsetBaselines(Duration span, SavedBaselines state) {
    this.span = span;
    state.older().forEach(baseline -> older.put(baseline.key(), baseline));
    state.newer().forEach(baseline -> newer.put(baseline.key(), baseline));
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
    for (PartitionLag partition : lag.partitions()) {
      if (partition.position() != null
          && partition.earliest() != null
          && !newer.containsKey(PartitionKey.of(partition))) {
        TopicPartition tp = partition.partition();
        newer.put(
            PartitionKey.of(partition),
            new OffsetBaseline(
                partition.source(),
                tp.topic(),
                tp.partition(),
                now,
                partition.earliest(),
                partition.position()));
      }
    }
  }

  /** Returns the oldest baseline of a partition; null if there is none. */
  @Nullable OffsetBaseline of(PartitionLag partition) {
    OffsetBaseline baseline = older.get(PartitionKey.of(partition));
    return baseline == null ? newer.get(PartitionKey.of(partition)) : baseline;
  }
}
