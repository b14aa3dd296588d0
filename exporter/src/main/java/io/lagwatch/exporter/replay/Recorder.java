package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.lag.ClusterPoll;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends every accepted report and every poll to a file, for a replay. Its methods do not wait:
 * lines are queued for the recorder's own thread. The queue holds at most a sixteenth of the heap;
 * lines that exceed it are dropped and counted. The first failure is logged at WARN, further ones
 * at DEBUG, and the recovery at INFO. Only the owner can read the file. Thread-safe.
 */
public final class Recorder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
  private static final int HEAP_PER_QUEUE = 16;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private static final QueuedLine END = new QueuedLine(() -> new byte[0], 0);

  private final OutputStream out;
  private final long maxQueuedBytes;
  private final BlockingQueue<QueuedLine> queue = new LinkedBlockingQueue<>();
  private final AtomicLong queuedBytes = new AtomicLong();
  private final AtomicLong recorded = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final Thread writer;
  private volatile boolean closed;
  private boolean endsInsideALine;

  /** A line that is not written yet, and its approximate size in bytes. */
  private record QueuedLine(Line line, long size) {}

  private interface Line {
    byte[] bytes() throws IOException;
  }

  /** Creates a recorder that writes each line to the stream in one call. */
  Recorder(OutputStream out, long maxQueuedBytes) {
    this.out = out;
    this.maxQueuedBytes = maxQueuedBytes;
    writer = new Thread(this::write, "lagwatch-recorder");
    writer.setDaemon(true);
    writer.start();
  }

  /**
   * Opens the file for appending, and ends its last line if that is incomplete.
   *
   * @throws IOException if the file cannot be opened
   */
  public static Recorder open(Path file) throws IOException {
    restrictToOwner(file);
    boolean isIncomplete = endsInsideALine(file);
    // Not a channel: an interrupt would close it.
    var out = new FileOutputStream(file.toFile(), true);
    if (isIncomplete) {
      out.write('\n');
    }
    return new Recorder(out, Runtime.getRuntime().maxMemory() / HEAP_PER_QUEUE);
  }

  /** A recording holds names, checkpoint addresses and exception messages of queries. */
  private static void restrictToOwner(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Set<PosixFilePermission> ownerOnly = PosixFilePermissions.fromString("rw-------");
    if (Files.notExists(file)) {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
    } else if (Files.isRegularFile(file)) {
      Files.setPosixFilePermissions(file, ownerOnly);
    }
  }

  private static boolean endsInsideALine(Path file) throws IOException {
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
   * @param body the uncompressed body of the request
   */
  public void report(byte[] body, Instant at) {
    enqueue(
        new QueuedLine(() -> TimelineWriter.report(ReportMasking.masked(body), at), body.length));
  }

  /** Records the result of a poll. */
  public void polled(ClusterPoll poll, Instant at, Duration took) {
    long partitions = (long) poll.offsets().size() + poll.unanswered().size();
    enqueue(new QueuedLine(() -> TimelineWriter.polled(poll, at, took), 200 + 100 * partitions));
  }

  /** Records a poll that failed as a whole. */
  public void pollFailed(String cluster, String kind, String message, Instant at, Duration took) {
    enqueue(
        new QueuedLine(
            () -> TimelineWriter.pollFailed(cluster, kind, message, at, took),
            200 + message.length()));
  }

  /** Returns the number of lines that were written. */
  public long recorded() {
    return recorded.get();
  }

  /** Returns the number of lines that could not be written or queued. */
  public long dropped() {
    return dropped.get();
  }

  /** Writes the queued lines for at most two seconds and closes the file. */
  @Override
  public void close() throws IOException {
    closed = true;
    queue.add(END);
    try {
      writer.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    out.close();
  }

  private void enqueue(QueuedLine line) {
    if (closed) {
      drop("the recorder is closed", null);
    } else if (queuedBytes.addAndGet(line.size()) > maxQueuedBytes) {
      queuedBytes.addAndGet(-line.size());
      drop("the disk is too slow", null);
    } else {
      queue.add(line);
    }
  }

  @SuppressWarnings("ReferenceEquality") // END is one object.
  private void write() {
    try {
      for (var next = queue.take(); next != END; next = queue.take()) {
        append(next.line());
        queuedBytes.addAndGet(-next.size());
      }
    } catch (InterruptedException notExpected) {
      Thread.currentThread().interrupt();
    }
  }

  private void append(Line line) {
    try {
      var bytes = line.bytes();
      if (endsInsideALine) {
        out.write('\n');
        endsInsideALine = false;
      }
      // A full disk may accept part of a line, so this is true until the call returns.
      endsInsideALine = true;
      out.write(bytes);
      endsInsideALine = false;
      recorded.incrementAndGet();
      if (failing.compareAndSet(true, false)) {
        LOG.info("--record: lines are recorded again");
      }
    } catch (IOException failure) {
      drop(failure.toString(), null);
    } catch (RuntimeException | Error failure) {
      // One line that cannot be written must not end the recording.
      drop("unexpected error", failure);
    }
  }

  private void drop(String reason, @Nullable Throwable unexpected) {
    dropped.incrementAndGet();
    if (failing.compareAndSet(false, true)) {
      LOG.warn(
          "--record: cannot record a line: {}; lines are dropped and counted until this is fixed",
          reason,
          unexpected);
    } else {
      LOG.debug("--record: cannot record a line: {}", reason, unexpected);
    }
  }
}
