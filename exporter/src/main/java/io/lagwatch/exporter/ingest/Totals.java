package io.lagwatch.exporter.ingest;

import io.lagwatch.exporter.lag.SaturatingMath;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongBinaryOperator;

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

    /** Bounds of one histogram. Listeners have 13; runs with other bounds must not add up. */
    static final int MAX_BOUNDS = 100;

    public Durations {
      buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
    }

    /**
     * Returns the sum of both histograms. At a bound that only one of them has, the other counts as
     * at its next lower bound. If there are {@value #MAX_BOUNDS} bounds, further ones of {@code
     * other} are left out.
     */
    public Durations plus(Durations other) {
      return new Durations(
          SaturatingMath.add(count, other.count),
          sum + other.sum,
          combined(other, SaturatingMath::add));
    }

    /**
     * Returns the higher value of each field and bucket. The result is a valid histogram. Bounds
     * are limited as in {@link #plus}.
     */
    Durations max(Durations other) {
      return new Durations(
          Math.max(count, other.count), Math.max(sum, other.sum), combined(other, Math::max));
    }

    private SortedMap<Double, Long> combined(Durations other, LongBinaryOperator operator) {
      var bounds = new TreeSet<>(buckets.keySet());
      for (Double bound : other.buckets.keySet()) {
        if (bounds.size() < MAX_BOUNDS) {
          bounds.add(bound);
        }
      }
      var combined = new TreeMap<Double, Long>();
      for (Double bound : bounds) {
        combined.put(bound, operator.applyAsLong(upTo(bound), other.upTo(bound)));
      }
      return combined;
    }

    /** How many durations are known not to exceed the bound. */
    private long upTo(Double bound) {
      Long exact = buckets.get(bound);
      if (exact != null) {
        return exact;
      }
      SortedMap<Double, Long> below = buckets.headMap(bound);
      return below.isEmpty() ? 0 : below.getOrDefault(below.lastKey(), 0L);
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
