package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.replay.OpenDocument.TooLongException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds JSON documents in the lines of a log. A document ends where its braces are closed. It may
 * span lines, and the lines of documents from different places may alternate if their prefixes say
 * where they come from. Not thread-safe.
 */
final class LogLineScanner {
  private static final Pattern CSV_KEY = Pattern.compile("\"\"[\\w. -]+\"\"\\s*:");
  private static final String OPENS_PROGRESS = "made progress: {";

  /** Documents that are open at the same time. A log of more places has lost their ends. */
  private static final int MAX_OPEN = 32;

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

  /** The open documents; the one that was begun last is the last. */
  private final List<OpenDocument> open = new ArrayList<>();

  LogLineScanner(ScanListener listener) {
    this.listener = listener;
  }

  /** Takes a line without its end. */
  void line(String written, long number) {
    if (open.isEmpty()) {
      outside(written, 0, number);
      return;
    }
    String line = withPlainQuotes(written);
    if (!opensProgress(line)) {
      for (OpenDocument document : candidates(line)) {
        String content = document.contentOf(line);
        if (content != null) {
          int end = read(document, content, -1);
          if (end >= 0) {
            outside(content, end, number);
          }
          return;
        }
      }
    }
    if (opensBlock(line)) {
      cutOthersThan(line);
      outside(line, 0, number);
    } else {
      listener.text(line, number);
    }
  }

  /** The documents that a line may belong to, the one that was begun last first. */
  private List<OpenDocument> candidates(String line) {
    if (open.size() == 1) {
      return List.of(open.get(0));
    }
    var candidates = new ArrayList<OpenDocument>();
    for (OpenDocument document : open) {
      if (document.isOfSamePlace(line)) {
        candidates.add(0, document);
      }
    }
    return candidates;
  }

  /** A document that begins ends those of the same place, which are cut. */
  private void cutOthersThan(String line) {
    for (OpenDocument document : List.copyOf(open)) {
      if (!document.isBeside(line)) {
        cut(document);
      }
    }
    if (open.size() >= MAX_OPEN) {
      cut(open.get(0));
    }
  }

  private void cut(OpenDocument document) {
    open.remove(document);
    listener.cut(document.text(), document.line());
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

  /** Ends the input: documents that are open are cut. */
  void end() {
    List.copyOf(open).forEach(this::cut);
  }

  /** Whether a document has begun and not ended. */
  boolean isOpen() {
    return !open.isEmpty();
  }

  /** Whether a line belongs to a document that is open. */
  boolean isContinuedBy(String line) {
    return !opensProgress(line)
        && candidates(line).stream().anyMatch(document -> document.isContinuedBy(line));
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
    int at = OpenDocument.skipBlanks(line, brace + 1);
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
    var document = new OpenDocument(line.substring(0, brace), number, quotesOf(line, brace));
    open.add(document);
    boolean endsField = line.length() == brace + 2 && line.endsWith("\"");
    return read(document, endsField ? line.substring(0, brace + 1) : line, brace);
  }

  private static char quotesOf(String line, int brace) {
    int at = OpenDocument.skipBlanks(line, brace + 1);
    return at < line.length() && line.charAt(at) == '\'' ? '\'' : '"';
  }

  /**
   * Reads on in a document; returns the position behind it, or -1 if it does not end here.
   *
   * @param from -1 for a further line
   */
  private int read(OpenDocument document, String text, int from) {
    try {
      int end = from < 0 ? document.readLine(text) : document.read(text, from);
      if (document.isClosed()) {
        open.remove(document);
        listener.document(document.text(), document.line());
      }
      return end;
    } catch (TooLongException e) {
      cut(document);
      return -1;
    }
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
    int at = OpenDocument.skipBlanks(line, words + OPENS_PROGRESS.length());
    return at == line.length()
        || (line.charAt(at) == '"'
            && at + 1 < line.length()
            && Character.isLetter(line.charAt(at + 1)));
  }
}
