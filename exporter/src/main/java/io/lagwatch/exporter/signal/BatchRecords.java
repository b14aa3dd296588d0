package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.Map;

/** Computes the number of records that a batch read. */
final class BatchRecords {
  private BatchRecords() {}

  /**
   * Returns the offsets that the positions advanced, or the rows if there are no positions. Rows
   * are less precise, because Spark counts a row as often as the plan reads it: not at all, once or
   * twice.
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
