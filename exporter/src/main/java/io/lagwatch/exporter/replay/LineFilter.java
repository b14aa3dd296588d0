package io.lagwatch.exporter.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.stream.Stream;

/**
 * Tells from the bytes of a line that it cannot matter, so that it need not be decoded. Most of a
 * driver's log is such lines. Thread-safe.
 */
interface LineFilter {
  /** Skips nothing. */
  LineFilter ALL = (buffer, from, to) -> -1;

  /** Skips what neither contains a document nor tells of a run or of the application. */
  LineFilter DRIVER_LOG = new DriverLogLines();

  /**
   * The position of the line's end if the line can be skipped; −1 if it cannot, or if it has no end
   * before {@code to}.
   */
  int endOfSkipped(byte[] buffer, int from, int to);

  /** Whether a text contains a document, or tells of a run or of the application. */
  static boolean matters(String text) {
    return text.indexOf('{') >= 0
        || Stream.of(DriverLogLines.PHRASES).anyMatch(phrase -> text.contains(phrase.words));
  }

  /** The filter of a driver's log while no document is open. */
  final class DriverLogLines implements LineFilter {
    private static final Phrase[] PHRASES = {
      // A run is named as [id = …, runId = …].
      new Phrase("runId =", '='),
      new Phrase("idle and waiting for new data", 'w'),
      new Phrase("Committed offsets for batch", 'C'),
      new Phrase("Spark version", 'S'),
      new Phrase("Submitted application", 'S'),
      new Phrase("app ID", 'D'),
      new Phrase("stopped SparkContext", 'S'),
    };

    /** What a byte means: 0 for nothing. */
    private static final byte[] MEANING = new byte[256];

    /** The phrases by the character at which they are looked for. */
    private static final Phrase[][] FOUND_AT = new Phrase[256][];

    private static final byte END = 1;
    private static final byte MATTERS = 2;
    private static final byte MAY_BE_PHRASE = 3;

    static {
      for (int found = 0; found < FOUND_AT.length; found++) {
        int character = found;
        FOUND_AT[found] =
            Stream.of(PHRASES).filter(phrase -> phrase.found == character).toArray(Phrase[]::new);
        MEANING[found] = FOUND_AT[found].length == 0 ? 0 : MAY_BE_PHRASE;
      }
      MEANING['\n'] = END;
      MEANING['\r'] = END;
      MEANING['{'] = MATTERS;
      MEANING[0x1b] = MATTERS;
    }

    /** A text that is looked for at one of its rarer characters. */
    private static final class Phrase {
      private final String words;
      private final byte[] text;
      private final int found;
      private final int before;

      Phrase(String text, char found) {
        this.words = text;
        this.text = text.getBytes(US_ASCII);
        this.found = found;
        this.before = text.indexOf(found);
      }
    }

    @Override
    public int endOfSkipped(byte[] buffer, int from, int to) {
      for (int at = from; at < to; at++) {
        int meaning = MEANING[buffer[at] & 0xff];
        if (meaning == 0) {
          continue;
        }
        if (meaning == END) {
          return at;
        }
        if (meaning == MATTERS || isPhrase(buffer, at, from, to)) {
          return -1;
        }
      }
      return -1;
    }

    private static boolean isPhrase(byte[] buffer, int at, int from, int to) {
      for (Phrase phrase : FOUND_AT[buffer[at] & 0xff]) {
        if (matches(buffer, at - phrase.before, from, to, phrase.text)) {
          return true;
        }
      }
      return false;
    }

    private static boolean matches(byte[] buffer, int at, int from, int to, byte[] text) {
      if (at < from || at + text.length > to) {
        return false;
      }
      for (int i = 0; i < text.length; i++) {
        if (buffer[at + i] != text[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
