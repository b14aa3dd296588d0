package io.lagwatch.exporter.text;

import java.util.Locale;

/** Forms that sentences share, whatever they are about. */
public final class Sentences {
  private Sentences() {}

  /** The words from a capital letter to a full stop; numbers stay on one line with their unit. */
  public static String sentence(String words) {
    if (words.isEmpty()) {
      return "";
    }
    String end = words.endsWith(".") ? "" : ".";
    return capitalized(words).replace(" %", "\u00a0%") + end;
  }

  /** The words with a capital letter at the beginning. */
  public static String capitalized(String words) {
    return words.isEmpty()
        ? ""
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** The amount, marked in words when it is only a lower bound: {@code at least 5 records}. */
  public static String atLeast(String amount, boolean lowerBound) {
    return lowerBound ? "at least " + amount : amount;
  }

  /** As {@link #atLeast}, short enough for a cell of a table: {@code ≥ 5}. */
  public static String atLeastSign(String amount, boolean lowerBound) {
    return lowerBound ? "≥ " + amount : amount;
  }
}
