package io.lagwatch.exporter.replay;

/**
 * A document that stands as a string inside of another text, with its quotes and line ends escaped.
 *
 * @param text the document, unescaped by one level, and what follows it in the string
 * @param end the position behind the string
 */
record EscapedText(String text, int end) {

  /** The quote that ends the string around an escaped document; 0 when it is not escaped. */
  static char endOf(String line, int brace) {
    int at = brace + 1;
    boolean hasLineEnd = false;
    while (at + 1 < line.length()) {
      char c = line.charAt(at);
      char next = line.charAt(at + 1);
      if (c == ' ') {
        at++;
      } else if (c == '\\' && (next == 'n' || next == 'r' || next == 't')) {
        hasLineEnd = true;
        at += 2;
      } else if (c == '\\' && (next == '"' || next == '\\')) {
        return '"';
      } else {
        return hasLineEnd && c == '"' ? '\'' : 0;
      }
    }
    return 0;
  }

  /** Reads the string from {@code from} to its end quote, or to the end of the line. */
  static EscapedText read(String line, int from, char quote) {
    var text = new StringBuilder(line.length() - from);
    int at = from;
    while (at < line.length() && line.charAt(at) != quote) {
      char c = line.charAt(at++);
      if (c != '\\' || at == line.length()) {
        text.append(c);
        continue;
      }
      char escaped = line.charAt(at++);
      switch (escaped) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> at = unicode(line, at, text);
        default -> text.append(escaped);
      }
    }
    return new EscapedText(text.toString(), at);
  }

  private static int unicode(String line, int from, StringBuilder to) {
    int end = from + 4;
    try {
      to.append((char) Integer.parseInt(line.substring(from, end), 16));
      return end;
    } catch (NumberFormatException | IndexOutOfBoundsException notUnicode) {
      to.append("\\u");
      return from;
    }
  }
}
