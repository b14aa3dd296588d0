package io.lagwatch.exporter.scenario;

import java.util.SplittableRandom;

/**
 * How long a batch takes: a fixed part and a part that grows with its rows. Built once by a
 * scenario, then only read.
 */
final class BatchTime {
  private final double overhead;
  private final double rowsPerSecond;
  private double noise = 0.05;
  private double firstBatchExtra;
  private long everyNth = Long.MAX_VALUE;
  private double nthExtra;
  private Arrivals overheadExtra = Arrivals.none();
  private Arrivals capacityFactor = Arrivals.steady(1);

  private BatchTime(double overhead, double rowsPerSecond) {
    this.overhead = overhead;
    this.rowsPerSecond = rowsPerSecond;
  }

  /** Seconds that every batch takes, and rows that are done in one further second. */
  static BatchTime of(double overhead, double rowsPerSecond) {
    return new BatchTime(overhead, rowsPerSecond);
  }

  BatchTime noise(double share) {
    noise = share;
    return this;
  }

  /** The first batch of a run takes longer, the two after it a half and a quarter of that. */
  BatchTime slowStart(double seconds) {
    firstBatchExtra = seconds;
    return this;
  }

  /** One batch in {@code n} takes longer. */
  BatchTime oddSlow(long n, double seconds) {
    everyNth = n;
    nthExtra = seconds;
    return this;
  }

  /** The fixed part grows by this many seconds, by the time of the batch's start. */
  BatchTime creeping(Arrivals seconds) {
    overheadExtra = seconds;
    return this;
  }

  /** Capacity is multiplied by this, by the time of the batch's start. */
  BatchTime capacity(Arrivals factor) {
    capacityFactor = factor;
    return this;
  }

  double rowsPerSecond(long second) {
    return rowsPerSecond * capacityFactor.perSecond(second);
  }

  /**
   * Milliseconds of a batch.
   *
   * @param ofRun how many batches the run has finished
   */
  long millis(long rows, long second, long ofRun, SplittableRandom random) {
    double seconds = overhead + overheadExtra.perSecond(second) + rows / rowsPerSecond(second);
    seconds *= Math.max(0.5, 1 + noise * random.nextGaussian());
    if (ofRun < 3) {
      seconds += firstBatchExtra / (1L << ofRun);
    }
    if (ofRun % everyNth == everyNth - 1) {
      seconds += nthExtra;
    }
    return Math.max(20, Math.round(seconds * 1000));
  }
}
