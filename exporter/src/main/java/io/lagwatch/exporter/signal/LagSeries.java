package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The lag of one source at its batch ends, oldest first. If batches end more often than every few
 * seconds, only the lowest point of each step is kept, because the lower envelope needs no others.
 * Steps are longer for older points. Its size is limited to about 400 points over a day. Not
 * thread-safe.
 */
final class LagSeries {
  private static final long FINE_STEP = Duration.ofSeconds(5).toMillis();
  private static final long FINE_AGE = Duration.ofMinutes(10).toMillis();
  private static final long MINUTE_STEP = Duration.ofMinutes(1).toMillis();
  private static final long MINUTE_AGE = Duration.ofHours(3).toMillis();
  private static final long LONG_STEP = Duration.ofMinutes(10).toMillis();
  private static final long KEPT = Duration.ofDays(1).toMillis();
  private static final int THIN_AT = 448;

  private List<LagPoint> points = new ArrayList<>();

  LagSeries(List<LagPoint> points) {
    this.points.addAll(points);
  }

  List<LagPoint> points() {
    return points;
  }

  /** Adds a point if it is later than the newest one. */
  void add(LagPoint point) {
    int size = points.size();
    if (size > 0 && !point.at().isAfter(points.get(size - 1).at())) {
      return;
    }
    if (size >= 2) {
      lowestOfStep(points, points.remove(size - 1), FINE_STEP);
    }
    points.add(point);
    if (points.size() > THIN_AT) {
      thin();
    }
  }

  private void thin() {
    long newest = points.get(points.size() - 1).at().toEpochMilli();
    var kept = new ArrayList<LagPoint>();
    for (LagPoint point : points) {
      long age = newest - point.at().toEpochMilli();
      if (age <= KEPT) {
        lowestOfStep(
            kept, point, age <= FINE_AGE ? FINE_STEP : age <= MINUTE_AGE ? MINUTE_STEP : LONG_STEP);
      }
    }
    points = kept;
  }

  /**
   * Appends a point, or keeps only the lower of it and the last point if both are in the same step.
   */
  private static void lowestOfStep(List<LagPoint> kept, LagPoint point, long step) {
    int last = kept.size() - 1;
    boolean sameStep =
        last >= 0 && kept.get(last).at().toEpochMilli() / step == point.at().toEpochMilli() / step;
    if (!sameStep) {
      kept.add(point);
    } else if (point.grown() < kept.get(last).grown()) {
      kept.set(last, point);
    }
  }
}
