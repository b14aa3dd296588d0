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
   * One partition that batches have not read. The names of the components are stored in the state
   * file.
   *
   * @param since the first batch end without a change of its position
   * @param last the last batch end
   * @param endThen end offset at the batch end before {@code since}
   * @param endNow end offset at the last batch end
   * @param ends number of batch ends without a change of its position
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

  /**
   * Adds a batch end.
   *
   * @param previous read ranges at the previous batch end
   * @param current read ranges at this batch end
   */
  void ended(
      Instant at,
      Map<TopicPartition, BatchEnds.ReadRange> previous,
      Map<TopicPartition, BatchEnds.ReadRange> current) {
    stalled.keySet().retainAll(current.keySet());
    if (current.entrySet().stream()
        .noneMatch(range -> advanced(previous.get(range.getKey()), range.getValue()))) {
      return;
    }
    current.forEach(
        (partition, range) -> {
          BatchEnds.ReadRange previousRange = previous.get(partition);
          if (previousRange != null
              && previousRange.lag() > 0
              && previousRange.readFrom() == range.readFrom()) {
            stalled.put(partition, next(partition, at, previousRange, range));
          } else {
            stalled.remove(partition);
          }
        });
  }

  /**
   * Returns the partition that has been stalled for longest; null if none has been for two windows.
   */
  @Nullable StalledPartition worst(Duration window) {
    StalledPartition worst = null;
    for (StalledPartition partition : stalled.values()) {
      boolean longEnough =
          partition.ends() >= MIN_BATCHES
              && Duration.between(partition.since(), partition.last())
                      .compareTo(window.multipliedBy(2))
                  >= 0
              && partition.endNow() > partition.endThen();
      if (longEnough && (worst == null || partition.since().isBefore(worst.since()))) {
        worst = partition;
      }
    }
    return worst;
  }

  private StalledPartition next(
      TopicPartition partition,
      Instant at,
      BatchEnds.ReadRange previousRange,
      BatchEnds.ReadRange range) {
    StalledPartition known = stalled.get(partition);
    return known == null
        ? new StalledPartition(
            partition.topic(), partition.partition(), at, at, previousRange.end(), range.end(), 1)
        : new StalledPartition(
            known.topic(),
            known.partition(),
            known.since(),
            at,
            known.endThen(),
            range.end(),
            known.ends() + 1);
  }

  private static boolean advanced(
      BatchEnds.@Nullable ReadRange previous, BatchEnds.ReadRange current) {
    return previous != null && current.readFrom() > previous.readFrom();
  }
}
