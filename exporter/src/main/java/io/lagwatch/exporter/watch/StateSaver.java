package io.lagwatch.exporter.watch;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the state file: every 15 s, before counters are shown, on request, and at shutdown.
 * Nothing is written before {@link #start}. Thread-safe.
 */
public final class StateSaver implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  /** Maximum delay of a scrape by a disk that does not respond. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(2);

  private static final Duration MAX_SAVE_TIME = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(StateSaver.class);

  private final LiveMonitor monitor;
  private final StateFile file;
  private final Clock clock;
  private final Object queue = new Object();
  private @Nullable Future<?> queued;
  private final AtomicBoolean slow = new AtomicBoolean();
  private volatile boolean started;
  private volatile long savedChanges = -1;
  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            var thread = new Thread(work, "state-file");
            thread.setDaemon(true);
            return thread;
          });

  public StateSaver(LiveMonitor monitor, StateFile file, Clock clock) {
    this.monitor = monitor;
    this.file = file;
    this.clock = clock;
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * Restores the monitor from the file. Must be called once, before the first report.
   *
   * @throws StateFileException if the file exists and cannot be read
   */
  public void restore() throws StateFileException {
    SavedState state = file.read();
    if (state != null) {
      file.reject(monitor.restore(state));
      monitor.evaluate(clock.instant());
    }
  }

  /**
   * Starts writing. Called after the exporter has fully started, so that a failed start does not
   * change the file.
   */
  public void start() {
    started = true;
    var unused =
        executor.scheduleWithFixedDelay(
            this::saveQuietly, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Saves the state and returns after it is on disk. Does not overwrite a newer state. */
  public synchronized void save() {
    if (started) {
      long changes = monitor.changes();
      if (file.write(monitor.state(clock.instant()))) {
        savedChanges = changes;
      }
    }
  }

  /**
   * Waits until the current state is on disk. Called before counters are shown. If a killed
   * exporter restarted with lower counters, Prometheus would count the difference again. Calls
   * during a save share the next save. Returns without a save if the file cannot be written or the
   * disk takes longer than 2 s, because a scrape must not depend on the disk.
   */
  public void awaitSaved() {
    if (!started || savedChanges >= monitor.changes()) {
      return;
    }
    try {
      nextSave().get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
      slow.set(false);
    } catch (TimeoutException e) {
      if (slow.compareAndSet(false, true)) {
        LOG.warn(
            "saving the state takes longer than {} s; if the exporter is killed now, counters may"
                + " be lower after the restart",
            MAX_WAIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | CancellationException | RejectedExecutionException e) {
      LOG.debug("the exporter stops and saves its state at the end", e);
    }
  }

  /** Returns the next save that has not started. */
  private Future<?> nextSave() {
    synchronized (queue) {
      Future<?> next = queued;
      if (next == null) {
        next = executor.submit(this::runQueuedSave);
        queued = next;
      }
      return next;
    }
  }

  /** Saves the state, stops, and releases the lock of the file. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(MAX_SAVE_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("saving the state takes longer than {} s", MAX_SAVE_TIME.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      save();
    } finally {
      file.close();
    }
  }

  private void runQueuedSave() {
    // Cleared first, because values shown from now on can be newer than the state being saved.
    synchronized (queue) {
      queued = null;
    }
    saveQuietly();
  }

  /** Saves and logs failures, because a scheduled task that throws does not run again. */
  private void saveQuietly() {
    try {
      save();
    } catch (RuntimeException | Error e) {
      LOG.error("cannot save the state; trying again in 15 s", e);
    }
  }
}
