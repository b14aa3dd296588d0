package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.Map;

/** How much a batch read. */
final class BatchRecords {
  private BatchRecords() {}

  /**
   * Records that the positions moved by, or rows where there is no position to go by: Spark counts
   * rows as often as a plan reads them, from none to twice.
   */
  static long read(Progress progress) {
    return progress.sources().stream().mapToLong(BatchRecords::read).sum();
  }

  private static long read(Progress.Source source) {
    Map<TopicPartition, Long> start = source.start();
    Map<TopicPartition, Long> end = source.end();
    if (start == null || end == null) {
      Long rows = source.numInputRows();
      return rows == null ? 0 : rows;
    }
    return end.entrySet().stream()
        .mapToLong(e -> Math.max(0, e.getValue() - start.getOrDefault(e.getKey(), e.getValue())))
        .sum();
  }
}
