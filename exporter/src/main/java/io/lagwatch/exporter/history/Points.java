package io.lagwatch.exporter.history;

import java.time.Instant;

/** The numbers of one query over the last hour, oldest first. Immutable. */
public final class Points {
  static final Points NONE = new Points(new long[0], new double[0], new boolean[0]);

  private final long[] times;
  private final double[] values;
  private final boolean[] gapBefore;

  Points(long[] times, double[] values, boolean[] gapBefore) {
    this.times = times;
    this.values = values;
    this.gapBefore = gapBefore;
  }

  /** How many moments there are. */
  public int size() {
    return times.length;
  }

  /** When. */
  public Instant at(int i) {
    return Instant.ofEpochMilli(times[i]);
  }

  /** What was known then; NaN when it was not. */
  public double value(HistoryMetric field, int i) {
    return values[i * HistoryMetric.COUNT + field.index()];
  }

  /**
   * Whether something was unknown between the moment before and this one, so that no line may join
   * them.
   */
  public boolean gapBefore(int i) {
    return gapBefore[i];
  }
}
