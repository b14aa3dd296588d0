package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.lag.TopicPartition;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A planned batch.
 *
 * @param startedAt second of its trigger
 * @param replayed planned by an earlier run that did not finish it
 */
record Batch(long id, long startedAt, boolean replayed, List<Slice> slices) {
  /**
   * What it reads of one source.
   *
   * @param start null in the first batch of a run
   * @param latest null when replayed
   */
  record Slice(
      List<String> topics,
      @Nullable SortedMap<TopicPartition, Long> start,
      SortedMap<TopicPartition, Long> end,
      @Nullable SortedMap<TopicPartition, Long> latest,
      long rows) {}

  Batch {
    slices = List.copyOf(slices);
  }

  long rows() {
    return slices.stream().mapToLong(Slice::rows).sum();
  }
}
