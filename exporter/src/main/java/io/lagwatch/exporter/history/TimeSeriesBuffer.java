package io.lagwatch.exporter.history;

import java.time.Duration;
import java.util.Arrays;

/**
 * The numbers of one query over the last hour, in rows of primitives. The newest row is the newest
 * sample, the others are at least a step apart. What a step leaves out is remembered where it
 * matters: a line must not be drawn across a moment at which a number was not known. Not
 * thread-safe.
 */
final class TimeSeriesBuffer {
  static final Duration KEPT = Duration.ofHours(1);

  /** Samples further apart than this have nothing between them that is known. */
  private static final long LONGEST_PAUSE = 3 * History.SAMPLED_EVERY.toMillis();

  private long[] times = new long[8];
  private double[] values = new double[8 * HistoryMetric.COUNT];
  private boolean[] gapBefore = new boolean[8];
  private int size;

  /** Takes a sample; {@code row} holds every {@link HistoryMetric}, NaN where it is not known. */
  void add(long at, double[] row, Duration step) {
    // A clock that was set back says the same times again.
    while (size > 0 && times[size - 1] >= at) {
      size--;
    }
    boolean gap = size > 0 && at - times[size - 1] > LONGEST_PAUSE;
    add(at, row, gap, step.toMillis());
    forget(at - KEPT.toMillis());
  }

  /** The same at a coarser step. */
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

  /** A copy that stays as it is. */
  Points points() {
    return new Points(
        Arrays.copyOf(times, size),
        Arrays.copyOf(values, size * HistoryMetric.COUNT),
        Arrays.copyOf(gapBefore, size));
  }

  private void add(long at, double[] row, boolean gap, long step) {
    // A tenth of a step is the clock's jitter.
    boolean replaces = size > 1 && !gap && times[size - 1] - times[size - 2] < step * 9 / 10;
    if (replaces) {
      gap = gapBefore[size - 1] || hides(row);
      size--;
    }
    grow();
    times[size] = at;
    gapBefore[size] = gap;
    System.arraycopy(row, 0, values, size * HistoryMetric.COUNT, HistoryMetric.COUNT);
    size++;
  }

  /** Whether the row that is replaced says of a number that it is unknown, and the new one not. */
  private boolean hides(double[] row) {
    for (int i = 0; i < HistoryMetric.COUNT; i++) {
      if (Double.isNaN(values[(size - 1) * HistoryMetric.COUNT + i]) && !Double.isNaN(row[i])) {
        return true;
      }
    }
    return false;
  }

  private void grow() {
    if (size == times.length) {
      int room = size + size / 2;
      times = Arrays.copyOf(times, room);
      gapBefore = Arrays.copyOf(gapBefore, room);
      values = Arrays.copyOf(values, room * HistoryMetric.COUNT);
    }
  }

  private void forget(long before) {
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
