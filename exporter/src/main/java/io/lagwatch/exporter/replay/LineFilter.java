package io.lagwatch.exporter.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Tells from the bytes of a line that it cannot matter, so that it need not be decoded. Most of a
 * driver's log is such lines. Thread-safe.
 */
interface LineFilter {
  /** Skips nothing. */
  LineFilter ALL = (buffer, from, to) -> -1;

  /** Skips what neither contains a document nor tells of a run. */
  LineFilter DRIVER_LOG = new DriverLogLines();

  /**
   * The position of the line's end if the line can be skipped; −1 if it cannot, or if it has no end
   * before {@code to}.
   */
  int endOfSkipped(byte[] buffer, int from, int to);

  /** The filter of a driver's log while no document is open. */
  final class DriverLogLines implements LineFilter {
    /** A run is named as {@code [id = …, runId = …]}. */
    private static final byte[] RUN = "runId ".getBytes(US_ASCII);

    private static final byte[] IDLE = "idle and waiting for new data".getBytes(US_ASCII);

    /** What a byte can begin: 0 for nothing. */
    private static final byte[] MEANING = new byte[256];

    private static final byte END = 1;
    private static final byte MATTERS = 2;
    private static final byte RUN_BEFORE = 3;
    private static final byte IDLE_BEFORE = 4;

    static {
      MEANING['\n'] = END;
      MEANING['{'] = MATTERS;
      MEANING[0x1b] = MATTERS;
      // In UTF-16 every other byte of ASCII text is 0.
      MEANING[0] = MATTERS;
      MEANING['='] = RUN_BEFORE;
      MEANING['w'] = IDLE_BEFORE;
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
        if (meaning == MATTERS
            || (meaning == RUN_BEFORE && matches(buffer, at - RUN.length, from, at, RUN))
            || (meaning == IDLE_BEFORE && matches(buffer, at - 9, from, to, IDLE))) {
          return -1;
        }
      }
      return -1;
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
