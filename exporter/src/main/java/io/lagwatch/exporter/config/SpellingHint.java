package io.lagwatch.exporter.config;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Suggests the key that was probably meant. */
final class SpellingHint {
  private SpellingHint() {}

  /**
   * Returns the end of an error about an unknown key.
   *
   * @param belongsUnder keys of other places, with the place
   * @return {@code ", did you mean retention?"} or nothing
   */
  static String hint(String name, List<String> known, Map<String, String> belongsUnder) {
    var plain = plain(name);
    int allowed = Math.max(1, plain.length() / 4);
    var near =
        known.stream()
            .filter(key -> distance(plain, plain(key)) <= allowed)
            .min(Comparator.comparingInt(key -> distance(plain, plain(key))));
    if (near.isPresent()) {
      return ", did you mean " + near.get() + "?";
    }
    var under = belongsUnder.get(name);
    return under == null ? "" : "; it belongs under " + under;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_. ]", "");
  }

  /**
   * The number of insertions, deletions, replacements and swaps of neighbours between two words.
   */
  private static int distance(String from, String to) {
    if (Math.abs(from.length() - to.length()) > 8) {
      return Integer.MAX_VALUE;
    }
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replace = cost[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
        }
      }
    }
    return cost[from.length()][to.length()];
  }
}
