package io.lagwatch.exporter.text;

import org.jspecify.annotations.Nullable;

/** A text in which secrets are searched, with what is needed to walk through it. */
final class SearchedText {
  private static final String OPENING = "\"'`“‘«";
  private static final String CLOSING = "\"'`”’»";

  private final String text;
  private final int @Nullable [] origins;

  /** Takes the places of the characters in the original; null if the text is the original. */
  SearchedText(String text, int @Nullable [] origins) {
    this.text = text;
    this.origins = origins;
  }

  int length() {
    return text.length();
  }

  char at(int i) {
    return text.charAt(i);
  }

  /** Whether the character stands at this place. */
  boolean is(int i, char c) {
    return i >= 0 && i < text.length() && text.charAt(i) == c;
  }

  /** Whether one of the characters stands at this place. */
  boolean isOneOf(int i, String characters) {
    return i >= 0 && i < text.length() && characters.indexOf(text.charAt(i)) >= 0;
  }

  boolean startsWith(String words, int i) {
    return text.startsWith(words, i);
  }

  String slice(int start, int end) {
    return text.substring(start, end);
  }

  /** The place of the words before the end of the range; else the end. */
  int find(String words, int start, int end) {
    for (int i = start; i + words.length() <= end; i++) {
      if (text.startsWith(words, i)) {
        return i;
      }
    }
    return end;
  }

  /** The first place of one of the characters before the end of the range; else the end. */
  int findOneOf(String characters, int start, int end) {
    int i = start;
    while (i < end && !isOneOf(i, characters)) {
      i++;
    }
    return i;
  }

  /** The place in the text that was given to the masker. */
  int origin(int i) {
    return origins == null ? i : origins[i];
  }

  boolean isBlank(int i) {
    return isOneOf(i, " \t");
  }

  boolean isLineEnd(int i) {
    return i >= text.length() || isOneOf(i, "\r\n");
  }

  boolean isNameCharacter(int i) {
    return i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || isOneOf(i, "_.-"));
  }

  int endOfName(int start) {
    int i = start;
    while (isNameCharacter(i)) {
      i++;
    }
    return i;
  }

  int skipBlanks(int start) {
    int i = start;
    while (isBlank(i)) {
      i++;
    }
    return i;
  }

  int skipWhitespace(int start) {
    int i = start;
    while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  int endOfLine(int start) {
    int i = start;
    while (!isLineEnd(i)) {
      i++;
    }
    return i;
  }

  /** The end of the characters other than whitespace, at the latest the limit. */
  int endOfRun(int start, int limit) {
    int i = start;
    while (i < limit && !Character.isWhitespace(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /** Whether only blanks and signs of a quotation stand before this place in its line. */
  boolean isFirstInLine(int start) {
    int i = start - 1;
    // A long indentation is no form that is worth a search.
    while (i >= 0 && start - i < 40 && isOneOf(i, " \t-+>\"'")) {
      i--;
    }
    return i < 0 || isOneOf(i, "\r\n");
  }

  /** The end of a quotation mark at this place, with the backslashes before it; else the place. */
  int quoteEnd(int start) {
    int i = start;
    while (is(i, '\\')) {
      i++;
    }
    return isOneOf(i, OPENING + CLOSING) ? i + 1 : start;
  }

  /** Where the mark that closes a value stands; the end of the text when there is none. */
  int closingQuote(int start, int open) {
    int outer = open - start - 1;
    int kind = OPENING.indexOf(text.charAt(open - 1));
    char mark = kind < 0 ? text.charAt(open - 1) : CLOSING.charAt(kind);
    int backslashes = 0;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == mark && (outer == 0 ? backslashes % 2 == 0 : backslashes <= outer)) {
        return i - Math.min(backslashes, outer);
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return text.length();
  }

  /** The end of a value that has no quotes. */
  int endOfWord(int start) {
    int i = start;
    while (i < text.length() && !endsWord(i)) {
      i++;
    }
    return i;
  }

  /** A comma or bracket is part of a value unless something new begins behind it. */
  private boolean endsWord(int i) {
    char c = text.charAt(i);
    if (Character.isWhitespace(c) || isOneOf(i, "&\"'`”’<>|\\")) {
      return true;
    }
    if (c == ',' || c == ';') {
      return i + 1 == text.length() || !continuesValue(i + 1);
    }
    return ")]}".indexOf(c) >= 0
        && (i + 1 == text.length() || isOneOf(i + 1, " \t\r\n)]},;.:\"'\\"));
  }

  private boolean continuesValue(int start) {
    int end = endOfName(start);
    return end > start && !isOneOf(end, "=:");
  }
}
