package io.lagwatch.exporter.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Texts of durations and times of day, the same in every output and every locale. */
public final class Times {
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter UTC_TIME_OF_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** A longer duration is shown as this one, so that its milliseconds fit into a long. */
  private static final Duration MAX = Duration.ofDays(100_000_000);

  private Times() {}

  /**
   * Rounded to two units at most: 350 ms, 4.2 s, 6 min 52 s, 3 h 5 min, 2 d 4 h. A negative
   * duration has a minus sign.
   */
  public static String duration(Duration duration) {
    if (duration.isNegative()) {
      var positive = duration.compareTo(MAX.negated()) < 0 ? MAX : duration.negated();
      return "−" + duration(positive);
    }
    long millis = duration.compareTo(MAX) > 0 ? MAX.toMillis() : duration.toMillis();
    if (millis == 0) {
      return "0 s";
    }
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 9950) {
      return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
    long seconds = rounded(millis, 1000);
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return twoUnits(seconds, 60, "min", "s");
    }
    long minutes = rounded(seconds, 60);
    return minutes < 24 * 60
        ? twoUnits(minutes, 60, "h", "min")
        : twoUnits(rounded(minutes, 60), 24, "d", "h");
  }

  /** As {@link #duration(Duration)}, of seconds rounded to milliseconds. */
  public static String duration(double seconds) {
    return duration(Duration.ofMillis(Math.round(seconds * 1000)));
  }

  /** Date and time to the second: {@code 2026-03-02 08:15:00 UTC}. */
  public static String utc(Instant time) {
    return UTC.format(time);
  }

  /** The time of day in UTC to the second, without the date: {@code 08:15:00}. */
  public static String utcTimeOfDay(Instant time) {
    return UTC_TIME_OF_DAY.format(time);
  }

  private static long rounded(long amount, long unit) {
    return (amount + unit / 2) / unit;
  }

  private static String twoUnits(long amount, long perLarge, String large, String small) {
    long rest = amount % perLarge;
    return Numbers.count(amount / perLarge)
        + " "
        + large
        + (rest == 0 ? "" : " " + rest + " " + small);
  }
}
