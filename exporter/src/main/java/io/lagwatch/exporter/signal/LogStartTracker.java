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
 * How the earliest offset of each partition moves. Kafka deletes whole segments, so it may stand
 * still for a day and then jump over the records of a day. Between two jumps the records at the log
 * start get older, and the next jump comes nearer. Bounded by the number of partitions. Not
 * thread-safe.
 */
final class LogStartTracker {
  /** Moves within this time are one jump: a poll may come while segments are deleted. */
  private static final Duration ONE_JUMP = Duration.ofMinutes(10);

  /** The speed between jumps is measured over at least this time. */
  private static final Duration MIN_MEASURED = Duration.ofHours(1);

  /** A log start that moves more often than this moves steadily. */
  private static final Duration MIN_GAP = Duration.ofMinutes(30);

  private final Map<LogStartKey, LogStart> starts = new HashMap<>();

  private record LogStartKey(int source, TopicPartition partition) {}

  /**
   * The log start of one partition.
   *
   * @param first what was seen first
   * @param jump the last jump; null until the first one
   * @param perSecond records per second between the last two measured jumps; null until then
   */
  record LogStart(
      int source,
      String topic,
      int partition,
      FirstSeen first,
      @Nullable Jump jump,
      @Nullable Double perSecond) {
    LogStartKey key() {
      return new LogStartKey(source, new TopicPartition(topic, partition));
    }
  }

  /** The log when it was first seen. */
  record FirstSeen(Instant at, long earliest, long end) {}

  /**
   * A jump of the log start.
   *
   * @param at when it was seen
   * @param earliest the earliest offset after it
   * @param records how many records it deleted
   */
  record Jump(Instant at, long earliest, long records) {}

  LogStartTracker() {}

  LogStartTracker(@Nullable List<LogStart> saved) {
    if (saved != null) {
      elements(saved, "retention.starts").forEach(LogStartTracker::check);
      saved.forEach(start -> starts.put(start.key(), start));
    }
  }

  List<LogStart> state() {
    return new ArrayList<>(starts.values());
  }

  private static void check(LogStart start) {
    required(start.topic(), "retention.starts.topic");
    required(required(start.first(), "retention.starts.first").at(), "retention.starts.first");
    if (start.jump() != null) {
      required(start.jump().at(), "retention.starts.jump.at");
      notNegative(start.jump().records(), "retention.starts.jump.records");
    }
  }

  void observe(QueryLag lag, Instant now) {
    var present = new HashSet<LogStartKey>();
    for (PartitionLag own : lag.partitions()) {
      var key = new LogStartKey(own.source(), own.partition());
      present.add(key);
      if (own.earliest() != null && own.end() != null) {
        starts.merge(
            key, first(own, own.earliest(), own.end(), now), (before, seen) -> moved(before, seen));
      }
    }
    if (!present.isEmpty()) {
      starts.keySet().retainAll(present);
    }
  }

  private static LogStart first(PartitionLag own, long earliest, long end, Instant now) {
    TopicPartition partition = own.partition();
    return new LogStart(
        own.source(),
        partition.topic(),
        partition.partition(),
        new FirstSeen(now, earliest, end),
        null,
        null);
  }

  private static LogStart moved(LogStart before, LogStart seen) {
    Instant now = seen.first().at();
    long earliest = seen.first().earliest();
    Jump last = before.jump();
    long known = last == null ? before.first().earliest() : last.earliest();
    if (earliest < known) {
      return seen; // another log: the topic was recreated
    }
    if (earliest == known) {
      return before;
    }
    if (last != null && Duration.between(last.at(), now).compareTo(ONE_JUMP) < 0) {
      var longer = new Jump(last.at(), earliest, last.records() + earliest - known);
      return with(before, longer, before.perSecond());
    }
    var jump = new Jump(now, earliest, earliest - known);
    if (last == null || Duration.between(last.at(), now).compareTo(MIN_MEASURED) < 0) {
      return with(before, jump, before.perSecond());
    }
    return with(before, jump, perSecond(earliest - known, last.at(), now));
  }

  private static LogStart with(LogStart before, Jump jump, @Nullable Double perSecond) {
    return new LogStart(
        before.source(), before.topic(), before.partition(), before.first(), jump, perSecond);
  }

  /**
   * How the log start of a partition moves from jump to jump; null if it moves steadily, or if that
   * is not known.
   */
  @Nullable JumpingStart jumping(PartitionLag own, Instant now) {
    LogStart start = starts.get(new LogStartKey(own.source(), own.partition()));
    if (start == null || start.jump() == null || own.end() == null) {
      return null;
    }
    Double perSecond =
        start.perSecond() == null ? arrival(start.first(), own.end(), now) : start.perSecond();
    if (perSecond == null || perSecond <= 0) {
      return null;
    }
    Duration gap = Duration.ofSeconds((long) (start.jump().records() / perSecond));
    Duration sinceJump = Duration.between(start.jump().at(), now);
    boolean jumps = gap.compareTo(MIN_GAP) >= 0 && sinceJump.compareTo(gap.multipliedBy(2)) <= 0;
    return jumps ? new JumpingStart(perSecond, sinceJump) : null;
  }

  /** What is deleted on average is what arrives. */
  private static @Nullable Double arrival(FirstSeen first, long end, Instant now) {
    return Duration.between(first.at(), now).compareTo(MIN_MEASURED) < 0
        ? null
        : (Double) perSecond(end - first.end(), first.at(), now);
  }

  static double perSecond(long records, Instant from, Instant to) {
    return records * 1000.0 / Duration.between(from, to).toMillis();
  }

  /**
   * A log start that moves in jumps.
   *
   * @param perSecond records per second over a whole number of jumps
   * @param sinceJump time since the last jump
   */
  record JumpingStart(double perSecond, Duration sinceJump) {
    /** The records that have become old enough to be deleted since the last jump. */
    double due() {
      return perSecond * sinceJump.toMillis() / 1000.0;
    }
  }
}
