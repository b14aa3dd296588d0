package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.TimeText.Form;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date as it stands in front of a time of the day. Immutable.
 *
 * @param days what it can mean, with any year if it has none; empty if there is no date
 */
record DateText(Form form, List<LocalDate> days) {
  private static final DateText NONE = new DateText(Form.NO_DATE, List.of());

  /** A year that has every day. */
  private static final int LEAP_YEAR = 2000;

  private static final String END = "[T ,_:]+$";
  private static final Pattern YEAR_FIRST =
      Pattern.compile("(?<!\\d)(\\d{4}|\\d{2})[-/.年] ?(\\d{1,2})[-/.月] ?(\\d{1,2})[.日]?" + END);
  private static final Pattern COMPACT_DATE =
      Pattern.compile("(?<!\\d)(\\d{4})(\\d\\d)(\\d\\d)" + END);
  private static final Pattern YEAR_LAST =
      Pattern.compile("(?<!\\d)(\\d{1,2})([-/.])(\\d{1,2})[-/.](\\d{4})" + END);
  private static final Pattern DAY_NAME_YEAR =
      Pattern.compile(
          "(?<!\\d)(\\d{1,2})\\.?[-/ ]+(?:de )?(\\p{L}+)\\.?[-/ ]+(?:de )?(\\d{4}|\\d{2})" + END);
  private static final Pattern NAME_DAY_YEAR =
      Pattern.compile("(\\p{L}+)\\.?[- ]+(\\d{1,2}),? +(\\d{4})" + END);
  private static final Pattern NAME_DAY = Pattern.compile("(\\p{L}+)\\.? +(\\d{1,2})" + END);
  private static final Pattern MONTH_DAY = Pattern.compile("(?<!\\d)(\\d\\d)[-/](\\d\\d)" + END);
  private static final Pattern LETTER_MONTH_DAY = Pattern.compile("^[A-Z](\\d\\d)(\\d\\d) +$");
  private static final Pattern BEHIND_YEAR = Pattern.compile(" (?:[A-Z]{2,5} )?(\\d{4})\\b.*");

  /**
   * The date in front of a time of the day; null if it is an invalid date.
   *
   * @param behind what follows the time of the day, which may be the year
   */
  static @Nullable DateText in(String before, String behind) {
    Matcher date = YEAR_FIRST.matcher(before);
    if (date.find()) {
      return numeric(group(date, 1), group(date, 2), group(date, 3), date.group(1).length());
    }
    date = COMPACT_DATE.matcher(before);
    if (date.find()) {
      return dates(Form.COMPLETE, day(group(date, 1), group(date, 2), group(date, 3)));
    }
    date = YEAR_LAST.matcher(before);
    if (date.find()) {
      return yearLast(group(date, 4), group(date, 1), group(date, 3), date.group(2));
    }
    date = DAY_NAME_YEAR.matcher(before);
    if (date.find()) {
      return named(year(date.group(3)), date.group(2), group(date, 1));
    }
    date = NAME_DAY_YEAR.matcher(before);
    if (date.find()) {
      return named(group(date, 3), date.group(1), group(date, 2));
    }
    date = NAME_DAY.matcher(before);
    if (date.find() && !MonthNames.of(date.group(1)).isEmpty()) {
      Matcher year = BEHIND_YEAR.matcher(behind);
      return named(year.matches() ? group(year, 1) : 0, date.group(1), group(date, 2));
    }
    date = MONTH_DAY.matcher(before);
    if (date.find()) {
      return noYear(List.of(group(date, 1)), group(date, 2));
    }
    date = LETTER_MONTH_DAY.matcher(before);
    if (date.find()) {
      return noYear(List.of(group(date, 1)), group(date, 2));
    }
    boolean isPartOfWord =
        !before.isEmpty() && Character.isLetterOrDigit(before.charAt(before.length() - 1));
    return isPartOfWord ? null : NONE;
  }

  private static int group(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static int year(String written) {
    int year = Integer.parseInt(written);
    return written.length() == 2 ? 2000 + year : year;
  }

  /** Three numbers with the year first, as Spark writes them; if it has two digits, or last. */
  private static @Nullable DateText numeric(int first, int second, int third, int yearDigits) {
    if (yearDigits == 4) {
      return dates(Form.COMPLETE, day(first, second, third));
    }
    return dates(
        Form.COMPLETE,
        day(2000 + first, second, third),
        day(2000 + third, second, first),
        day(2000 + third, first, second));
  }

  private static @Nullable DateText yearLast(int year, int first, int second, String separator) {
    LocalDate dayFirst = day(year, second, first);
    LocalDate monthFirst = day(year, first, second);
    boolean isClear = dayFirst == null || monthFirst == null || separator.equals(".");
    return dates(
        isClear ? Form.COMPLETE : Form.DAY_AND_MONTH,
        dayFirst,
        isClear && dayFirst != null ? null : monthFirst);
  }

  private static @Nullable DateText named(int year, String name, int day) {
    List<Integer> months = List.copyOf(MonthNames.of(name));
    if (year == 0) {
      return noYear(months, day);
    }
    LocalDate[] days =
        months.stream().map(month -> day(year, month, day)).toArray(LocalDate[]::new);
    return dates(Form.COMPLETE, days);
  }

  /** The dates of two years: resolved for the year that is near. */
  private static @Nullable DateText noYear(List<Integer> months, int day) {
    LocalDate[] days =
        months.stream().map(month -> day(LEAP_YEAR, month, day)).toArray(LocalDate[]::new);
    return dates(Form.NO_YEAR, days);
  }

  private static @Nullable LocalDate day(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day);
    } catch (DateTimeException notADay) {
      return null;
    }
  }

  private static @Nullable DateText dates(Form form, @Nullable LocalDate... days) {
    List<LocalDate> valid = new ArrayList<>();
    for (LocalDate day : days) {
      if (day != null) {
        valid.add(day);
      }
    }
    return valid.isEmpty() ? null : new DateText(form, valid);
  }
}
