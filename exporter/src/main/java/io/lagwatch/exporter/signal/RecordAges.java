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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When the oldest unread record of each partition arrived. It stays known while the position does
 * not move, also when the history of end offsets no longer reaches back to it. Bounded by the
 * number of partitions. Not thread-safe.
 */
final class RecordAges {
  /**
   * A query that has not moved for this part of the retention, at most ten minutes, stands still.
   */
  private static final int PARTS = 4;

  private static final Duration STANDS_STILL = Duration.ofMinutes(10);

  private final Map<RecordKey, UnreadRecord> records = new HashMap<>();

  private record RecordKey(int source, TopicPartition partition) {
    static RecordKey of(PartitionLag own) {
      return new RecordKey(own.source(), own.partition());
    }
  }

  /**
   * The oldest unread record of one partition.
   *
   * @param since when the position was first seen
   */
  record UnreadRecord(
      int source, String topic, int partition, long position, Instant since, Instant arrivedAt) {
    RecordKey key() {
      return new RecordKey(source, new TopicPartition(topic, partition));
    }
  }

  RecordAges() {}

  RecordAges(@Nullable List<UnreadRecord> saved) {
    if (saved != null) {
      for (UnreadRecord record : elements(saved, "retention.unread")) {
        required(record.topic(), "retention.unread.topic");
        notNegative(record.position(), "retention.unread.position");
        required(record.since(), "retention.unread.since");
        required(record.arrivedAt(), "retention.unread.arrivedAt");
        records.put(record.key(), record);
      }
    }
  }

  List<UnreadRecord> state() {
    return new ArrayList<>(records.values());
  }

  void observe(QueryLag lag, Instant now) {
    var present = new HashSet<RecordKey>();
    for (PartitionLag own : lag.partitions()) {
      RecordKey key = RecordKey.of(own);
      present.add(key);
      Long position = own.position();
      UnreadRecord known = records.get(key);
      if (position == null || own.records() == null) {
        continue; // unknown for now
      }
      if (known != null && known.position() != position) {
        records.remove(key);
        known = null;
      }
      if (known == null && own.records() > 0 && own.time() != null && !own.time().lowerBound()) {
        Instant arrivedAt = now.minus(own.time().duration());
        TopicPartition partition = own.partition();
        records.put(
            key,
            new UnreadRecord(
                own.source(), partition.topic(), partition.partition(), position, now, arrivedAt));
      }
    }
    if (!present.isEmpty()) {
      records.keySet().retainAll(present);
    }
  }

  /** The age of the oldest unread record; zero without one, null while it is unknown. */
  @Nullable Duration age(PartitionLag own, Instant now) {
    if (own.records() == null || own.position() == null) {
      return null;
    }
    if (own.records() == 0) {
      return Duration.ZERO;
    }
    UnreadRecord known = records.get(RecordKey.of(own));
    return known == null || known.position() != own.position()
        ? null
        : Duration.between(known.arrivedAt(), now);
  }

  /** Whether the query has not read the partition for a good part of the retention. */
  boolean standsStill(PartitionLag own, Duration retention, Instant now) {
    UnreadRecord known = records.get(RecordKey.of(own));
    Duration part = retention.dividedBy(PARTS);
    Duration still = part.compareTo(STANDS_STILL) > 0 ? STANDS_STILL : part;
    return known != null && !known.since().plus(still).isAfter(now);
  }
}
