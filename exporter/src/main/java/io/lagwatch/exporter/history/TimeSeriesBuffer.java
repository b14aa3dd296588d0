package io.lagwatch.exporter.history;

import java.time.Duration;
import java.util.Arrays;

/**
 * The values of one query over the last hour, as rows in primitive arrays. The last row is the
 * newest sample; the other rows are at least one step apart. If a value was unknown in a sample
 * between two rows, the second row is marked with a gap, so that no line is drawn across it. Not
 * thread-safe.
 */
final class TimeSeriesBuffer {
  static final Duration SPAN = Duration.ofHours(1);

  /** Milliseconds between two samples from which there is a gap. */
  private static final long MIN_GAP_MILLIS = 3 * History.SAMPLE_INTERVAL.toMillis();

  private long[] times = new long[8];
  private double[] values = new double[8 * HistoryMetric.COUNT];
  private boolean[] gapBefore = new boolean[8];
  private int size;

  /**
   * Adds a sample.
   *
   * @param row the value of each {@link HistoryMetric}; NaN if it is unknown
   */
  void add(long at, double[] row, Duration step) {
    // If the clock was set back, the rows with later times are replaced.
    while (size > 0 && times[size - 1] >= at) {
      size--;
    }
    boolean gap = size > 0 && at - times[size - 1] > MIN_GAP_MILLIS;
    add(at, row, gap, step.toMillis());
    removeBefore(at - SPAN.toMillis());
  }

  /** Returns a copy with a longer step. */
  TimeSeriesBuffer thinned(Duration step) {
    var thin = new TimeSeriesBuffer();
    for (int i = 0; i < size; i++) {
      thin.add(times[i], row(i), gapBefore[i], step.toMillis());
    }
    return thin;
  }

  int size() {
    return size;
  }

  /** Returns an immutable copy. */
  Points points() {
    return new Points(
        Arrays.copyOf(times, size),
        Arrays.copyOf(values, size * HistoryMetric.COUNT),
        Arrays.copyOf(gapBefore, size));
  }

  private void add(long at, double[] row, boolean gap, long step) {
    // Allows for a jitter of a tenth of a step.
    boolean replacesLast = size > 1 && !gap && times[size - 1] - times[size - 2] < step * 9 / 10;
    if (replacesLast) {
      gap = gapBefore[size - 1] || hidesUnknownValue(row);
      size--;
    }
    grow();
    times[size] = at;
    gapBefore[size] = gap;
    System.arraycopy(row, 0, values, size * HistoryMetric.COUNT, HistoryMetric.COUNT);
    size++;
  }

  /** Returns true if a value is unknown in the row that is replaced and known in the new one. */
  private boolean hidesUnknownValue(double[] row) {
    for (int i = 0; i < HistoryMetric.COUNT; i++) {
      if (Double.isNaN(values[(size - 1) * HistoryMetric.COUNT + i]) && !Double.isNaN(row[i])) {
        return true;
      }
    }
    return false;
  }

  private void grow() {
    if (size == times.length) {
      int capacity = size + size / 2;
      times = Arrays.copyOf(times, capacity);
      gapBefore = Arrays.copyOf(gapBefore, capacity);
      values = Arrays.copyOf(values, capacity * HistoryMetric.COUNT);
    }
  }

  private void removeBefore(long before) {
    int old = 0;
    while (old < size && times[old] < before) {
      old++;
    }
    if (old > 0) {
      System.arraycopy(times, old, times, 0, size - old);
      System.arraycopy(gapBefore, old, gapBefore, 0, size - old);
      System.arraycopy(
          values, old * HistoryMetric.COUNT, values, 0, (size - old) * HistoryMetric.COUNT);
      size -= old;
    }
  }

  private double[] row(int i) {
    return Arrays.copyOfRange(values, i * HistoryMetric.COUNT, (i + 1) * HistoryMetric.COUNT);
  }
}
