package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.SaturatingMath;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Running totals since the start of a run, kept by the listener.
 *
 * @param batches finished batches, empty ones included
 * @param emptyBatches of these, batches without input
 * @param inputRows rows as Spark counts them, which is not always the number of records
 * @param droppedLateRows rows that state operators dropped behind the watermark
 * @param replayedBatches of the batches, those that an earlier run had begun and not finished
 */
public record Totals(
    long batches,
    long emptyBatches,
    long inputRows,
    long droppedLateRows,
    long replayedBatches,
    Durations batchSeconds) {
  public static final Totals NONE = new Totals(0, 0, 0, 0, 0, Durations.NONE);

  /**
   * A histogram of batch durations.
   *
   * @param sum seconds
   * @param buckets upper bound in seconds to the cumulative count of durations at or below it; may
   *     be empty when a sender keeps none
   */
  public record Durations(long count, double sum, SortedMap<Double, Long> buckets) {
    public static final Durations NONE = new Durations(0, 0, new TreeMap<>());

    public Durations {
      buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
    }

    /** Both together; bounds that only one of them has keep that one's count. */
    public Durations plus(Durations other) {
      var sums = new TreeMap<>(buckets);
      other.buckets.forEach((bound, n) -> sums.merge(bound, n, SaturatingMath::add));
      return new Durations(SaturatingMath.add(count, other.count), sum + other.sum, sums);
    }

    /** What is higher of each, which is a histogram again. */
    Durations max(Durations other) {
      var highest = new TreeMap<>(buckets);
      other.buckets.forEach((bound, n) -> highest.merge(bound, n, Math::max));
      return new Durations(Math.max(count, other.count), Math.max(sum, other.sum), highest);
    }
  }

  /** Both together, for a query's runs. */
  public Totals plus(Totals other) {
    return new Totals(
        SaturatingMath.add(batches, other.batches),
        SaturatingMath.add(emptyBatches, other.emptyBatches),
        SaturatingMath.add(inputRows, other.inputRows),
        SaturatingMath.add(droppedLateRows, other.droppedLateRows),
        SaturatingMath.add(replayedBatches, other.replayedBatches),
        batchSeconds.plus(other.batchSeconds));
  }

  /**
   * What is higher of each, for two reports of one run: no single count may go back, or it looks to
   * Prometheus as if all of it had happened again.
   */
  public Totals max(Totals other) {
    return new Totals(
        Math.max(batches, other.batches),
        Math.max(emptyBatches, other.emptyBatches),
        Math.max(inputRows, other.inputRows),
        Math.max(droppedLateRows, other.droppedLateRows),
        Math.max(replayedBatches, other.replayedBatches),
        batchSeconds.max(other.batchSeconds));
  }
}
