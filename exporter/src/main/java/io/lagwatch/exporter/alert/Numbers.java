package io.lagwatch.exporter.alert;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {
  private Numbers() {}

  /** Thousands apart: {@code 412,000}. */
  static String count(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }

  static String counted(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /** {@code 21 %}, with a decimal below ten. */
  static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", share * 100);
  }

  /** The two largest units: {@code 6 min 52 s}, {@code 3 h 5 min}, {@code 2 d 4 h}. */
  static String duration(Duration duration) {
    long seconds = Math.max(0, Math.round(duration.toMillis() / 1000.0));
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return two(seconds, 60, "min", "s");
    }
    if (seconds < 86_400) {
      return two(seconds / 60, 60, "h", "min");
    }
    return two(seconds / 3600, 24, "d", "h");
  }

  private static String two(long number, int unit, String large, String small) {
    long rest = number % unit;
    return number / unit + " " + large + (rest == 0 ? "" : " " + rest + " " + small);
  }
}
