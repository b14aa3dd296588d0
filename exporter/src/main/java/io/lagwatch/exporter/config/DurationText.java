package io.lagwatch.exporter.config;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses and formats durations as in the settings file. */
public final class DurationText {
  private static final Pattern DURATION_TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

  private DurationText() {}

  /**
   * The duration in the largest unit without a remainder: {@code 90s}, {@code 30m}, {@code 24h}.
   */
  public static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1_000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1_000;
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3_600 == 0 ? seconds / 3_600 + "h" : seconds / 60 + "m";
  }

  /** The duration in the text; null when the text is invalid or not above 0. */
  public static @Nullable Duration parse(String text) {
    var parts = DURATION_TEXT.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    long n = Long.parseLong(parts.group(1));
    var duration =
        switch (parts.group(2)) {
          case "ms" -> Duration.ofMillis(n);
          case "s" -> Duration.ofSeconds(n);
          case "m" -> Duration.ofMinutes(n);
          case "h" -> Duration.ofHours(n);
          default -> Duration.ofDays(n);
        };
    // A century: with longer durations, sums of milliseconds could overflow a long.
    return duration.isZero() || duration.toDays() > 36_500 ? null : duration;
  }
}
