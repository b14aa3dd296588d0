package io.lagwatch.exporter.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Texts of counts, rates, shares and sizes, the same in every output and every locale. */
public final class Numbers {
  private static final List<String> BYTE_UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB", "PiB");
  private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  /** The lowest rate with digits of its own: about one record in a quarter of an hour. */
  private static final double MIN_RATE = 0.001;

  private Numbers() {}

  /** With thousands separated: {@code 412,000}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** With its noun: {@code 1 record}, {@code 412,000 records}. */
  public static String counted(long number, String singular, String plural) {
    return count(number) + " " + (number == 1 ? singular : plural);
  }

  /** Rounded to two digits: {@code 1,300} for 1,284. */
  public static String approximate(double number) {
    return Double.isFinite(number)
        ? count(
            new BigDecimal(number).round(TWO_DIGITS).setScale(0, RoundingMode.HALF_UP).longValue())
        : "0";
  }

  /**
   * A number per second without its unit: no decimals from 100, one from 1, two digits below. A
   * rate above 0 is never shown as 0.
   */
  public static String rate(double perSecond) {
    double size = Math.abs(perSecond);
    if (size > 0 && size < MIN_RATE) {
      return "< 0.001";
    }
    if (size > 0 && size < 1) {
      return new BigDecimal(perSecond).round(TWO_DIGITS).stripTrailingZeros().toPlainString();
    }
    return String.format(Locale.ROOT, size == 0 || size >= 99.95 ? "%,.0f" : "%,.1f", perSecond);
  }

  /** A share: {@code 0.21} is {@code 21 %}, with one decimal below 10 %. */
  public static String percent(double share) {
    double percent = share * 100;
    boolean decimal = percent != 0 && Math.abs(percent) < 9.95;
    return String.format(Locale.ROOT, decimal ? "%.1f %%" : "%.0f %%", percent);
  }

  /** {@code 512 B}, {@code 1.5 MiB}. */
  public static String bytes(long number) {
    double size = number;
    int unit = 0;
    while (size >= 1024 && unit < BYTE_UNITS.size() - 1) {
      size /= 1024;
      unit++;
    }
    return String.format(
        Locale.ROOT, unit == 0 || size >= 100 ? "%.0f %s" : "%.1f %s", size, BYTE_UNITS.get(unit));
  }
}
