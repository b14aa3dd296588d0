package io.lagwatch.exporter.replay;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds JSON documents in the lines of a log. A document ends where its braces are closed. It may
 * span lines that all have a prefix: the prefix is found by comparing the lines of one document.
 * Not thread-safe.
 */
final class LogLineScanner {
  /** Longer than a progress with 170,000 partitions in three maps. */
  static final int MAX_CHARACTERS = 32 * 1024 * 1024;

  private static final Pattern KEY_LINE =
      Pattern.compile("^(.*?)(\\s*)[\"'][^\"']*[\"']\\s*:.*$", Pattern.DOTALL);
  private static final Pattern CSV_KEY = Pattern.compile("\"\"[\\w. -]+\"\"\\s*:");
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final String OPENS_PROGRESS = "made progress: {";
  private static final String STARTS_CONTENT = "\"'}]{";
  private static final String BEGINS_ITEM = "\"'[]{";

  /** A value in a list whose items stand on lines of their own. */
  private static final Pattern VALUE =
      Pattern.compile("\\s*(?:-?[0-9]+(?:\\.[0-9]+)?|true|false|null)\\s*,?\\s*");

  private static final String VALUE_BEGINS = "-0123456789tfn";

  /** What is told of documents and of the text around them. */
  interface ScanListener {
    /** A document whose braces are closed. */
    void document(String text, long line);

    /** A document whose end is missing. */
    void cut(String text, long line);

    /** A line outside of documents, or the part of a line before a document. */
    void text(String line, long number);

    /** The part of a line behind a document. */
    void behind(String text, long number);

    /** The lines of a document that is written as a string inside of another text. */
    void escaped(String unescaped, long line);
  }

  private final ScanListener listener;
  private final StringBuilder block = new StringBuilder();
  private boolean open;
  private long openedAt;
  private int depth;
  private char quote;
  private boolean escaped;
  private char quotes;
  private String[] prefix = {};
  private boolean prefixKnown;

  LogLineScanner(ScanListener listener) {
    this.listener = listener;
  }

  /** Takes a line without its end. */
  void line(String written, long number) {
    String line = open ? withPlainQuotes(written) : written;
    if (!open) {
      outside(line, 0, number);
      return;
    }
    String content = contentOf(line);
    if (content == null) {
      if (opensBlock(line)) {
        end();
        outside(line, 0, number);
      } else {
        listener.text(line, number);
      }
      return;
    }
    block.append('\n');
    int end = continueAt(content, 0);
    if (end >= 0) {
      outside(content, end, number);
    }
  }

  /** A line of a text that is a field of a CSV file: quotes are doubled, or behind a backslash. */
  private static String withPlainQuotes(String line) {
    int quote = line.indexOf('"');
    if (quote > 0 && line.charAt(quote - 1) == '\\') {
      return line.replace("\\\"", "\"");
    }
    boolean mayBeDoubled = line.contains("\"\"");
    return mayBeDoubled && CSV_KEY.matcher(line).find() ? line.replace("\"\"", "\"") : line;
  }

  /** Ends the input: a document that is open is cut. */
  void end() {
    if (open) {
      open = false;
      listener.cut(block.toString(), openedAt);
      block.setLength(0);
    }
  }

  /** Whether a document has begun and not ended. */
  boolean isOpen() {
    return open;
  }

  /** Whether a line belongs to the document that is open. */
  boolean isContinuedBy(String line) {
    String[] prefixBefore = prefix;
    boolean wasPrefixKnown = prefixKnown;
    boolean continued = open && contentOf(line) != null;
    prefix = prefixBefore;
    prefixKnown = wasPrefixKnown;
    return continued;
  }

  /** Finds the documents in what is left of a line. */
  private void outside(String line, int from, long number) {
    int at = from;
    while (at >= 0) {
      int brace = nextDocument(line, at);
      String before = line.substring(at, brace < 0 ? line.length() : brace);
      if (at == 0) {
        listener.text(before, number);
      } else if (!before.isBlank()) {
        listener.behind(before, number);
      }
      at = brace < 0 ? -1 : document(line, brace, number);
    }
  }

