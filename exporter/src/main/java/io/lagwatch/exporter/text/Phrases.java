package io.lagwatch.exporter.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Numbers and times as people read them. */
public final class Phrases {
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Phrases() {}

  /** Thousands apart: {@code 412,000}. */
  public static String count(long n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  /** With its noun. */
  public static String counted(long n, String one, String many) {
    return count(n) + " " + (n == 1 ? one : many);
  }

  /** From a capital to a full stop. */
  public static String sentence(String words) {
    if (words.isEmpty()) {
      return "";
    }
    String end = words.endsWith(".") ? "" : ".";
    // A number must not be torn from its unit.
    String kept = words.substring(1).replace(" %", "\u00a0%");
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + kept + end;
  }

  /** About: two digits and noughts. */
  public static String rounded(double number) {
    return number == 0 || !Double.isFinite(number)
        ? "0"
        : count(new BigDecimal(number).round(new MathContext(2)).longValue());
  }

  /** {@code 512 B}, {@code 1.5 MiB}. */
  public static String bytes(long n) {
    double size = n;
    int unit = 0;
    while (size >= 1024 && unit < UNITS.size() - 1) {
      size /= 1024;
      unit++;
    }
    return String.format(
        Locale.ROOT, unit == 0 || size >= 100 ? "%.0f %s" : "%.1f %s", size, UNITS.get(unit));
  }

  /** With as many digits as say something: 0, 0.05, 7.3, 1,250. */
  public static String rate(double perSecond) {
    double size = Math.abs(perSecond);
    var format = size == 0 || size >= 99.95 ? "%,.0f" : size >= 1 ? "%,.1f" : "%.2g";
    return String.format(Locale.ROOT, format, perSecond);
  }

  /** {@code 21 %}, whole. */
  public static String percent(double ratio) {
    return String.format(Locale.ROOT, "%.0f %%", ratio * 100);
  }

  /** Two units at most: 350 ms, 4.2 s, 6 min 52 s, 3 h 5 min, 2 d 4 h. */
  public static String duration(Duration duration) {
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

  /** To the second, in UTC. */
  public static String clock(Instant time) {
    return CLOCK.format(time);
  }

  /** The time of day alone, to the second, in UTC. */
  public static String clockTime(Instant time) {
    return CLOCK.format(time).substring(11, 19);
  }

  private static long rounded(long amount, long unit) {
    return (amount + unit / 2) / unit;
  }

  private static String two(long amount, long inLarge, String largeUnit, String smallUnit) {
    long small = amount % inLarge;
    return amount / inLarge + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
  }
}
