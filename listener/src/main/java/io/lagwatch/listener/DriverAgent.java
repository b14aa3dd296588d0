package io.lagwatch.listener;

import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * The state and the threads that all listener objects of one application share: the runs, a thread
 * that polls the active queries, and a sender for each endpoint. Ends with the application, after a
 * final report.
 *
 * <p>Spark's threads call the methods that are named after events. These methods store a reference,
 * add to counters and wake the senders; they never wait.
 */
final class DriverAgent implements EndpointSender.ReportSource {
  /** Time limit of the final report; the end of an application is delayed by at most 2 s. */
  static final long FINAL_REPORT_MILLIS = 1_800;

  private static final long POLL_INTERVAL_MILLIS = 1_000;

  /** Polls that may fail to find the SparkContext that has just sent an event. */
  private static final int MAX_ATTACH_ATTEMPTS = 5;

  private final String applicationId;
  private final ListenerSettings settings;
  private final Time time;
  private final Consumer<DriverAgent> onClose;
  private final QueryRuns runs = new QueryRuns();
  private final QueryPoller poller = new QueryPoller(new ActiveQueries(), runs);
  private final AtomicLong changes = new AtomicLong();
  private final AtomicBoolean isEnding = new AtomicBoolean();
  private final CountDownLatch endStarted = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Senders senders = new Senders();
  private final Thread thread = Threads.daemon(this::pollUntilClosed, "lagwatch-agent");

  private volatile @Nullable ExitHook exitHook;
  private volatile @Nullable SparkApplication application;
  private volatile DriverReport.@Nullable Header header;
  private volatile boolean isEndRequested;
  private int failedAttachAttempts;
  private final RepeatedFault pollFault = new RepeatedFault();
  private volatile boolean isClosed;

  /** Starts no thread and opens no connection. */
  DriverAgent(
      String applicationId, ListenerSettings settings, Time time, Consumer<DriverAgent> onClose) {
    this.applicationId = applicationId;
    this.settings = settings;
    this.time = time;
    this.onClose = onClose;
  }

  /** Logs problems with the settings. Starts the agent's thread if there is an endpoint. */
  void start() {
    settings.problems.forEach(DriverLog::warn);
    if (!settings.endpoints.isEmpty()) {
      try {
        thread.start();
      } catch (Throwable noThread) {
        close();
        throw noThread;
      }
    }
  }

  boolean belongsTo(String otherApplicationId) {
    return applicationId.equals(otherApplicationId);
  }

  boolean isClosed() {
    return isClosed;
  }

  void queryStarted(UUID id, UUID runId, @Nullable String name) {
    if (isReporting() && runs.getOrCreate(id, runId, name, time.wallMillis()) != null) {
      requestReport();
      LockSupport.unpark(thread);
    }
  }

  void queryProgressed(StreamingQueryProgress progress) {
    if (!isReporting()) {
      return;
    }
    long now = time.wallMillis();
    QueryRun run = runs.getOrCreate(progress.id(), progress.runId(), progress.name(), now);
    if (run != null) {
      run.addProgress(progress, now);
      requestReport();
    }
  }

  void queryIdle(UUID id, UUID runId) {
    long now = time.wallMillis();
    QueryRun run = isReporting() ? runs.getOrCreate(id, runId, null, now) : null;
    if (run != null) {
      run.markIdle(now);
      requestReport();
    }
  }

  void queryTerminated(UUID runId, @Nullable String failure) {
    QueryRun run = runs.get(runId);
    if (run != null) {
      run.end(RunStatus.ended(time.wallMillis(), failure));
      requestReport();
    }
  }

  @Override
  public long version() {
    return changes.get();
  }

  @Override
  public @Nullable DriverReport write(int endpoint, long reportsFailed) {
    DriverReport.Header current = header;
    return current == null
        ? null
        : DriverReport.write(
            current, runs.toReport(endpoint), settings.trigger, reportsFailed, time.wallMillis());
  }

