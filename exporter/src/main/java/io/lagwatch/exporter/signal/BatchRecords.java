package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.Map;

/** How much a batch read. */
final class BatchRecords {
  private BatchRecords() {}

  /**
   * Records that the positions moved by, or rows where there is no position to go by: Spark counts
   * rows as often as a plan reads them, from none to twice.
   */
  static long count(Progress progress) {
    return progress.sources().stream().map(BatchRecords::count).reduce(0L, SaturatingMath::add);
  }

  private static long count(Progress.Source source) {
    Map<TopicPartition, Long> start = source.start();
    Map<TopicPartition, Long> end = source.end();
    if (start == null || end == null) {
      Long rows = source.numInputRows();
      return rows == null ? 0 : rows;
    }
    return end.entrySet().stream()
        .map(e -> Math.max(0, e.getValue() - start.getOrDefault(e.getKey(), e.getValue())))
        .reduce(0L, SaturatingMath::add);
  }
}
