package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.HistoryMetric;
import io.lagwatch.exporter.history.Points;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** The paths of a {@link Sparkline}: the largest value of each of 60 equal parts of the span. */
final class SparklinePaths {
  private static final int BUCKETS = 60;
  private static final int WIDTH = 240;
  private static final int HEIGHT = 48;

  private final StringBuilder line = new StringBuilder();
  private final StringBuilder area = new StringBuilder();
  private final StringBuilder unknown = new StringBuilder();
  private final double[] highest = new double[BUCKETS];
  private final boolean[] broken = new boolean[BUCKETS];

  SparklinePaths(Points points, HistoryMetric metric, Duration span, Instant now) {
    Arrays.fill(highest, Double.NaN);
    long from = now.minus(span).toEpochMilli();
    for (int i = 0; i < points.size(); i++) {
      long bucket = (points.at(i).toEpochMilli() - from) * BUCKETS / span.toMillis();
      if (bucket < 0 || bucket > BUCKETS) {
        continue;
      }
      int at = (int) Math.min(BUCKETS - 1, bucket);
      double value = points.value(metric, i);
      broken[at] |= Double.isNaN(value) || points.gapBefore(i);
      highest[at] = Double.isNaN(highest[at]) ? value : Math.max(highest[at], value);
    }
  }

  String line() {
    return line.toString();
  }

  String area() {
    return area.toString();
  }

  String gap() {
    return unknown.toString();
  }

  void draw(double minTop) {
    double top = minTop;
    for (double value : highest) {
      top = Double.isNaN(value) ? top : Math.max(top, value);
    }
    lines(Math.max(top, 1e-9));
  }

  private void lines(double top) {
    int begun = -1;
    boolean any = false;
    for (int i = 0; i < BUCKETS; i++) {
      boolean known = !Double.isNaN(highest[i]);
      if (begun >= 0 && broken[i]) {
        end();
        begun = -1;
      }
      if (broken[i] && (any || !known)) {
        unknown.append("M").append(x(i)).append(' ').append(HEIGHT - 1).append('h').append(4);
      }
      if (known) {
        int y = (int) Math.round((HEIGHT - 2) * (1 - Math.max(0, highest[i]) / top)) + 1;
        if (begun < 0) {
          begun = i;
          line.append('M').append(x(i)).append(' ').append(y);
          area.append('M').append(x(i)).append(' ').append(HEIGHT);
          area.append('V').append(y);
        } else {
          line.append('L').append(x(i)).append(' ').append(y);
          area.append('L').append(x(i)).append(' ').append(y);
        }
        any = true;
      }
    }
    if (begun >= 0) {
      end();
    }
  }

  /** A single value is a dot: the round cap of the line. */
  private void end() {
    line.append("h1");
    area.append('V').append(HEIGHT).append('Z');
  }

  private static int x(int bucket) {
    return bucket * WIDTH / (BUCKETS - 1);
  }
}
