package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.replay.TimelineLine.ReportLine;
import io.lagwatch.exporter.text.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  private static final Instant AT = Instant.parse("2026-03-02T00:00:00Z");
  private static final long MAX_QUEUED_BYTES = 1_000;
  private static final Duration TOOK = Duration.ofMillis(5);

  @TempDir Path folder;

  @Test
  void endsAnIncompleteLastLineBeforeItAppends() throws IOException {
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
  void throwsWhenTheFileCannotBeOpened() {
    assertThatThrownBy(() -> Recorder.open(folder)).isInstanceOf(IOException.class);
  }

  @Test
  void countsLinesLostToAFullDiskAndRecordsAgainAfterwards() throws IOException {
    var disk = new FlakyDisk();
    try (var recorder = new Recorder(disk, MAX_QUEUED_BYTES)) {
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
    // The line that was written in part does not spoil the next one.
    assertThat(disk.written.toString().split("\n")).hasSize(3);
    assertThat(disk.written.toString()).endsWith("}}\n");
  }

  @Test
  @Timeout(60)
  void queuesLinesUpToItsLimitAndDropsTheRest() throws Exception {
    var disk = new StuckDisk();
    var recorder = new Recorder(disk, MAX_QUEUED_BYTES);
    recorder.report(body(600), AT);
    recorder.report(body(401), AT);
    assertThat(recorder.dropped()).as("1,001 bytes").isEqualTo(1);
    recorder.report(body(400), AT);
    assertThat(recorder.dropped()).as("1,000 bytes").isEqualTo(1);
    recorder.report(body(2), AT);
    assertThat(recorder.dropped()).isEqualTo(2);
    disk.released.countDown();
    recorder.close();
  }

  @Test
  void recordsTheNextLineAfterAnUnexpectedError() throws IOException {
    var disk = new FlakyDisk();
    try (var recorder = new Recorder(disk, MAX_QUEUED_BYTES)) {
      disk.unexpected = new IllegalStateException("a bug");
      record(recorder);
      await().until(() -> recorder.dropped() == 1);
      disk.unexpected = new OutOfMemoryError("for a moment");
      record(recorder);
      await().until(() -> recorder.dropped() == 2);
      disk.unexpected = null;
      record(recorder);
      await().until(() -> recorder.recorded() == 1);
    }
    assertThat(disk.written.toString()).endsWith("}}\n");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void onlyTheOwnerCanReadTheFile() throws IOException {
    var created = folder.resolve("new.jsonl");
    var existing = Files.createFile(folder.resolve("existing.jsonl"));
    Files.setPosixFilePermissions(existing, PosixFilePermissions.fromString("rw-r--r--"));
    for (Path file : List.of(created, existing)) {
      Recorder.open(file).close();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void masksSecretsAsTheDecoderDoes() throws IOException {
    var file = folder.resolve("record.jsonl");
    var body =
        ReportBody.smallest()
            .with("/queries/0/checkpoint", "\"s3a://KEY:hunter2@bucket/checkpoint\"")
            .with(
                "/queries/0/error",
                "{\"class\":\"a.B\",\"message\":\"login failed: password=hunter2\"}");
    try (var recorder = Recorder.open(file)) {
      recorder.report(body.bytes(), AT);
    }
    assertThat(Files.readString(file)).doesNotContain("hunter2").contains(Secrets.MASK);
    try (var reader = TimelineReader.open(file, line -> {})) {
      assertThat(reader.next()).isEqualTo(new ReportLine(AT, body.accepted()));
    }
  }

  @Test
  void writesQueuedLinesBeforeItCloses() throws IOException {
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

  /** Returns a JSON object of this many bytes. */
  private static byte[] body(int bytes) {
    return ("{" + " ".repeat(bytes - 2) + "}").getBytes(StandardCharsets.UTF_8);
  }

  private static void record(Recorder recorder) {
    recorder.pollFailed("main", "TIMEOUT", "no answer", AT, TOOK);
  }

  /** Takes half a line while it is full. */
  private static final class FlakyDisk extends OutputStream {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private volatile boolean full;
    private volatile Throwable unexpected;

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (unexpected instanceof RuntimeException e) {
        throw e;
      }
      if (unexpected instanceof Error e) {
        throw e;
      }
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
