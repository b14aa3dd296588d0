package io.lagwatch.listener;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends reports to one endpoint from one daemon thread. At most one request is in flight, and a
 * slow endpoint does not delay the others. Changes during a request go into the next report.
 */
final class EndpointSender implements Runnable {
  /** Pause between attempts to send the final report to an exporter that was reachable before. */
  private static final long FINAL_RETRY_MILLIS = 200;

  /** Pause while there is no report, because the application is not known yet. */
  private static final long NO_REPORT_MILLIS = 1_000;

  /** Provides the reports. */
  interface ReportSource {
    /** Returns a number that grows with every change that should be reported. */
    long version();

    /** Returns the newest report for the endpoint; null if the application is not known yet. */
    @Nullable DriverReport write(int endpoint, long reportsFailed);
  }

  private final int index;
  private final ReportSource source;
  private final HttpPost post;
  private final ReportSchedule schedule;
  private final String endpoint;
  private final DeliveryLog log;
  private final long timeoutMillis;
  private final Time time;
  private final Thread thread;
  private final AtomicLong reportsFailed = new AtomicLong();
  private final CountDownLatch finished = new CountDownLatch(1);

  private long deliveredVersion = -1;
  private volatile @Nullable Long finalDeadlineMillis;
  private volatile boolean isClosed;

  EndpointSender(
      int index,
      ReportSource source,
      ListenerSettings settings,
      HttpPost post,
      Time time,
      DoubleSupplier random) {
    this.index = index;
    this.source = source;
    this.post = post;
    this.time = time;
    this.timeoutMillis = settings.timeout.toMillis();
    this.schedule = new ReportSchedule(settings.heartbeat, random);
    this.endpoint = Endpoints.describe(settings.endpoints.get(index));
    this.log = new DeliveryLog(endpoint, settings.heartbeat.getSeconds() + "s");
    this.thread = Threads.daemon(this, "lagwatch-sender-" + index);
  }

  void start() {
    thread.start();
  }

  /** Notifies the thread of a change. Cheap enough for Spark's threads. */
  void wake() {
    LockSupport.unpark(thread);
  }

  /** Makes the thread send a final report immediately and then end. Returns immediately. */
  void requestFinalReport(long deadlineMillis) {
    finalDeadlineMillis = deadlineMillis;
    wake();
  }

  /** Reaches zero when the thread has sent the final report or has given up. */
  CountDownLatch finished() {
    return finished;
  }

  void abortIfOverdue(long now) {
    post.abortIfOverdue(now);
  }

  /** Ends the thread and aborts its current request. */
  void close() {
    isClosed = true;
    post.abort();
    wake();
  }

  @Override
  public void run() {
    try {
      while (!isClosed && finalDeadlineMillis == null) {
        long version = source.version();
        long wait = schedule.waitMillis(time.steadyMillis(), version != deliveredVersion);
        if (wait > 0) {
          park(wait);
        } else if (!attempt(version, timeoutMillis)) {
          park(NO_REPORT_MILLIS);
        }
      }
      sendFinalReport();
    } catch (Throwable unexpected) {
      DriverLog.warn("no more reports to " + endpoint + "; queries are not affected", unexpected);
    } finally {
      finished.countDown();
    }
  }

  private void sendFinalReport() {
    Long deadlineMillis = finalDeadlineMillis;
    boolean wasReachable = !schedule.hasFailed();
    while (!isClosed && deadlineMillis != null && source.version() != deliveredVersion) {
      long remaining = deadlineMillis - time.steadyMillis();
      if (remaining <= 0 || !attempt(source.version(), Math.min(remaining, timeoutMillis))) {
        return;
      }
      if (schedule.hasFailed()) {
        if (!wasReachable) {
          return;
        }
        park(FINAL_RETRY_MILLIS);
      }
    }
  }

  /** Sends one report. Returns false if there was no report to send. */
  private boolean attempt(long version, long timeout) {
    DriverReport report = source.write(index, reportsFailed.get());
    if (report == null) {
      return false;
    }
    HttpResult result = post.send(report.body, timeout);
    long now = time.steadyMillis();
    if (result.outcome == HttpResult.Outcome.DELIVERED) {
      deliveredVersion = version;
      schedule.recordDelivery(now);
      report.markDelivered(index);
    } else {
      reportsFailed.incrementAndGet();
      schedule.recordFailure(now);
    }
    if (!isClosed) {
      log.log(result, now);
    }
    return true;
  }

  private void park(long millis) {
    LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
