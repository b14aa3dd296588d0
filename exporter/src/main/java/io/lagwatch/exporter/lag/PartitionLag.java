package io.lagwatch.exporter.lag;

import org.jspecify.annotations.Nullable;

/**
 * The lag of one partition of one source, with its offsets. Immutable.
 *
 * <p>Offsets are Kafka's: {@code position} is the offset read next, {@code end} the offset the next
 * record will get (or the last stable offset under {@code read_committed}). A null number is
 * unknown or does not apply; it never means 0.
 *
 * @param source index of the source in the query's progress
 * @param position null while the query has not picked the partition up
 * @param end null when no poll has answered recently
 * @param earliest null when no poll has answered recently
 * @param records lag in records; null when it is unknown
 * @param time lag in time; null when it is unknown
 * @param state whether the lag is known, and why not
 */
public record PartitionLag(
    int source,
    TopicPartition partition,
    @Nullable Long position,
    @Nullable Long end,
    @Nullable Long earliest,
    @Nullable Long records,
    @Nullable TimeLag time,
    PartitionStatus state) {

  /**
   * Records from the earliest offset to the position; negative if retention deleted unread ones.
   */
  public @Nullable Long headroom() {
    return position == null || earliest == null ? null : position - earliest;
  }
}
