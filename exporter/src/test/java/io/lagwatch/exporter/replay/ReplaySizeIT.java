package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is many times as large as the heap is read to its end. */
class ReplaySizeIT {
  private static final int LOG_MEGABYTES = 512;
  private static final int HEAP_MEGABYTES = 64;

  @TempDir private Path folder;

  @Test
  void readsALogEightTimesAsLargeAsItsHeap() throws IOException, InterruptedException {
    Path log = folder.resolve("driver.log");
    byte[] noise =
        "26/03/02 00:00:00 INFO TaskSetManager: a line of the driver that says nothing of streaming\n"
            .repeat(12_000)
            .getBytes(StandardCharsets.UTF_8);
    try (var real = getClass().getResourceAsStream("/replay/driver.log");
        var out = new BufferedOutputStream(Files.newOutputStream(log))) {
      byte[] progress = real.readAllBytes();
      for (long written = 0; written < LOG_MEGABYTES * 1024L * 1024L; written += noise.length) {
        out.write(noise);
      }
      out.write(progress);
    }
    Path said = folder.resolve("out.txt");
    Process replay =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + HEAP_MEGABYTES + "m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.lagwatch.exporter.Main",
                "replay",
                "--format",
                "text",
                log.toString())
            .redirectOutput(said.toFile())
            .redirectError(folder.resolve("progress.txt").toFile())
            .start();
    replay.waitFor();
    assertThat(Files.readString(said)).as("the end of the log was read").contains("batches");
    assertThat(Files.readString(folder.resolve("progress.txt"))).doesNotContain("OutOfMemoryError");
  }
}
