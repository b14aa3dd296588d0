package io.lagwatch.exporter.replay;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time as it stands at the beginning of a line. It may lack its zone, its year or its date, and
 * day and month may be in either order: a time that is known to be near decides then. Immutable.
 *
 * @param form how it is written
 * @param candidates what it can mean; without the date, or with all years that are near, if it
 *     lacks them
 * @param clock the time of the day
 * @param offset null if it has none
 */
record TimeText(
    Form form, List<LocalDate> candidates, LocalTime clock, @Nullable ZoneOffset offset) {
  /** How much a time says. */
  enum Form {
    /** The date, in one order. */
    COMPLETE,
    /** Day and month, in an order that is not known. */
    DAY_AND_MONTH,
    NO_YEAR,
    NO_DATE,
    /** Digits without separators. */
    COMPACT,
    /** Seconds, milliseconds, microseconds or nanoseconds since 1970. */
    EPOCH;
  }

  private static final int WITHIN = 80;

  private static final Pattern BEHIND_CLOCK =
      Pattern.compile(
          "(?:[.,:]\\d+)?(?:[\\s\\u202f\\u00a0]?([AaPp])\\.?[Mm]\\b\\.?)?"
              + "\\s?(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?");
  private static final Pattern DIGITS_ONLY =
      Pattern.compile(
          "(?<![\\w.-])(\\d{4})(\\d\\d)(\\d\\d)[T _-]?(\\d\\d)(\\d\\d)(\\d\\d)"
              + "(?:[.,]?\\d{3})?(Z|[+-]\\d{4})?(?!\\w)");
  private static final Pattern SINCE_1970 =
      Pattern.compile("(?<![\\w.-])(\\d{10})((?:\\d{3}){0,3})(?:\\.\\d+)?(?![\\w-])");

  /** The time in the first characters of a line; null if there is none. */
  static @Nullable TimeText in(String line) {
    String begin = line.length() > WITHIN ? line.substring(0, WITHIN) : line;
    // A line that begins with a bar is a row of a table that the job prints.
    if (begin.startsWith("|")) {
      return null;
    }
    int colon = colonOfClock(begin);
    if (colon < 0) {
      return digits(begin);
    }
    boolean hasTwoDigits = colon > 1 && Character.isDigit(begin.charAt(colon - 2));
    int from = hasTwoDigits ? colon - 2 : colon - 1;
    try {
      return dated(begin, from, colon);
    } catch (DateTimeException notATime) {
      return null;
    }
  }

  /** The first colon of a time of the day; −1 if there is none. */
  private static int colonOfClock(String begin) {
    int colon = begin.indexOf(':', 1);
    while (colon > 0 && colon + 5 < begin.length()) {
      if (begin.charAt(colon + 3) == ':'
          && isHour(begin, colon)
          && isNumber(begin, colon + 1)
          && isNumber(begin, colon + 4)) {
        return colon;
      }
      colon = begin.indexOf(':', colon + 1);
    }
    return -1;
  }

  /** Whether one or two digits stand in front of a colon. */
  private static boolean isHour(String text, int colon) {
    int digits = 0;
    while (digits < colon && Character.isDigit(text.charAt(colon - 1 - digits))) {
      digits++;
    }
    return digits == 1 || digits == 2;
  }

  private static boolean isNumber(String text, int at) {
    return Character.isDigit(text.charAt(at)) && Character.isDigit(text.charAt(at + 1));
  }

  private static @Nullable TimeText dated(String begin, int from, int colon) {
    Matcher behind = BEHIND_CLOCK.matcher(begin).region(colon + 6, begin.length());
    boolean found = behind.lookingAt();
    int hour = Integer.parseInt(begin.substring(from, colon));
    String half = found ? behind.group(1) : null;
    if (half != null) {
      hour = hour % 12 + (half.equalsIgnoreCase("p") ? 12 : 0);
    }
    LocalTime clock = LocalTime.of(hour, number(begin, colon + 1), number(begin, colon + 4));
    ZoneOffset offset = found ? offset(behind.group(2)) : null;
    String before = begin.substring(0, from);
    String rest = begin.substring(found ? behind.end() : colon + 6);
    DateText date = DateText.in(before, rest);
    return date == null ? null : new TimeText(date.form(), date.days(), clock, offset);
  }

  private static int group(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static int number(String text, int at) {
    return Integer.parseInt(text.substring(at, at + 2));
  }

  private static @Nullable ZoneOffset offset(@Nullable String written) {
    if (written == null) {
      return null;
    }
    return Character.isLetter(written.charAt(0)) ? ZoneOffset.UTC : ZoneOffset.of(written);
  }

  /** A time that is written as digits only. */
  private static @Nullable TimeText digits(String begin) {
    if (!hasManyDigits(begin)) {
      return null;
    }
    try {
      Matcher digits = DIGITS_ONLY.matcher(begin);
      if (digits.find()) {
        LocalDate day = LocalDate.of(group(digits, 1), group(digits, 2), group(digits, 3));
        LocalTime clock = LocalTime.of(group(digits, 4), group(digits, 5), group(digits, 6));
        return new TimeText(Form.COMPACT, List.of(day), clock, offset(digits.group(7)));
      }
      digits = SINCE_1970.matcher(begin);
      if (digits.find()) {
        LocalDateTime at =
            LocalDateTime.ofEpochSecond(Long.parseLong(digits.group(1)), 0, ZoneOffset.UTC);
        return new TimeText(
            Form.EPOCH, List.of(at.toLocalDate()), at.toLocalTime(), ZoneOffset.UTC);
      }
    } catch (DateTimeException notATime) {
      return null;
    }
    return null;
  }

  /** Far cheaper than the patterns: most lines have no number of eight digits. */
  private static boolean hasManyDigits(String begin) {
    int digits = 0;
    for (int i = 0; i < begin.length(); i++) {
      digits = Character.isDigit(begin.charAt(i)) ? digits + 1 : 0;
      if (digits == 8) {
        return true;
      }
    }
    return false;
  }

  /**
   * The time; null if it cannot be told.
   *
   * @param near a time that it is near, in the same zone; null if none is known
   */
  @Nullable LocalDateTime local(@Nullable LocalDateTime near) {
    if (near == null) {
      return form == Form.COMPLETE || form == Form.COMPACT || form == Form.EPOCH
          ? candidates.get(0).atTime(clock)
          : null;
    }
    LocalDateTime nearest = null;
    for (LocalDateTime one : all(near)) {
      if (nearest == null || distance(one, near).compareTo(distance(nearest, near)) < 0) {
        nearest = one;
      }
    }
    return nearest;
  }

  private List<LocalDateTime> all(LocalDateTime near) {
    List<LocalDateTime> all = new ArrayList<>();
    for (int step = -1; step <= 1; step++) {
      if (form == Form.NO_DATE) {
        all.add(near.toLocalDate().plusDays(step).atTime(clock));
      }
      for (LocalDate day : candidates) {
        all.add((form == Form.NO_YEAR ? day.withYear(near.getYear() + step) : day).atTime(clock));
      }
    }
    return all;
  }

  private static Duration distance(LocalDateTime one, LocalDateTime other) {
    return Duration.between(one, other).abs();
  }

  /** The time if it has an offset and a date in one order; null otherwise. */
  @Nullable Instant instant(@Nullable LocalDateTime near) {
    LocalDateTime local = offset == null ? null : local(near);
    return local == null ? null : local.toInstant(offset);
  }
}
