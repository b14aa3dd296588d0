package io.lagwatch.exporter.config;

import java.time.Duration;

/** Writes a duration as the settings have it. */
public final class DurationText {
  private DurationText() {}

  /** The largest unit that leaves no rest: {@code 90s}, {@code 30m}, {@code 24h}. */
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
}
