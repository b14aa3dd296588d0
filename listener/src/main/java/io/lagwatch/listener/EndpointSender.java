package io.lagwatch.listener;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends reports to one endpoint from one daemon thread, so at most one request is in flight and an
 * endpoint that hangs holds up nobody else. What changes meanwhile is in the next report.
 */
final class EndpointSender implements Runnable {
  /** Between the attempts of a last report to an exporter that answered until now. */
  private static final long LAST_RETRY_MILLIS = 200;

  /** Until the application is known; the sender is woken when it is. */
  private static final long NOTHING_YET_MILLIS = 1_000;

  /** Where the reports come from. */
  interface Source {
    /** Grows with every change that is worth a report. */
    long version();

    /** The newest report for the endpoint; null while the application is not known yet. */
    @Nullable Report write(int endpoint, long reportsFailed);
  }

  private final int index;
  private final Source source;
  private final HttpPost post;
  private final Pacing pacing;
  private final Complaints complaints;
  private final long timeoutMillis;
  private final Time time;
  private final Thread thread;
  private final AtomicLong reportsFailed = new AtomicLong();
  private final CountDownLatch lastWordSaid = new CountDownLatch(1);

  private long deliveredVersion = -1;
  private volatile @Nullable Long lastWordBy;
  private volatile boolean closed;

  EndpointSender(
      int index,
      Source source,
      Settings settings,
      HttpPost post,
      Time time,
      DoubleSupplier random) {
    this.index = index;
    this.source = source;
    this.post = post;
    this.time = time;
    this.timeoutMillis = settings.timeout.toMillis();
    this.pacing = new Pacing(settings.heartbeat, random);
    this.complaints =
        new Complaints(
            Endpoints.describe(settings.endpoints.get(index)),
            settings.heartbeat.toMillis() / 1000 + "s");
    this.thread = Threads.daemon(this, "lagwatch-sender-" + index);
  }

  void start() {
    thread.start();
  }

  /** Tells the thread that something changed. Cheap enough for Spark's threads. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** Asks for one last report, whatever the pace, and then the end of the thread. */
  void lastWord(long byMillis) {
    lastWordBy = byMillis;
    wake();
  }

  /** Released when the last report was tried. */
  CountDownLatch lastWordSaid() {
    return lastWordSaid;
  }

  void abortIfOverdue(long now) {
    post.abortIfOverdue(now);
  }

  /** Ends the thread, also out of a request that hangs. */
  void close() {
    closed = true;
    post.abort();
    wake();
  }

  @Override
  public void run() {
    try {
      while (!closed && lastWordBy == null) {
        long version = source.version();
        long wait = pacing.waitMillis(time.steadyMillis(), version != deliveredVersion);
        if (wait > 0) {
          LockSupport.parkNanos(this, wait * 1_000_000L);
        } else if (!attempt(version, timeoutMillis)) {
          LockSupport.parkNanos(this, NOTHING_YET_MILLIS * 1_000_000L);
        }
      }
      sayLastWord();
    } catch (Throwable unexpected) {
      Log.warn("reporting to one endpoint has ended; queries are not affected", unexpected);
    } finally {
      lastWordSaid.countDown();
    }
  }

  private void sayLastWord() {
    Long by = lastWordBy;
    boolean answeredUntilNow = !pacing.failing();
    while (!closed && by != null && source.version() != deliveredVersion) {
      long left = by - time.steadyMillis();
      if (left <= 0
          || !attempt(source.version(), Math.min(left, timeoutMillis))
          || pacing.failing() && !answeredUntilNow) {
        return;
      }
      if (pacing.failing()) {
        LockSupport.parkNanos(this, LAST_RETRY_MILLIS * 1_000_000L);
      }
    }
  }

  /** False when there was nothing to send yet. */
  private boolean attempt(long version, long timeout) {
    Report report = source.write(index, reportsFailed.get());
    if (report == null) {
      return false;
    }
    Answer answer = post.send(report.body, timeout);
    long now = time.steadyMillis();
    if (answer.kind == Answer.Kind.DELIVERED) {
      deliveredVersion = version;
      pacing.delivered(now);
      report.heardBy(index);
    } else {
      reportsFailed.incrementAndGet();
      pacing.failed(now);
    }
    if (!closed) {
      complaints.hear(answer, now);
    }
    return true;
  }
}
