package io.lagwatch.exporter.text;

/** Masks a value that is on the lines after its name, as in YAML and properties files. */
final class SecretLines {
  private static final int MAX_SIGNS = 3;

  private final SearchedText text;
  private final MaskedRanges found;

  SecretLines(SearchedText text, MaskedRanges found) {
    this.text = text;
    this.found = found;
  }

  /** Whether the line ends here, or only signs that the value follows are left of it. */
  boolean isContinued(int start) {
    if (text.isLineEnd(start)) {
      return true;
    }
    int limit = Math.min(text.length(), start + MAX_SIGNS + 1);
    return text.isOneOf(start, "|>\\")
        && text.isOneOf(text.findOneOf("\r\n", start, limit), "\r\n");
  }

  /** Masks the value and returns its end. */
  int nextLine(int signs) {
    boolean block = text.isOneOf(signs, "|>");
    int start = text.skipWhitespace(text.endOfLine(signs));
    if (isFrame(start) || text.startsWith("Caused by", start)) {
      return signs;
    }
    start = text.startsWith("- ", start) ? text.skipBlanks(start + 1) : start;
    int open = text.quoteEnd(start);
    int end = block ? text.endOfLine(start) : text.endOfWord(start);
    if (open > start) {
      end = text.closingQuote(start, open);
    }
    while (block && text.isBlank(end + 1) && !isFrame(text.skipBlanks(end + 1))) {
      end = text.endOfLine(end + 1);
    }
    found.add(open, end);
    return end;
  }

  /** A line of a stack trace. */
  private boolean isFrame(int start) {
    return text.startsWith("at ", start);
  }
}
