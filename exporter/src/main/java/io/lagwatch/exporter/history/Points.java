package io.lagwatch.exporter.history;

import java.time.Instant;

/** The values of one query over the last hour, oldest first. Immutable. */
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

  /** Returns the number of points. */
  public int size() {
    return times.length;
  }

  /** Returns the time of a point. */
  public Instant at(int i) {
    return Instant.ofEpochMilli(times[i]);
  }

  /** Returns a value of a point; NaN if it was unknown. */
  public double value(HistoryMetric field, int i) {
    return values[i * HistoryMetric.COUNT + field.index()];
  }

  /**
   * Returns true if a value was unknown between the previous point and this one. A chart must then
   * not connect them.
   */
  public boolean gapBefore(int i) {
    return gapBefore[i];
  }
}
