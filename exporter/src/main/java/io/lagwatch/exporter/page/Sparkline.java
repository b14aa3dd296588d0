package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import io.lagwatch.exporter.text.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A line of the last hour, or of as much of it as there is, that needs no script. Time runs to the
 * right up to now; a line is never drawn across a moment at which the number was unknown, which is
 * marked at the foot instead.
 */
final class Sparkline {
  private static final Duration SPAN = Duration.ofHours(1);

  /** Less would draw every flutter large. */
  private static final Duration LEAST_SPAN = Duration.ofMinutes(5);

  private static final int BUCKETS = 60;
  private static final int WIDTH = 240;
  private static final int HEIGHT = 48;

  private final StringBuilder line = new StringBuilder();
  private final StringBuilder area = new StringBuilder();
  private final StringBuilder unknown = new StringBuilder();
  private final double[] highest = new double[BUCKETS];
  private final boolean[] broken = new boolean[BUCKETS];

  private Sparkline(Points points, HistoryMetric field, Duration span, Instant now) {
    Arrays.fill(highest, Double.NaN);
    long from = now.minus(span).toEpochMilli();
    for (int i = 0; i < points.size(); i++) {
      long bucket = (points.at(i).toEpochMilli() - from) * BUCKETS / span.toMillis();
      if (bucket < 0 || bucket > BUCKETS) {
        continue;
      }
      int at = (int) Math.min(BUCKETS - 1, bucket);
      double value = points.value(field, i);
      broken[at] |= Double.isNaN(value) || points.gapBefore(i);
      highest[at] = Double.isNaN(highest[at]) ? value : Math.max(highest[at], value);
    }
  }

  /**
   * How much to draw: from the first number on, so that the first minutes are a line and not a
   * stroke at the edge, and an hour at most.
   */
  static Duration span(@Nullable Instant first, Instant now) {
    var since = first == null ? SPAN : Duration.between(first, now);
    return since.compareTo(SPAN) > 0 ? SPAN : since.compareTo(LEAST_SPAN) < 0 ? LEAST_SPAN : since;
  }

  /**
   * Draws one.
   *
   * @param span up to now, see {@link #span}
   * @param what is drawn, for those who do not see it
   * @param least the top of the scale where all values are lower, so that little looks like little
   */
  static void draw(
      Html html,
      Points points,
      HistoryMetric field,
      Duration span,
      Instant now,
      String what,
      double least) {
    var trend = new Sparkline(points, field, span, now);
    double most = least;
    for (double value : trend.highest) {
      most = Double.isNaN(value) ? most : Math.max(most, value);
    }
    trend.lines(Math.max(most, 1e-9));
    html.open(
        "svg",
        "class",
        "trend",
        "viewBox",
        "0 0 " + WIDTH + " " + HEIGHT,
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-label",
        what);
    shape(html, "area", trend.area);
    shape(html, "line", trend.line);
    shape(html, "gap", trend.unknown);
    html.close();
  }

  private static void shape(Html html, String style, StringBuilder path) {
    if (path.length() > 0) {
      html.element("path", "", "class", style, "d", path.toString());
    }
  }

  private void lines(double most) {
    int begun = -1;
    int last = -1;
    boolean any = false;
    for (int i = 0; i < BUCKETS; i++) {
      boolean known = !Double.isNaN(highest[i]);
      if (begun >= 0 && (broken[i] || (known && i - last > 2))) {
        end();
        begun = -1;
      }
      if (broken[i] && (any || !known)) {
        unknown.append("M").append(x(i)).append(' ').append(HEIGHT - 1).append('h').append(4);
      }
      if (known) {
        int y = (int) Math.round((HEIGHT - 2) * (1 - Math.max(0, highest[i]) / most)) + 1;
        if (begun < 0) {
          begun = i;
          line.append('M').append(x(i)).append(' ').append(y);
          area.append('M').append(x(i)).append(' ').append(HEIGHT);
          area.append('V').append(y);
        } else {
          line.append('L').append(x(i)).append(' ').append(y);
          area.append('L').append(x(i)).append(' ').append(y);
        }
        last = i;
        any = true;
      }
    }
    if (begun >= 0) {
      end();
    }
  }

  /** A single moment is a dot: the line's round cap. */
  private void end() {
    line.append("h1");
    area.append('V').append(HEIGHT).append('Z');
  }

  private static int x(int bucket) {
    return bucket * WIDTH / (BUCKETS - 1);
  }

  /** The time that the history covers: less than an hour where it began within it. */
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
