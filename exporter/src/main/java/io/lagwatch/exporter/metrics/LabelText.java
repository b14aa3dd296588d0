package io.lagwatch.exporter.metrics;

/** Makes text valid for a label. */
final class LabelText {
  private static final char REPLACEMENT = '\uFFFD';

  private LabelText() {}

  /**
   * Returns the text with unpaired surrogates replaced, which UTF-8 cannot encode. They would be
   * written as "?", so that two different label sets could become equal.
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
