package io.lagwatch.exporter.replay;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document of which the end has not been read yet. Its lines may all have a prefix, which is
 * found by comparing them. Not thread-safe.
 */
final class OpenDocument {
  /** Longer than a progress with 170,000 partitions in three maps. */
  static final int MAX_CHARACTERS = 32 * 1024 * 1024;

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** Also between a name and the bar behind it, where the text may begin without a blank. */
  private static final Pattern BETWEEN_WORDS = Pattern.compile("\\s+|(?<=\\|)(?=\\S)");

  private static final Pattern KEY_LINE =
      Pattern.compile("^(.*?)(\\s*)[\"'][^\"']*[\"']\\s*:.*$", Pattern.DOTALL);
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final String STARTS_CONTENT = "\"'}]{";
  private static final String BEGINS_ITEM = "\"'[]{";

  /** A word that may name where a line comes from: no number, time or hexadecimal id. */
  private static final Pattern NAME = Pattern.compile("[^0-9a-zA-Z]*[a-zA-Z].*[a-zA-Z].*");

  private static final Pattern END_OF_CONTENT = Pattern.compile("[\\[\\]{},\"'\\s]+$");
  private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-fA-F-]+");

  /** A value in a list whose items stand on lines of their own. */
  private static final Pattern VALUE =
      Pattern.compile("\\s*(?:-?[0-9]+(?:\\.[0-9]+)?|true|false|null)\\s*,?\\s*");

  private static final String VALUE_BEGINS = "-0123456789tfn";

  private final StringBuilder block = new StringBuilder();
  private final long line;
  private final char quotes;

  /** The words before the first brace. */
  private final String[] opening;

  private int depth;
  private char quote;
  private boolean escaped;
  private boolean isClosed;

  /** The shapes of its words; without a meaning until it is known. */
  private String[] prefix = {};

  private boolean prefixKnown;

  /**
   * @param before the text of the first line before the document
   * @param line the number of the first line
   * @param quotes the kind of quotes around its keys
   */
  OpenDocument(String before, long line, char quotes) {
    this.opening = words(before);
    this.line = line;
    this.quotes = quotes;
  }

  /** The number of the first line. */
  long line() {
    return line;
  }

  String text() {
    return block.toString();
  }

  /** True after the last brace. */
  boolean isClosed() {
    return isClosed;
  }

  /**
   * Reads on; returns the position behind the document, or -1 if it does not end here.
   *
   * @throws TooLongException if it is too long
   */
  int read(String text, int from) throws TooLongException {
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        if (escaped) {
          escaped = false;
        } else if (c == '\\') {
          escaped = true;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || (c == '\'' && quotes == '\'')) {
        quote = c;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        block.append(text, from, at + 1);
        isClosed = true;
        return at + 1;
      }
    }
    // A string of JSON ends on its line: an open quote is text that was no document.
    escaped = false;
    quote = 0;
    if (block.length() + text.length() - from > MAX_CHARACTERS) {
      throw new TooLongException();
    }
    block.append(text, from, text.length());
    return -1;
  }

  /** Reads a further line; as {@link #read}. */
  int readLine(String content) throws TooLongException {
    block.append('\n');
    return read(content, 0);
  }

  /** The document is longer than {@link #MAX_CHARACTERS}. */
  static final class TooLongException extends Exception {
    private static final long serialVersionUID = 1;
  }

  /**
   * True if lines of this document and a line with a document of its own come from different
   * places, for example from two containers: their prefixes have different names.
   */
  boolean isBeside(String other) {
    boolean mayHavePrefix = !prefixKnown || prefix.length > 0;
    return mayHavePrefix && !isOfSamePlace(other);
  }

  /** True unless a name in the prefix of the line differs from that of the first line. */
  boolean isOfSamePlace(String other) {
    if (startsContent(other)) {
      return true;
    }
    Matcher key = KEY_LINE.matcher(other);
    String before = key.matches() ? key.group(1) : END_OF_CONTENT.matcher(other).replaceFirst("");
    String[] words = words(before);
    int compared = prefixKnown ? prefix.length : words.length;
    for (int i = 0; i < Math.min(compared, Math.min(words.length, opening.length)); i++) {
      if (isName(opening[i]) || isName(words[i])) {
        // A prefix may be written directly before the text.
        if (!opening[i].startsWith(words[i]) && !words[i].startsWith(opening[i])) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isName(String word) {
    return NAME.matcher(word).matches() && !HEXADECIMAL.matcher(word).matches();
  }

  /** True if the line belongs to the document; changes nothing. */
  boolean isContinuedBy(String other) {
    boolean wasPrefixKnown = prefixKnown;
    boolean continued = withoutPrefix(other) != null;
    prefixKnown = wasPrefixKnown;
    return continued;
  }

  /**
   * The part of a line that belongs to the document; null when the line is other text, from which
   * no prefix is learned.
   */
  @Nullable String contentOf(String other) {
    boolean wasPrefixKnown = prefixKnown;
    String content = withoutPrefix(other);
    if (content == null) {
      prefixKnown = wasPrefixKnown;
    }
    return content;
  }

  private @Nullable String withoutPrefix(String other) {
    if (!prefixKnown) {
      Matcher key = KEY_LINE.matcher(other);
      if (!key.matches()) {
        return startsContent(other) ? other : null;
      }
      prefix = shapes(key.group(1));
      prefixKnown = true;
    }
    int at = 0;
    for (int i = 0; i < prefix.length; i++) {
      at = skipBlanks(other, at);
      int end = at;
      while (end < other.length() && !Character.isWhitespace(other.charAt(end))) {
        end++;
      }
      String token = other.substring(at, end);
      boolean last = i == prefix.length - 1;
      int glued = last ? gluedContent(token, prefix[i]) : 0;
      at = end - glued;
    }
    String content = withoutEndQuote(other.substring(Math.min(at, other.length())));
    return startsContent(content) ? content : null;
  }

  /** The content without the quote that ends a field, if each line is one of a CSV file. */
  private String withoutEndQuote(String content) {
    boolean isField = prefix.length > 0 && prefix[prefix.length - 1].endsWith("\"");
    return isField && content.endsWith("\"") ? content.substring(0, content.length() - 1) : content;
  }

  /** How many characters at the end of a prefix belong to the document already. */
  private static int gluedContent(String token, String shape) {
    if (shape(token).equals(shape)) {
      return 0;
    }
    int glued = token.length();
    while (glued > 0 && !shape(token.substring(0, glued)).equals(shape)) {
      glued--;
    }
    return glued == 0 ? 0 : token.length() - glued;
  }

  private static boolean startsContent(String text) {
    int at = skipBlanks(text, 0);
    if (at == text.length()) {
      return false;
    }
    char first = text.charAt(at);
    return STARTS_CONTENT.indexOf(first) >= 0
        || (first == '[' && startsArray(text, at))
        || (VALUE_BEGINS.indexOf(first) >= 0 && VALUE.matcher(text).matches());
  }

  /** Whether a bracket begins a list, and not a line of another layout. */
  private static boolean startsArray(String text, int bracket) {
    int at = skipBlanks(text, bracket + 1);
    return at == text.length() || BEGINS_ITEM.indexOf(text.charAt(at)) >= 0;
  }

  /** The position of the next character that is no blank; the length if there is none. */
  static int skipBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static String[] words(String text) {
    return words(text, BETWEEN_WORDS);
  }

  private static String[] words(String text, Pattern separator) {
    String trimmed = text.strip();
    return trimmed.isEmpty() ? new String[0] : separator.split(trimmed);
  }

  private static String[] shapes(String text) {
    String[] words = words(text, BLANKS);
    for (int i = 0; i < words.length; i++) {
      words[i] = shape(words[i]);
    }
    return words;
  }

  private static String shape(String word) {
    return DIGITS.matcher(word.toLowerCase(Locale.ROOT)).replaceAll("0");
  }
}
