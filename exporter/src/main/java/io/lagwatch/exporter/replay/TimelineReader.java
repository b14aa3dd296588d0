package io.lagwatch.exporter.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recorded timeline line by line, plain or gzipped. Lines that cannot be read are named and
 * passed over. Not thread-safe.
 */
public final class TimelineReader implements TimelineSource {
  private final String fileName;
  private final FileLines lines;
  private final Consumer<Unreadable> unreadable;
  private final TimelineParser parser = new TimelineParser();

  /**
   * A line that could not be read.
   *
   * @param torn whether it is the last one and has no end, as after a kill: nothing is wrong
   */
  public record Unreadable(String file, long line, String message, boolean torn) {
    /** {@code file:line: message}. */
    @Override
    public String toString() {
      return file + ":" + line + ": " + message;
    }
  }

  private TimelineReader(String fileName, FileLines lines, Consumer<Unreadable> unreadable) {
    this.fileName = fileName;
    this.lines = lines;
    this.unreadable = unreadable;
  }

  /**
   * Opens a file.
   *
   * @param unreadable is told of each line that could not be read
   * @throws IOException when the file cannot be opened
   */
  public static TimelineReader open(Path file, Consumer<Unreadable> unreadable) throws IOException {
    return new TimelineReader(file.toString(), FileLines.open(file), unreadable);
  }

  /**
   * The next line that can be read, or null after the last.
   *
   * @throws IOException when the disk fails or gzip is broken
   */
  @Override
  public @Nullable TimelineLine next() throws IOException {
    for (var line = lines.next(); line != null; line = lines.next()) {
      if (lines.tooLong()) {
        tell("expected a line of at most " + FileLines.MAX_LINE + " bytes, found a longer one");
        continue;
      }
      if (isBlank(line)) {
        continue;
      }
      try {
        return parser.parse(line);
      } catch (TimelineParser.BadLine bad) {
        tell(lines.torn() ? "the last line has no end, as after a kill" : bad.expectedAndFound());
      }
    }
    return null;
  }

  private void tell(String message) {
    unreadable.accept(new Unreadable(fileName, lines.number(), message, lines.torn()));
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
