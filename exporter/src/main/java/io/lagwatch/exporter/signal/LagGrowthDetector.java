package io.lagwatch.exporter.signal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a series of lags at batch ends grows. Stateless.
 *
 * <p>Lag counts as growing when, for at least one of three window sizes, all three conditions hold:
 *
 * <ul>
 *   <li>the lower envelope rises from window to window, and also within the newest window. A
 *       saw-tooth, one slow batch, a step and a constant backlog do not meet this condition. Each
 *       window contains at least two batch ends;
 *   <li>the growth is a minimum share of the arrived records, which is smaller for longer windows.
 *       It is also larger than the noise of its steps. A growth of a few per cent is found within
 *       an hour, a random walk at the rate limit is not;
 *   <li>the newest lag in seconds is above a floor. If growth is slow, the lag in seconds must have
 *       risen as well, because more traffic increases the lag in records but not in seconds.
 * </ul>
 */
final class LagGrowthDetector {
  private static final int BLOCKS = 8;

  /** The noise that is assumed before steps have been observed, with a weight in steps. */
  private static final double EXPECTED_NOISE = 0.03;

  private static final int EXPECTED_WEIGHT = 3;

  private static final List<DetectionWindow> WINDOWS =
      List.of(
          new DetectionWindow(1, 0.08, 2),
          new DetectionWindow(2, 0.03, 4),
          new DetectionWindow(4, 0.015, 4));

  /**
   * @param factor length of the window divided by the shortest window
   * @param share minimum share of the arrived records that added to the lag
   * @param noise minimum growth in standard errors
   */
  private record DetectionWindow(int factor, double share, double noise) {}

  /** The growth of a lag, with its start. */
  record Growth(LagPoint since) {}

  private LagGrowthDetector() {}

  /** Returns the growth at the newest point; null if there is none. */
  static @Nullable Growth of(List<LagPoint> points, Duration window, LagFloor floor) {
    if (points.isEmpty()) {
      return null;
    }
    for (DetectionWindow size : WINDOWS) {
      LagPoint since = since(points, size, window.multipliedBy(size.factor()), floor);
      if (since != null) {
        return new Growth(since);
      }
    }
    return null;
  }

  private static @Nullable LagPoint since(
      List<LagPoint> points, DetectionWindow size, Duration window, LagFloor floor) {
    LagPoint newest = points.get(points.size() - 1);
    int ends = 2 * size.factor();
    int newer = windowStart(points, points.size(), newest.at(), window, ends);
    int older = windowStart(points, newer, points.get(newer).at(), window, ends);
    List<LagPoint> both = points.subList(older, points.size());
    boolean covered =
        newer - older >= ends
            && newest.secondsSince(both.get(0)) >= 1.7 * window.toMillis() / 1000.0;
    if (!covered) {
      return null;
    }
    LagPoint before = lowest(points.subList(older, newer));
    LagPoint after = lowest(points.subList(newer, points.size()));
    boolean rises =
        share(before, newest) >= size.share()
            && share(before, after) >= size.share() / 2
            && share(after, newest) >= size.share() / 2;
    return rises && standsOut(both, size.noise()) && behind(before, newest, size, floor)
        ? before
        : null;
  }

  /**
   * Returns the first index of the window that ends before {@code end}: by its time or by its
   * number of batch ends, whichever is earlier.
   */
  private static int windowStart(
      List<LagPoint> points, int end, Instant newest, Duration window, int ends) {
    Instant from = newest.minus(window);
    int start = end;
    while (start > 0 && (end - start < ends || points.get(start - 1).at().isAfter(from))) {
      start--;
    }
    return start;
  }

  /** Returns the share of the records that arrived between two points and added to the lag. */
  static double share(LagPoint from, LagPoint to) {
    long arrived = to.arrived() - from.arrived();
    return arrived <= 0 ? 0 : (double) (to.grown() - from.grown()) / arrived;
  }

  private static LagPoint lowest(List<LagPoint> points) {
    LagPoint lowest = points.get(0);
    for (LagPoint point : points) {
      if (point.grown() < lowest.grown()) {
        lowest = point;
      }
    }
    return lowest;
  }

  /** Returns true if the mean growth of the steps is large compared with their noise. */
  private static boolean standsOut(List<LagPoint> points, double noise) {
    List<LagPoint> blocks = blocks(points);
    double[] steps = new double[blocks.size() - 1];
    double mean = 0;
    for (int i = 0; i < steps.length; i++) {
      steps[i] = share(blocks.get(i), blocks.get(i + 1));
      mean += steps[i] / steps.length;
    }
    double perBlock = (double) points.size() / blocks.size();
    double squares = EXPECTED_WEIGHT * EXPECTED_NOISE * EXPECTED_NOISE / perBlock;
    for (double step : steps) {
      squares += (step - mean) * (step - mean);
    }
    double deviation = Math.sqrt(squares / (EXPECTED_WEIGHT + steps.length - 1));
    return mean >= noise * deviation / Math.sqrt(steps.length);
  }

  /** Returns the lowest point of each eighth of the time that has a batch end. */
  private static List<LagPoint> blocks(List<LagPoint> points) {
    LagPoint first = points.get(0);
    double length = points.get(points.size() - 1).secondsSince(first) / BLOCKS;
    var blocks = new ArrayList<LagPoint>();
    int from = 0;
    for (int block = 1; block <= BLOCKS; block++) {
      int to = from;
      while (to < points.size()
          && (block == BLOCKS || points.get(to).secondsSince(first) < block * length)) {
        to++;
      }
      if (to > from) {
        blocks.add(lowest(points.subList(from, to)));
      }
      from = to;
    }
    return blocks;
  }

  private static boolean behind(
      LagPoint before, LagPoint newest, DetectionWindow size, LagFloor floor) {
    Double now = newest.lagSeconds(before);
    if (now == null || !floor.isExceededBy(now, newest.tookSeconds())) {
      return false;
    }
    Double then = before.behindSeconds();
    Double lately = newest.behindSeconds();
    if (then == null || lately == null || newest.atLeast() || before.atLeast()) {
      return true;
    }
    return size.factor() == 1 || lately - then >= size.share() / 2 * newest.secondsSince(before);
  }
}
