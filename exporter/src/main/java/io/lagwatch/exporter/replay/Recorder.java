package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.lag.ClusterPoll;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends everything that goes into the watch to a file, for a replay. Never holds its callers up:
 * lines wait for a thread of the recorder's own, at most 64 MB of them, beyond which they are
 * dropped and counted. A disk that fails or is full is told once at WARN; recording goes on when it
 * can again. Thread-safe.
 */
public final class Recorder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
  private static final long MAX_WAITING_BYTES = 64L * 1024 * 1024;
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private static final Entry END = new Entry(() -> new byte[0], 0);

  private final OutputStream out;
  private final BlockingQueue<Entry> waiting = new LinkedBlockingQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong recorded = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicBoolean told = new AtomicBoolean();
  private final Thread writer;
  private volatile boolean closed;
  private boolean halfWritten;

  /** A line that is still to be put into bytes, and about how many these will be. */
  private record Entry(Line line, long size) {}

  private interface Line {
    byte[] bytes() throws IOException;
  }

  /** A recorder that writes to a stream, each line in one call. */
  Recorder(OutputStream out) {
    this.out = out;
    writer = new Thread(this::write, "lagwatch-recorder");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Opens the file for appending; a last line that a kill left without its end gets one.
   *
   * @throws IOException when the file cannot be opened
   */
  public static Recorder open(Path file) throws IOException {
    boolean torn = endsInside(file);
    // Not a channel: an interrupt would close it.
    var out = new FileOutputStream(file.toFile(), true);
    if (torn) {
      out.write('\n');
    }
    return new Recorder(out);
  }

  private static boolean endsInside(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) == 0) {
      return false;
    }
    try (var in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(in.length() - 1);
      return in.read() != '\n';
    }
  }

  /**
   * Records a report that was accepted.
   *
   * @param body as it came, unzipped
   */
  public void report(byte[] body, Instant at) {
    put(new Entry(() -> TimelineWriter.report(body, at), body.length));
  }

  /** Records what a poll brought. */
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    long partitions = poll.offsets().size() + poll.unanswered().size();
    put(new Entry(() -> TimelineWriter.polled(poll, at, took), 200 + 100 * partitions));
  }

  /** Records a poll that failed as a whole. */
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {
    put(
        new Entry(
            () -> TimelineWriter.pollFailed(cluster, kind, message, at, took),
            200 + message.length()));
  }

  /** Lines that are in the file. */
  public long recorded() {
    return recorded.get();
  }

  /** Lines that were dropped: the disk failed or was too slow. */
  public long dropped() {
    return dropped.get();
  }

  /** Writes what waits, for at most two seconds, and closes the file. */
  @Override
  public void close() throws IOException {
    closed = true;
    waiting.add(END);
    try {
      writer.join(CLOSING.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    out.close();
  }

  private void put(Entry entry) {
    if (closed || waitingBytes.get() + entry.size() > MAX_WAITING_BYTES) {
      drop("expected the disk to keep up, found it too slow");
    } else {
      waitingBytes.addAndGet(entry.size());
      waiting.add(entry);
    }
  }

  private void write() {
    try {
      for (var entry = waiting.take(); entry != END; entry = waiting.take()) {
        append(entry.line());
        waitingBytes.addAndGet(-entry.size());
      }
    } catch (InterruptedException neverAsked) {
      Thread.currentThread().interrupt();
    }
  }

  private void append(Line line) {
    try {
      var bytes = line.bytes();
      if (halfWritten) {
        out.write('\n');
        halfWritten = false;
      }
      // True until the call comes back: a full disk may take a part of the line.
      halfWritten = true;
      out.write(bytes);
      halfWritten = false;
      recorded.incrementAndGet();
    } catch (IOException failed) {
      drop("expected the line to be written, found " + failed.getMessage());
    }
  }

  private void drop(String reason) {
    dropped.incrementAndGet();
    if (told.compareAndSet(false, true)) {
      LOG.warn("record: {}; lines are dropped and counted while this lasts", reason);
    } else {
      LOG.debug("record: {}", reason);
    }
  }
}
