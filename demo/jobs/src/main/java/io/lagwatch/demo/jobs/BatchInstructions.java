package io.lagwatch.demo.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a batch shall do, from a file of one line: {@code take MILLIS}, or {@code fail TEXT}.
 *
 * @param millis how long it shall take
 * @param failure what it shall fail with; null when it shall not fail
 */
record BatchInstructions(long millis, @Nullable String failure) {
  private static final String TAKE = "take ";
  private static final String FAIL = "fail ";

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException when it says something else
   */
  static BatchInstructions read(Path file) throws IOException {
    String line = Files.readString(file).strip();
    if (line.startsWith(TAKE)) {
      return new BatchInstructions(Long.parseLong(line.substring(TAKE.length())), null);
    }
    if (line.startsWith(FAIL)) {
      return new BatchInstructions(0, line.substring(FAIL.length()));
    }
    throw new IllegalArgumentException(
        file + ": expected " + TAKE + "MILLIS or " + FAIL + "TEXT, found " + line);
  }

  /**
   * Does as it is told, as a slow or broken sink would.
   *
   * @throws IllegalStateException when it shall fail
   */
  void execute() throws InterruptedException {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    Thread.sleep(millis);
  }
}