  /** Makes the agent's thread end the agent. Returns immediately. */
  void requestEnd() {
    isEndRequested = true;
    LockSupport.unpark(thread);
    if (settings.endpoints.isEmpty()) {
      isClosed = true;
    }
  }

  /**
   * Sends the final report within {@link #FINAL_REPORT_MILLIS} and ends the threads. If another
   * thread is already doing this, waits for that thread.
   */
  void end() {
    end(time.steadyMillis() + FINAL_REPORT_MILLIS);
  }

  private void end(long deadlineMillis) {
    if (isEnding.compareAndSet(false, true)) {
      endStarted.countDown();
      try {
        runs.endAll(time.wallMillis());
        requestReport();
        senders.sendFinalReports(deadlineMillis, time);
      } finally {
        close();
      }
    } else {
      Senders.await(ended, deadlineMillis, time);
    }
  }

  private void close() {
    isClosed = true;
    senders.close();
    onClose.accept(this);
    ExitHook hook = exitHook;
    if (hook != null) {
      hook.remove();
    }
    ended.countDown();
    LockSupport.unpark(thread);
  }

  /**
   * Ends the agent when the JVM exits. Spark's shutdown hook stops the SparkContext, which gives
   * more exact ends of queries, so it gets half of the time first.
   */
  private void endAtExit() {
    long deadlineMillis = time.steadyMillis() + FINAL_REPORT_MILLIS;
    Senders.await(endStarted, deadlineMillis - FINAL_REPORT_MILLIS / 2, time);
    end(deadlineMillis);
  }

  private void pollUntilClosed() {
    try {
      open();
    } catch (Throwable fault) {
      DriverLog.warn("cannot start reporting; queries are not affected", fault);
      end();
    }
    while (!isClosed) {
      try {
        poll();
        pollFault.end();
      } catch (Throwable fault) {
        logPollError(fault);
      }
      if (!isClosed) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(POLL_INTERVAL_MILLIS));
      }
    }
    application = null;
  }

  private void logPollError(Throwable fault) {
    if (pollFault.shouldLog(time.steadyMillis())) {
      DriverLog.warn(
          "could not read the active queries from Spark; listener events are still reported",
          fault);
    } else {
      DriverLog.debug("could not read the active queries from Spark again: " + fault);
    }
  }

  /**
   * Runs on the agent's thread, not on the query's: the query's thread is waiting for its started
   * event, and threads that it creates inherit its session.
   */
  private void open() {
    poller.poll(time.wallMillis());
    ActiveQueries.forgetInheritedSession();
    senders.start(this, settings, time);
    exitHook = ExitHook.add(this::endAtExit);
  }

  private void poll() {
    if (application == null && !attach() && ++failedAttachAttempts < MAX_ATTACH_ATTEMPTS) {
      return;
    }
    SparkApplication current = application;
    if (current == null || current.isShutDown() || isEndRequested) {
      end();
      return;
    }
    long now = time.wallMillis();
    // While the application stops, its queries leave the map before their last events arrive.
    if (!current.isStopped() && poller.poll(now)) {
      requestReport();
    }
    runs.removeEnded(now, settings.endpoints.size());
    senders.abortOverdue(time.steadyMillis());
  }

  private boolean attach() {
    SparkApplication found = SparkApplication.find();
    if (found == null || (!applicationId.isEmpty() && !applicationId.equals(found.id()))) {
      return false;
    }
    application = found;
    header =
        new DriverReport.Header(
            UUID.randomUUID().toString(),
            jarVersion(),
            settings.heartbeat.toMillis(),
            found.id(),
            found.name(),
            found.sparkVersion(),
            found.host());
    found.onEnd(this::end);
    requestReport();
    return true;
  }

  /** Returns the version in the jar's manifest; null if the classes are not in a jar. */
  private static @Nullable String jarVersion() {
    return DriverAgent.class.getPackage().getImplementationVersion();
  }

  private boolean isReporting() {
    return !settings.endpoints.isEmpty() && !isClosed;
  }

  private void requestReport() {
    changes.incrementAndGet();
    senders.wake();
  }
}
