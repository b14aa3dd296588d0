package io.lagwatch.demo.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Instructions for a batch, from a file with one line: {@code take MILLIS} or {@code fail TEXT}.
 *
 * @param millis duration of the batch
 * @param failure message of the exception; null if the batch does not fail
 */
record BatchInstructions(long millis, @Nullable String failure) {
  private static final String TAKE = "take ";
  private static final String FAIL = "fail ";

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException if the line has another form
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
   * Waits or fails, like a slow or failing sink.
   *
   * @throws IllegalStateException if the batch must fail
   */
  void execute() throws InterruptedException {
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
    Thread.sleep(millis);
  }
}
