package io.lagwatch.exporter.replay;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time at the beginning of a log line. A time without a zone is read in the zone given, or in
 * the one in which the line of the first progress agrees with the progress. Not thread-safe.
 */
final class LogTime {
  private static final Pattern TIME =
      Pattern.compile(
          "(\\d{4}|\\d{2})[-/](\\d{2})[-/](\\d{2})[T ,]+(\\d{2}:\\d{2}:\\d{2})"
              + "(?:[.,]\\d+)?(Z|[+-]\\d{2}:?\\d{2})?");
  private static final int WITHIN = 80;
  private static final long ZONE_STEP = Duration.ofMinutes(15).toSeconds();

  private @Nullable ZoneId zone;

  LogTime(@Nullable ZoneId zone) {
    this.zone = zone;
  }

  /** The time of a line; null when it has none, or its zone is not known yet. */
  @Nullable Instant of(String line) {
    Matcher time = TIME.matcher(line.substring(0, Math.min(WITHIN, line.length())));
    if (!time.find()) {
      return null;
    }
    try {
      String offset = time.group(5);
      if (offset != null) {
        String colon =
            offset.length() == 5 ? offset.substring(0, 3) + ":" + offset.substring(3) : offset;
        return OffsetDateTime.parse(local(time) + colon).toInstant();
      }
      ZoneId known = zone;
      return known == null ? null : LocalDateTime.parse(local(time)).atZone(known).toInstant();
    } catch (DateTimeException notATime) {
      return null;
    }
  }

  /** Learns the zone from a progress that ended at {@code ended} and was printed on the line. */
  void learn(String line, Instant ended) {
    Matcher time = TIME.matcher(line.substring(0, Math.min(WITHIN, line.length())));
    if (zone != null || !time.find() || time.group(5) != null) {
      return;
    }
    try {
      long ahead =
          Duration.between(ended, LocalDateTime.parse(local(time)).toInstant(ZoneOffset.UTC))
              .toSeconds();
      zone = ZoneOffset.ofTotalSeconds((int) (Math.round(ahead / (double) ZONE_STEP) * ZONE_STEP));
    } catch (DateTimeException notAZone) {
      zone = ZoneOffset.UTC;
    }
  }

  private static String local(Matcher time) {
    String year = time.group(1);
    return (year.length() == 2 ? "20" + year : year)
        + "-"
        + time.group(2)
        + "-"
        + time.group(3)
        + "T"
        + time.group(4);
  }
}
