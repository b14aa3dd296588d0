package io.lagwatch.exporter.replay;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the lines of a replay come from. Not thread-safe. */
interface TimelineSource extends AutoCloseable {
  /**
   * The next line, or null after the last.
   *
   * @throws IOException when the disk fails or the compression is broken
   */
  @Nullable TimelineLine next() throws IOException;

  /** What has been read of the log so far; null for a recording. */
  default @Nullable ReadCounts counts() {
    return null;
  }

  /** After the last line: what could not be read, or had nothing in it. */
  default List<String> problems() {
    return List.of();
  }

  /** After the last line: what people should know about how it was read. */
  default List<String> notes() {
    return List.of();
  }

  /** The part of the input that has been read, from 0 to 1; null if that is unknown. */
  default @Nullable Double readShare() {
    return null;
  }

  @Override
  void close() throws IOException;
}
