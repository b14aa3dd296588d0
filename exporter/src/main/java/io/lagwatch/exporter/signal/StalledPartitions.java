package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds partitions that have unread records but are not read while batches read other partitions. A
 * single stalled partition of a hundred hardly changes the total lag, but its records are never
 * processed. Even with a rate limit, Spark reads some records of every partition that has any (seen
 * in Spark 3.3 to 4.2), so this does not last long in a healthy query. Not thread-safe.
 */
final class StalledPartitions {
  /** Consecutive batch ends after which a partition counts as stalled. */
  private static final int MIN_BATCHES = 8;

  private final Map<TopicPartition, StalledPartition> stalled = new HashMap<>();

  /**
   * One partition.
   *
   * @param since the first batch end that did not move it
   * @param endThen where its log ended before that
   * @param endNow where it ended at the last batch end
   */
  record StalledPartition(
      String topic,
      int partition,
      Instant since,
      Instant last,
      long endThen,
      long endNow,
      int ends) {
    double arrivedPerSecond() {
      double seconds = Duration.between(since, last).toMillis() / 1000.0;
      return seconds <= 0 ? 0 : (endNow - endThen) / seconds;
    }
  }

  StalledPartitions(List<StalledPartition> state) {
    state.forEach(s -> stalled.put(new TopicPartition(s.topic(), s.partition()), s));
  }

  List<StalledPartition> state() {
    return List.copyOf(stalled.values());
  }

  /** Takes a batch end: where every partition stood at the one before and stands now. */
  void ended(
      Instant at,
      Map<TopicPartition, BatchEnds.ReadRange> before,
      Map<TopicPartition, BatchEnds.ReadRange> now) {
    stalled.keySet().retainAll(now.keySet());
    if (now.entrySet().stream().noneMatch(own -> moved(before.get(own.getKey()), own.getValue()))) {
      return;
    }
    now.forEach(
        (partition, stand) -> {
          BatchEnds.ReadRange then = before.get(partition);
          if (then != null && then.lag() > 0 && then.readFrom() == stand.readFrom()) {
            stalled.put(partition, next(partition, at, then, stand));
          } else {
            stalled.remove(partition);
          }
        });
  }

  /** The one that has stood stalled for longest; null when none has for two windows. */
  @Nullable StalledPartition worst(Duration window) {
    StalledPartition worst = null;
    for (StalledPartition own : stalled.values()) {
      boolean lasts =
          own.ends() >= MIN_BATCHES
              && Duration.between(own.since(), own.last()).compareTo(window.multipliedBy(2)) >= 0
              && own.endNow() > own.endThen();
      if (lasts && (worst == null || own.since().isBefore(worst.since()))) {
        worst = own;
      }
    }
    return worst;
  }

  private StalledPartition next(
      TopicPartition partition, Instant at, BatchEnds.ReadRange then, BatchEnds.ReadRange now) {
    StalledPartition was = stalled.get(partition);
    return was == null
        ? new StalledPartition(
            partition.topic(), partition.partition(), at, at, then.end(), now.end(), 1)
        : new StalledPartition(
            was.topic(),
            was.partition(),
            was.since(),
            at,
            was.endThen(),
            now.end(),
            was.ends() + 1);
  }

  private static boolean moved(BatchEnds.@Nullable ReadRange before, BatchEnds.ReadRange now) {
    return before != null && now.readFrom() > before.readFrom();
  }
}
