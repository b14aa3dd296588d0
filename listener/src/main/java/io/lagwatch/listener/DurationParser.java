package io.lagwatch.listener;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses durations in Spark's notation: {@code 500ms}, {@code 15s}, {@code 2 minutes}. */
final class DurationParser {
  private static final Pattern FORM = Pattern.compile("(\\d{1,10})\\s*([a-z]+)");

  private DurationParser() {}

  /** Returns the duration; null if the text is not a duration. */
  static @Nullable Duration parse(String text) {
    Matcher form = FORM.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      return null;
    }
    long amount = Long.parseLong(form.group(1));
    switch (form.group(2)) {
      case "ms":
      case "millisecond":
      case "milliseconds":
        return Duration.ofMillis(amount);
      case "s":
      case "sec":
      case "second":
      case "seconds":
        return Duration.ofSeconds(amount);
      case "m":
      case "min":
      case "minute":
      case "minutes":
        return Duration.ofMinutes(amount);
      case "h":
      case "hour":
      case "hours":
        return Duration.ofHours(amount);
      case "d":
      case "day":
      case "days":
        return Duration.ofDays(amount);
      default:
        return null;
    }
  }
}
