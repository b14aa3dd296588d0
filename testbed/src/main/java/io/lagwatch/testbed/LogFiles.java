package io.lagwatch.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The files of a partition, as Kafka 4.3 lays them out. */
final class LogFiles {
  private LogFiles() {}

  /**
   * Makes an empty log that starts at {@code offset}: a segment is named by its first offset, and a
   * log without a segment below it starts there.
   *
   * @param partition the partition's folder in the data of a broker that does not run
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
