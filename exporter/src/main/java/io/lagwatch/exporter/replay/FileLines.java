package io.lagwatch.exporter.replay;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file, plain or compressed (see {@link Decompression}), one at a time and none
 * longer than 32 MB, so that no file fills the memory. Not thread-safe.
 */
final class FileLines implements AutoCloseable {
  static final int MAX_LINE = 32 * 1024 * 1024;

  private final InputStream in;
  private final ByteCounter packed;
  private final byte[] buffer = new byte[64 * 1024];
  private int from;
  private int to;
  private byte @Nullable [] skipped;
  private int skippedFrom = -1;
  private int skippedTo;
  private boolean torn;
  private boolean tooLong;

  /** Whether lines end with a line feed: a lone carriage return does not count then. */
  private boolean hasLineFeeds;

  private long number;
  private long limit = Long.MAX_VALUE;

  private FileLines(InputStream in, ByteCounter packed) {
    this.in = in;
    this.packed = packed;
  }

  static FileLines open(Path file) throws IOException {
    return of(Files.newInputStream(file));
  }

  static FileLines of(InputStream stream) throws IOException {
    var packed = new ByteCounter(stream);
    var lines = new FileLines(Utf16.decoded(Decompression.of(packed)), packed);
    lines.skipByteOrderMark();
    return lines;
  }

  /** Editors on some systems write one in front of UTF-8. */
  private void skipByteOrderMark() throws IOException {
    if (fill()
        && to - from >= 3
        && buffer[from] == (byte) 0xEF
        && buffer[from + 1] == (byte) 0xBB
        && buffer[from + 2] == (byte) 0xBF) {
      from += 3;
    }
  }

  /**
   * The next line without its end, or null after the last.
   *
   * @throws IOException when the disk fails, or gzip is broken or cut off
   */
  byte @Nullable [] next() throws IOException {
    return next(LineFilter.ALL);
  }

  /**
   * The next line that a filter lets through, without its end, or null after the last. A line that
   * does not lie within one buffer is not filtered.
   *
   * @throws IOException when the disk fails, or gzip is broken or cut off
   */
  byte @Nullable [] next(LineFilter filter) throws IOException {
    tooLong = false;
    skipped = null;
    skippedFrom = -1;
    while (from < to && number < limit) {
      int end = filter.endOfSkipped(buffer, from, to);
      if (end < 0) {
        break;
      }
      if (end > from) {
        skippedFrom = from;
        skippedTo = end;
      }
      from = end;
      endLine();
    }
    if (number >= limit) {
      return null;
    }
    int end = endOfLine();
    if (end < to) {
      byte[] line = Arrays.copyOfRange(buffer, from, end);
      from = end;
      endLine();
      return line;
    }
    return acrossBuffers();
  }

  /** The last line that the last call of {@link #next(LineFilter)} skipped; null if none. */
  byte @Nullable [] skipped() {
    return skippedFrom < 0 ? skipped : Arrays.copyOfRange(buffer, skippedFrom, skippedTo);
  }

  private int endOfLine() {
    int end = from;
    while (end < to && buffer[end] != '\n' && buffer[end] != '\r') {
      end++;
    }
    return end;
  }

  /** Skips the end of a line: LF, CRLF, or the CR of a progress bar. */
  private void endLine() throws IOException {
    boolean lineFeed = buffer[from] == '\n';
    from++;
    if (!lineFeed && (from < to || refill()) && buffer[from] == '\n') {
      lineFeed = true;
      from++;
    }
    hasLineFeeds |= lineFeed;
    if (lineFeed || !hasLineFeeds) {
      number++;
    }
  }

  private boolean refill() throws IOException {
    skipped = skipped();
    skippedFrom = -1;
    return fill();
  }

  private byte @Nullable [] acrossBuffers() throws IOException {
    skipped = skipped();
    skippedFrom = -1;
    var line = new ByteArrayOutputStream(1024);
    while (true) {
      if (from == to && !fill()) {
        if (line.size() == 0 && !tooLong) {
          return null;
        }
        torn = true;
        number++;
        return line.toByteArray();
      }
      int end = endOfLine();
      if (tooLong || line.size() + end - from > MAX_LINE) {
        tooLong = true;
        line = new ByteArrayOutputStream();
      } else {
        line.write(buffer, from, end - from);
      }
      from = end;
      if (end < to) {
        endLine();
        return line.toByteArray();
      }
    }
  }

  /** The same lines, ending after this many. */
  FileLines limitedTo(long lines) {
    limit = lines;
    return this;
  }

  /** Bytes of the file that have been read, before they were unpacked. */
  long packedBytes() {
    return packed.count();
  }

  /** The number of the last line, from 1. */
  long number() {
    return number;
  }

  /** Whether the last line had no end: what was written last before a kill. */
  boolean torn() {
    return torn;
  }

  /** Whether the last line was longer than is read; nothing of it was kept. */
  boolean tooLong() {
    return tooLong;
  }

  private boolean fill() throws IOException {
    try {
      from = 0;
      to = Math.max(0, in.read(buffer));
      return to > 0;
    } catch (EOFException cutEventLog) {
      to = 0;
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
