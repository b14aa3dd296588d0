package io.lagwatch.exporter.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as people read them. */
final class Phrases {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Phrases() {}

  static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  static String counted(long n, String one, String many) {
    return count(n) + " " + (n == 1 ? one : many);
  }

  /** From a capital to a full stop. */
  static String sentence(String words) {
    if (words.isEmpty()) {
      return "";
    }
    String end = words.endsWith(".") ? "" : ".";
    // A number must not be torn from its unit.
    String kept = words.substring(1).replace(" %", "\u00a0%");
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + kept + end;
  }

  /** With as many digits as say something: 0, 0.05, 7.3, 1,250. */
  static String rate(double perSecond) {
    double size = Math.abs(perSecond);
    var format = size == 0 || size >= 99.95 ? "%,.0f" : size >= 1 ? "%,.1f" : "%.2g";
    return String.format(Locale.ROOT, format, perSecond);
  }

  static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.0f %%", ratio * 100);
  }

  /** Two units at most: 350 ms, 4.2 s, 6 min 52 s, 3 h 5 min, 2 d 4 h. */
  static String duration(Duration duration) {
    if (duration.isNegative()) {
      return "−" + duration(duration.negated());
    }
    if (duration.toMillis() < 1000) {
      return duration.isZero() ? "0 s" : duration.toMillis() + " ms";
    }
    if (duration.toMillis() < 9950) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
    long seconds = rounded(duration.toMillis(), 1000);
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return two(seconds, 60, "min", "s");
    }
    long minutes = rounded(seconds, 60);
    return minutes < 24 * 60
        ? two(minutes, 60, "h", "min")
        : two(rounded(minutes, 60), 24, "d", "h");
  }

  static String clock(Instant time) {
    return CLOCK.format(time);
  }

  private static long rounded(long amount, long unit) {
    return (amount + unit / 2) / unit;
  }

  private static String two(long amount, long inLarge, String largeUnit, String smallUnit) {
    long small = amount % inLarge;
    return amount / inLarge + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
  }
}
