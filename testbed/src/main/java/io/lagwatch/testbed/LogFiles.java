package io.lagwatch.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The files of a partition in the layout of Kafka 4.3. */
final class LogFiles {
  private LogFiles() {}

  /**
   * Creates an empty log that starts at {@code offset}. The name of a segment is its first offset,
   * and a log starts at its first segment.
   *
   * @param partition the partition's folder in the data of a stopped broker
   */
  static void restartAt(Path partition, long offset) {
    if (!Files.isDirectory(partition)) {
      throw new IllegalArgumentException("no such partition: " + partition);
    }
    try (Stream<Path> files = Files.list(partition)) {
      List<Path> old =
          files.filter(f -> !f.getFileName().toString().equals("partition.metadata")).toList();
      for (Path file : old) {
        Files.delete(file);
      }
      Files.createFile(partition.resolve(String.format(Locale.ROOT, "%020d.log", offset)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
