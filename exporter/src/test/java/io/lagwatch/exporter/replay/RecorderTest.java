package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  private static final Instant AT = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration TOOK = Duration.ofMillis(5);

  @TempDir Path folder;

  @Test
  void appendsAndEndsALineThatAKillLeftTorn() throws IOException {
    var file = Files.writeString(folder.resolve("record.jsonl"), "{\"at\":\"2026-");
    try (var recorder = Recorder.open(file)) {
      record(recorder);
    }
    try (var recorder = Recorder.open(file)) {
      record(recorder);
    }
    assertThat(Files.readAllLines(file)).hasSize(3).element(0).isEqualTo("{\"at\":\"2026-");
    assertThat(Files.readString(file)).endsWith("}\n");
  }

  @Test
  void saysWhyAFileCannotBeOpened() {
    assertThatThrownBy(() -> Recorder.open(folder)).isInstanceOf(IOException.class);
  }

  @Test
  void countsWhatAFullDiskDoesNotTakeAndGoesOnWhenItDoes() throws IOException {
    var disk = new FlakyDisk();
    try (var recorder = new Recorder(disk)) {
      record(recorder);
      await().until(() -> recorder.recorded() == 1);
      disk.full = true;
      record(recorder);
      record(recorder);
      await().until(() -> recorder.dropped() == 2);
      disk.full = false;
      record(recorder);
      await().until(() -> recorder.recorded() == 2);
    }
    // The half line of the full disk stands alone, so that it spoils no other.
    assertThat(disk.written.toString().split("\n")).hasSize(3);
    assertThat(disk.written.toString()).endsWith("}}\n");
  }

  @Test
  @Timeout(30)
  void neverHoldsItsCallersUp() throws Exception {
    var disk = new StuckDisk();
    var recorder = new Recorder(disk);
    var body = new byte[8 * 1024 * 1024];
    for (int i = 0; i < 20; i++) {
      recorder.report(body, AT);
    }
    assertThat(recorder.dropped()).isBetween(12L, 13L);
    disk.released.countDown();
    recorder.close();
  }

  @Test
  void writesWhatWaitsBeforeItCloses() throws IOException {
    var file = folder.resolve("record.jsonl");
    var recorder = Recorder.open(file);
    for (int i = 0; i < 1_000; i++) {
      record(recorder);
    }
    recorder.close();
    assertThat(Files.readAllLines(file)).hasSize(1_000);
    record(recorder);
    assertThat(recorder.dropped()).isOne();
  }

  private static void record(Recorder recorder) {
    recorder.pollFailed("main", "TIMEOUT", "no answer", AT, TOOK);
  }

  /** Takes half a line while it is full. */
  private static final class FlakyDisk extends OutputStream {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private volatile boolean full;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (full) {
        written.write(bytes, from, length / 2);
        throw new IOException("No space left on device");
      }
      written.write(bytes, from, length);
    }
  }

  private static final class StuckDisk extends OutputStream {
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public void write(int b) throws IOException {
      try {
        if (!released.await(20, TimeUnit.SECONDS)) {
          throw new IOException("never released");
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      write(0);
    }
  }
}
