package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.SaturatingMath;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counters of one run since its start, kept by the listener. Immutable.
 *
 * @param batches completed batches, including those without input
 * @param emptyBatches completed batches without input
 * @param inputRows input rows as Spark counts them, which can differ from the number of records
 * @param droppedLateRows rows that state operators dropped because they were older than the
 *     watermark
 * @param replayedBatches completed batches that an earlier run had started and not completed
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
   * @param buckets cumulative count of durations per upper bound in seconds; may be empty
   */
  public record Durations(long count, double sum, SortedMap<Double, Long> buckets) {
    public static final Durations NONE = new Durations(0, 0, new TreeMap<>());

    public Durations {
      buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
    }

    /** Returns the sum of both histograms. A bound that only one of them has keeps its count. */
    public Durations plus(Durations other) {
      var sums = new TreeMap<>(buckets);
      other.buckets.forEach((bound, n) -> sums.merge(bound, n, SaturatingMath::add));
      return new Durations(SaturatingMath.add(count, other.count), sum + other.sum, sums);
    }

    /** Returns the higher value of each field and bucket. The result is a valid histogram. */
    Durations max(Durations other) {
      var highest = new TreeMap<>(buckets);
      other.buckets.forEach((bound, n) -> highest.merge(bound, n, Math::max));
      return new Durations(Math.max(count, other.count), Math.max(sum, other.sum), highest);
    }
  }

  /** Returns the sum of both, for the totals of all runs of a query. */
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
   * Returns the higher value of each field, for two reports of one run. No counter may decrease,
   * because Prometheus would treat that as a restart and count everything again.
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
