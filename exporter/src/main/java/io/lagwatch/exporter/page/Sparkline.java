package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.text.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A line chart of the last hour that needs no script. It is shorter if the history is. The right
 * end is now. A time at which the value was unknown is a gap in the line and marked at the foot.
 *
 * @param words what the line shows, for screen readers
 * @param area path of the area below the line; empty without a value
 * @param line path of the line; empty without a value
 * @param gap path of the marks at the foot; empty when nothing was unknown
 */
record Sparkline(String words, String area, String line, String gap) {
  private static final Duration SPAN = Duration.ofHours(1);

  /** With a shorter span, small changes would look large. */
  private static final Duration MIN_SPAN = Duration.ofMinutes(5);

  /**
   * Draws a line.
   *
   * @param span up to {@code now}, see {@link #span}
   * @param minTop the top of the scale where all values are lower, so that small values are drawn
   *     near the bottom
   */
  static Sparkline of(
      Points points,
      HistoryMetric metric,
      Duration span,
      Instant now,
      String words,
      double minTop) {
    var paths = new SparklinePaths(points, metric, span, now);
    paths.draw(minTop);
    return new Sparkline(words, paths.area(), paths.line(), paths.gap());
  }

  /**
   * The time to draw: from the first known value on, at most an hour. So the first minutes are a
   * line across the chart and not a stroke at its edge.
   */
  static Duration span(@Nullable Instant first, Instant now) {
    var since = first == null ? SPAN : Duration.between(first, now);
    return since.compareTo(SPAN) > 0 ? SPAN : since.compareTo(MIN_SPAN) < 0 ? MIN_SPAN : since;
  }

  /** The time that the history covers, at most an hour. */
  private static String kept(Points points) {
    var first = points.at(0);
    var covered = Duration.between(first, points.at(points.size() - 1));
    return covered.compareTo(SPAN.minusMinutes(2)) >= 0
        ? "it"
        : "the time since " + Times.utcTimeOfDay(first);
  }

  /** What the line shows, in words. */
  static String words(
      Points points, HistoryMetric field, String what, DoubleFunction<String> format) {
    double highest = Double.NaN;
    int unknown = 0;
    for (int i = 0; i < points.size(); i++) {
      double value = points.value(field, i);
      if (Double.isNaN(value)) {
        unknown++;
      } else {
        highest = Double.isNaN(highest) ? value : Math.max(highest, value);
      }
    }
    if (Double.isNaN(highest)) {
      return what + ": unknown for all of the last hour";
    }
    double last = points.value(field, points.size() - 1);
    long share = Math.max(1, Math.round(100.0 * unknown / points.size()));
    return what
        + ": "
        + (Double.isNaN(last) ? "unknown" : format.apply(last))
        + " at "
        + Times.utcTimeOfDay(points.at(points.size() - 1))
        + ", at most "
        + format.apply(highest)
        + " in the last hour"
        + (unknown == 0 ? "" : ", unknown for " + share + " % of " + kept(points));
  }
}