  /** The position of the next brace that a document can begin with; -1 if there is none. */
  private static int nextDocument(String line, int from) {
    int brace = line.indexOf('{', from);
    while (brace >= 0 && !isPlausible(line, brace) && EscapedText.endOf(line, brace) == 0) {
      brace = line.indexOf('{', brace + 1);
    }
    return brace;
  }

  /** A document has a key behind its first brace, or nothing if it spans lines. */
  private static boolean isPlausible(String line, int brace) {
    int at = skipBlanks(line, brace + 1);
    return at == line.length() || line.charAt(at) == '"' || line.charAt(at) == '\'';
  }

  /** Reads a document; returns the position behind it, or -1 if it goes on in the next line. */
  private int document(String line, int brace, long number) {
    char end = EscapedText.endOf(line, brace);
    if (end != 0) {
      var escapedText = EscapedText.read(line, brace, end);
      listener.escaped(escapedText.text(), number);
      return escapedText.end();
    }
    open = true;
    openedAt = number;
    depth = 0;
    quote = 0;
    escaped = false;
    prefixKnown = false;
    block.setLength(0);
    quotes = quotesOf(line, brace);
    boolean endsField = line.length() == brace + 2 && line.endsWith("\"");
    return continueAt(endsField ? line.substring(0, brace + 1) : line, brace);
  }

  private static char quotesOf(String line, int brace) {
    int at = skipBlanks(line, brace + 1);
    return at < line.length() && line.charAt(at) == '\'' ? '\'' : '"';
  }

  /** Reads on in a document; returns the position behind it, or -1 if it does not end here. */
  private int continueAt(String text, int from) {
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
        open = false;
        String document = block.toString();
        block.setLength(0);
        listener.document(document, openedAt);
        return at + 1;
      }
    }
    // A string of JSON ends on its line: an open quote is text that was no document.
    escaped = false;
    quote = 0;
    if (block.length() + text.length() - from > MAX_CHARACTERS) {
      end();
    } else {
      block.append(text, from, text.length());
    }
    return -1;
  }

  private static boolean opensBlock(String line) {
    return line.endsWith("{") || opensProgress(line);
  }

  /** Whether Spark's words for a progress stand here, and not in a string of a JSON document. */
  private static boolean opensProgress(String line) {
    int words = line.indexOf(OPENS_PROGRESS);
    if (words < 0) {
      return false;
    }
    int at = skipBlanks(line, words + OPENS_PROGRESS.length());
    return at == line.length()
        || (line.charAt(at) == '"'
            && at + 1 < line.length()
            && Character.isLetter(line.charAt(at + 1)));
  }

  /** The part of a line that belongs to the open document; null when the line is other text. */
  private @Nullable String contentOf(String line) {
    if (opensProgress(line)) {
      return null;
    }
    if (!prefixKnown) {
      Matcher key = KEY_LINE.matcher(line);
      if (!key.matches()) {
        return startsContent(line) ? line : null;
      }
      prefix = tokens(key.group(1));
      prefixKnown = true;
    }
    int at = 0;
    for (int i = 0; i < prefix.length; i++) {
      at = skipBlanks(line, at);
      int end = at;
      while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
        end++;
      }
      String token = line.substring(at, end);
      boolean last = i == prefix.length - 1;
      int glued = last ? gluedContent(token, prefix[i]) : 0;
      at = end - glued;
    }
    String content = withoutEndQuote(line.substring(Math.min(at, line.length())));
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

  private static int skipBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static String[] tokens(String prefix) {
    String trimmed = prefix.strip();
    if (trimmed.isEmpty()) {
      return new String[0];
    }
    String[] words = trimmed.split("\\s+");
    for (int i = 0; i < words.length; i++) {
      words[i] = shape(words[i]);
    }
    return words;
  }

  private static String shape(String word) {
    return DIGITS.matcher(word.toLowerCase(Locale.ROOT)).replaceAll("0");
  }
}
