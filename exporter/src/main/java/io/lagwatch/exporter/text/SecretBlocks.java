package io.lagwatch.exporter.text;

/** Masks keys and certificates in PEM and similar forms, over several lines. */
final class SecretBlocks {
  private static final String BEGIN = "BEGIN ";
  private static final String END = "END ";
  private static final String PUTTY = "PuTTY-User-Key-File";

  private SecretBlocks() {}

  static void find(SearchedText text, MaskedRanges found) {
    int at = 0;
    while (at < text.length()) {
      int begin = text.find(BEGIN, at, text.length());
      int dashes = dashesBefore(text, begin);
      if (begin == text.length()) {
        break;
      }
      at = begin + BEGIN.length();
      if (begin - dashes >= 4) {
        at = end(text, at);
        found.add(dashes, at);
      }
    }
    int putty = text.find(PUTTY, 0, text.length());
    found.add(putty, text.length());
  }

  private static int dashesBefore(SearchedText text, int begin) {
    int i = text.is(begin - 1, ' ') ? begin - 1 : begin;
    while (text.is(i - 1, '-')) {
      i--;
    }
    return i;
  }

  /** The end of a block; one that was cut off has none, and all of the rest may be the key. */
  private static int end(SearchedText text, int start) {
    int end = start;
    do {
      end = text.find(END, end + 1, text.length());
    } while (end < text.length() && !text.is(end - 1, '-') && !text.startsWith("- ", end - 2));
    int close = text.find("----", Math.min(text.length(), end + END.length()), text.length());
    while (text.is(close, '-')) {
      close++;
    }
    return close;
  }
}
