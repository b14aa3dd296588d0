package io.lagwatch.exporter.replay;

import java.text.DateFormatSymbols;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The names of months, whole and short, in the languages that logs are written in. Immutable. */
final class MonthNames {
  private static final List<String> LANGUAGES =
      List.of(
          "en", "de", "fr", "es", "pt", "it", "nl", "pl", "cs", "sk", "ru", "uk", "tr", "sv", "da",
          "nb", "fi", "hu", "ro", "el", "id", "ca");
  private static final int SHORTEST = 3;

  private static final Set<Integer> NONE = Set.of();

  private MonthNames() {}

  /** English, in which most logs are written, without loading the data of other languages. */
  private static final class English {
    static final Map<String, Set<Integer>> NAMES = names(LANGUAGES.subList(0, 1));
  }

  /** All languages. */
  private static final class All {
    static final Map<String, Set<Integer>> NAMES = names(LANGUAGES);
  }

  private static Map<String, Set<Integer>> names(List<String> languages) {
    Map<String, Set<Integer>> names = new HashMap<>();
    for (String language : languages) {
      var symbols = new DateFormatSymbols(Locale.forLanguageTag(language));
      for (int month = 0; month < 12; month++) {
        add(names, symbols.getMonths()[month], month + 1);
        add(names, symbols.getShortMonths()[month], month + 1);
      }
    }
    return names;
  }

  private static void add(Map<String, Set<Integer>> names, String name, int month) {
    names.computeIfAbsent(normalized(name), key -> new TreeSet<>()).add(month);
  }

  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replace(".", "").strip();
  }

  /** The months, from 1, that have the name in some language; mostly one, or none. */
  static Set<Integer> of(String name) {
    String key = normalized(name);
    if (key.length() < SHORTEST) {
      return NONE;
    }
    Set<Integer> english = English.NAMES.get(key);
    return english != null ? english : All.NAMES.getOrDefault(key, NONE);
  }
}
