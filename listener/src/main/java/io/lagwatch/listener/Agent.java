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
 * What the listener objects of one application share: the runs, a thread that looks at the queries,
 * and a sender for each endpoint. Ends with the application, after a last report.
 *
 * <p>The methods named after events are called on Spark's threads. They store a reference, add to
 * counts and wake the senders; they never wait.
 */
final class Agent implements EndpointSender.Source {
  /** What the last word may take, so that an end costs the application 2 s at most, all in all. */
  static final long LAST_WORD_MILLIS = 1_800;

  private static final long LOOK_EVERY_MILLIS = 1_000;

  /** So many looks may fail to find the SparkContext that an event has just come from. */
  private static final int ATTACH_TRIES = 5;

  private final String application;
  private final Settings settings;
  private final Time time;
  private final Consumer<Agent> whenClosed;
  private final Runs runs = new Runs();
  private final Watcher watcher = new Watcher(new ActiveQueries(), runs);
  private final AtomicLong changes = new AtomicLong();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final CountDownLatch endBegun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Senders senders = new Senders();
  private final Thread thread = Threads.daemon(this::watch, "lagwatch-agent");

  private volatile @Nullable ExitHook exitHook;
  private volatile @Nullable SparkApplication spark;
  private volatile Report.@Nullable Sender identity;
  private volatile boolean endWanted;
  private int failedAttaches;
  private boolean faultLogged;
  private volatile boolean closed;

  /** Opens nothing. */
  Agent(String application, Settings settings, Time time, Consumer<Agent> whenClosed) {
    this.application = application;
    this.settings = settings;
    this.time = time;
    this.whenClosed = whenClosed;
  }

  /** Starts the agent's own thread, unless the settings leave nothing to do. */
  void start() {
    settings.problems.forEach(Log::warn);
    if (!settings.endpoints.isEmpty()) {
      try {
        thread.start();
      } catch (Throwable noThread) {
        close();
        throw noThread;
      }
    }
  }

  boolean belongsTo(String otherApplication) {
    return application.equals(otherApplication);
  }

  boolean closed() {
    return closed;
  }

  void started(UUID id, UUID runId, @Nullable String name) {
    if (watching() && runs.begin(id, runId, name, time.wallMillis()) != null) {
      changed();
      LockSupport.unpark(thread);
    }
  }

  void progress(StreamingQueryProgress progress) {
    if (!watching()) {
      return;
    }
    long now = time.wallMillis();
    Run run = runs.begin(progress.id(), progress.runId(), progress.name(), now);
    if (run != null) {
      run.progressed(progress, now);
      changed();
    }
  }

  void idle(UUID id, UUID runId) {
    long now = time.wallMillis();
    Run run = watching() ? runs.begin(id, runId, null, now) : null;
    if (run != null) {
      run.idled(now);
      changed();
    }
  }

  void terminated(UUID runId, @Nullable String failure) {
    Run run = runs.get(runId);
    if (run != null) {
      run.ended(Life.ended(time.wallMillis(), failure));
      changed();
    }
  }

  @Override
  public long version() {
    return changes.get();
  }

  @Override
  public @Nullable Report write(int endpoint, long reportsFailed) {
    Report.Sender from = identity;
    return from == null
        ? null
        : Report.write(
            from, runs.toReport(endpoint), settings.trigger, reportsFailed, time.wallMillis());
  }

  /** Has the agent's own thread end it. */
  void endSoon() {
    endWanted = true;
    LockSupport.unpark(thread);
    if (settings.endpoints.isEmpty()) {
      closed = true;
    }
  }

  /**
   * The application is over: reports that within {@link #LAST_WORD_MILLIS} and ends the threads.
   * Whoever calls it while another does waits for that one.
   */
  void end() {
    end(time.steadyMillis() + LAST_WORD_MILLIS);
  }

  private void end(long by) {
    if (ending.compareAndSet(false, true)) {
      endBegun.countDown();
      try {
        runs.endAll(time.wallMillis());
        changed();
        senders.sayLastWord(by, time);
      } finally {
        close();
      }
    } else {
      Senders.await(ended, by, time);
    }
  }

  private void close() {
    closed = true;
    senders.close();
    whenClosed.accept(this);
    ExitHook hook = exitHook;
    if (hook != null) {
      hook.remove();
    }
    ended.countDown();
    LockSupport.unpark(thread);
  }

  /** Spark's own exit hook stops the context, whose end is better known; it gets half the time. */
  private void endAtExit() {
    long by = time.steadyMillis() + LAST_WORD_MILLIS;
    Senders.await(endBegun, by - LAST_WORD_MILLIS / 2, time);
    end(by);
  }

  private void watch() {
    try {
      open();
    } catch (Throwable fault) {
      Log.warn("reporting could not start; queries are not affected", fault);
      end();
    }
    while (!closed) {
      try {
        lookOnce();
      } catch (Throwable fault) {
        if (!faultLogged) {
          faultLogged = true;
          Log.warn("a look at the queries failed; their events are still reported", fault);
        }
      }
      if (!closed) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MILLIS));
      }
    }
    spark = null;
  }

  /**
   * Here and not on the query's thread: that one waits, and new threads would inherit its session.
   */
  private void open() {
    watcher.look(time.wallMillis());
    ActiveQueries.forgetInheritedSession();
    senders.start(this, settings, time);
    exitHook = ExitHook.add(this::endAtExit);
  }

  private void lookOnce() {
    if (spark == null && !attach() && ++failedAttaches < ATTACH_TRIES) {
      return;
    }
    SparkApplication application = spark;
    if (application == null || application.gone() || endWanted) {
      end();
      return;
    }
    long now = time.wallMillis();
    // What a stopping application runs no longer is no news: its last events are still to come.
    if (!application.stopped() && watcher.look(now)) {
      changed();
    }
    runs.prune(now, settings.endpoints.size());
    senders.abortOverdue(time.steadyMillis());
  }

  private boolean attach() {
    SparkApplication found = SparkApplication.find();
    if (found == null || !application.isEmpty() && !application.equals(found.id())) {
      return false;
    }
    spark = found;
    identity =
        new Report.Sender(
            UUID.randomUUID().toString(),
            jarVersion(),
            settings.heartbeat.toMillis(),
            found.id(),
            found.name(),
            found.sparkVersion(),
            found.host());
    found.whenEnded(this::end);
    changed();
    return true;
  }

  /** From the jar's manifest; null when the classes are not in the jar. */
  private static @Nullable String jarVersion() {
    return Agent.class.getPackage().getImplementationVersion();
  }

  private boolean watching() {
    return !settings.endpoints.isEmpty() && !closed;
  }

  private void changed() {
    changes.incrementAndGet();
    senders.wake();
  }
}
