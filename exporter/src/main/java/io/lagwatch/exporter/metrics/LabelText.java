package io.lagwatch.exporter.metrics;

/** Text that may stand in a label. */
final class LabelText {
  private static final char REPLACEMENT = '\uFFFD';

  private LabelText() {}

  /**
   * The text as UTF-8 can carry it. Half of a surrogate pair, which JSON can smuggle in, would be
   * written as "?" and could make two label sets one on the wire.
   */
  static String clean(String text) {
    StringBuilder cleaned = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        i++;
      } else {
        cleaned = cleaned == null ? new StringBuilder(text) : cleaned;
        cleaned.setCharAt(i, REPLACEMENT);
      }
    }
    return cleaned == null ? text : cleaned.toString();
  }
}
