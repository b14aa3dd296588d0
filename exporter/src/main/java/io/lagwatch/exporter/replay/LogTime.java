package io.lagwatch.exporter.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
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
          "(\\d{4}|\\d{2})[-/.](\\d{2})[-/.](\\d{2})[T ,_]+(\\d{2}:\\d{2}:\\d{2})"
              + "(?:[.,:]\\d+)?\\s?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?");

  /** As web servers and some layouts write it: 04/Mar/2025:06:00:20 or 04 Mar 2025 06:00:20. */
  private static final Pattern DAY_FIRST =
      Pattern.compile(
          "(\\d{2})[-/ ](\\p{Alpha}{3})[-/ ](\\d{4})[: T]+(\\d{2}:\\d{2}:\\d{2})"
              + "(?:[.,:]\\d+)?\\s?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final int WITHIN = 80;
  private static final long ZONE_STEP = Duration.ofMinutes(15).toSeconds();
  private static final long TOLERANCE_SECONDS = 60;

  /**
   * Seconds, milliseconds, microseconds and nanoseconds of our times have 10, 13, 16, 19 digits.
   */
  private static final Pattern EPOCH = Pattern.compile("(\\d{10})(?:\\.\\d+|(?:\\d{3}){0,3})");

  private @Nullable ZoneId zone;
  private final boolean isGiven;
  private boolean isUsed;
  private boolean isShown;

  LogTime(@Nullable ZoneId zone) {
    this.zone = zone;
    isGiven = zone != null;
  }

  /** A time as a line has it: without a zone where the line has none. */
  private record Written(LocalDateTime local, @Nullable ZoneOffset offset) {}

  private static @Nullable Written written(String line) {
    String begin = line.length() > WITHIN ? line.substring(0, WITHIN) : line;
    // A line that begins with a bar is a row of a table that the job prints.
    if (begin.startsWith("|") || !hasTime(begin)) {
      return null;
    }
    try {
      Matcher time = TIME.matcher(begin);
      if (time.find()) {
        int year = number(time, 1);
        int century = year < 100 ? 2000 : 0;
        return written(LocalDate.of(century + year, number(time, 2), number(time, 3)), time);
      }
      time = DAY_FIRST.matcher(begin);
      if (time.find()) {
        int month = MONTHS.indexOf(time.group(2).toLowerCase(Locale.ROOT)) + 1;
        return written(LocalDate.of(number(time, 3), month, number(time, 1)), time);
      }
    } catch (DateTimeException notATime) {
      return null;
    }
    return null;
  }

  /** Far cheaper than the patterns: most lines of a stack trace or a document have none. */
  private static boolean hasTime(String begin) {
    int colon = begin.indexOf(':', 2);
    while (colon > 0 && colon + 3 < begin.length()) {
      if (begin.charAt(colon + 3) == ':' && Character.isDigit(begin.charAt(colon + 1))) {
        return true;
      }
      colon = begin.indexOf(':', colon + 1);
    }
    return false;
  }

  private static int number(Matcher time, int group) {
    return Integer.parseInt(time.group(group));
  }

  private static Written written(LocalDate day, Matcher time) {
    LocalDateTime local = day.atTime(LocalTime.parse(time.group(4)));
    String offset = time.group(5);
    if (offset == null) {
      return new Written(local, null);
    }
    return new Written(
        local, Character.isLetter(offset.charAt(0)) ? ZoneOffset.UTC : ZoneOffset.of(offset));
  }

  /** Whether the line begins with a time. */
  static boolean isIn(String line) {
    return written(line) != null;
  }

  /** The time of a line; null when it has none, or its zone is not known yet. */
  @Nullable Instant of(String line) {
    Written time = written(line);
    if (time == null) {
      return null;
    }
    if (time.offset() != null) {
      return time.local().toInstant(time.offset());
    }
    ZoneId known = zone;
    isUsed |= known != null;
    return known == null ? null : time.local().atZone(known).toInstant();
  }

  /** The time in a field of a structured log: text, or a number since 1970. */
  @Nullable Instant of(JsonNode field) {
    if (!field.isTextual() && !field.isNumber()) {
      return null;
    }
    String text = field.isNumber() ? field.decimalValue().toPlainString() : field.textValue();
    Matcher epoch = EPOCH.matcher(text.strip());
    if (epoch.matches()) {
      long seconds = Long.parseLong(epoch.group(1));
      String rest = text.strip().substring(10).replace(".", "");
      long millis = rest.length() < 3 ? 0 : Long.parseLong(rest.substring(0, 3));
      return Instant.ofEpochSecond(seconds).plusMillis(millis);
    }
    return of(text);
  }

  /** Whether the zone is known. */
  boolean isZoneKnown() {
    return zone != null;
  }

  /** The zone in which times without one were read; null when there were none, or it was given. */
  @Nullable ZoneId learnedZone() {
    return isUsed && !isGiven ? zone : null;
  }

  /** Whether a progress has shown the zone. */
  boolean isZoneShown() {
    return isShown;
  }

  /** Reads times without a zone in UTC if nothing has shown another zone. */
  void endLearning() {
    zone = zone == null ? ZoneOffset.UTC : zone;
  }

  /** Learns the zone from a progress that ended at {@code ended} and was printed on the line. */
  void learn(String line, Instant ended) {
    Written time = zone == null ? written(line) : null;
    if (time == null || time.offset() != null) {
      return;
    }
    try {
      long ahead = Duration.between(ended, time.local().toInstant(ZoneOffset.UTC)).toSeconds();
      // The line is written after the end of the batch, and its time may lack the milliseconds.
      long steps = Math.floorDiv(ahead + TOLERANCE_SECONDS, ZONE_STEP);
      zone = ZoneOffset.ofTotalSeconds(Math.toIntExact(steps * ZONE_STEP));
      isShown = true;
    } catch (DateTimeException | ArithmeticException notAZone) {
      zone = ZoneOffset.UTC;
    }
  }
}
