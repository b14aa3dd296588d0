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
 * Writes the state file: every 15 s, before counters are shown, when asked, and at the end. Nothing
 * is written before {@link #start}. Thread-safe.
 */
public final class StateSaver implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  /** A disk that does not answer delays a scrape by this at most. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private static final Duration LONGEST_SAVE = Duration.ofSeconds(10);

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
   * Restores the monitor from the file. Called once, before any report.
   *
   * @throws StateFileException when the file exists and cannot be read
   */
  public void restore() throws StateFileException {
    SavedState state = file.read();
    if (state != null) {
      file.reject(monitor.restore(state));
      monitor.evaluate(clock.instant());
    }
  }

  /**
   * Begins to write. Called when the exporter has fully started, so that one that cannot start
   * leaves the file as it is.
   */
  public void start() {
    started = true;
    var unused =
        executor.scheduleWithFixedDelay(
            this::saveQuietly, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Saves now and returns when the state is on disk. A newer state is never overwritten. */
  public synchronized void save() {
    if (started) {
      long changes = monitor.changes();
      if (file.write(monitor.state(clock.instant()))) {
        savedChanges = changes;
      }
    }
  }

  /**
   * Returns when the state as of now is on disk. Called before counters are shown: if a killed
   * exporter came back with lower counters, Prometheus would count the difference again. Callers
   * that come during a save share the next one. Returns without that when the file cannot be
   * written or the disk takes longer than 2 s: a scrape does not depend on the disk.
   */
  public void awaitSaved() {
    if (!started || savedChanges >= monitor.changes()) {
      return;
    }
    try {
      nextSave().get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
      slow.set(false);
    } catch (TimeoutException e) {
      if (slow.compareAndSet(false, true)) {
        LOG.warn(
            "saving the state takes longer than {} s; if the exporter is killed now, counters may"
                + " be lower after the restart",
            LONGEST_WAIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | CancellationException | RejectedExecutionException e) {
      LOG.debug("the exporter ends, and saves its state at the end", e);
    }
  }

  /** A save that has not begun. */
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

  /** Saves a last time, stops, and unlocks the file. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(LONGEST_SAVE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("saving the state takes longer than {} s", LONGEST_SAVE.toSeconds());
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
    // Cleared first: what is shown from here on may be newer than what is being saved.
    synchronized (queue) {
      queued = null;
    }
    saveQuietly();
  }

  /** A scheduled task that throws would never run again. */
  private void saveQuietly() {
    try {
      save();
    } catch (RuntimeException | Error e) {
      LOG.error("cannot save the state; trying again in 15 s", e);
    }
  }
}
