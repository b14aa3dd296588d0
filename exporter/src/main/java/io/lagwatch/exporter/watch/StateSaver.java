package io.lagwatch.exporter.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the state file: every 15 s, soon after counters were shown, when asked, and at the end.
 * Nothing is written before {@link #start}. Thread-safe.
 */
public final class StateSaver implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  /** Frequent scrapes must not keep the disk busy. */
  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);

  private static final Duration LONGEST_SAVE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(StateSaver.class);

  private final LiveMonitor monitor;
  private final StateFile file;
  private final Clock clock;
  private final AtomicBoolean saveScheduled = new AtomicBoolean();
  private volatile boolean started;
  private volatile Instant lastScheduledSave = Instant.EPOCH;
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
      file.write(monitor.state(clock.instant()));
    }
  }

  /**
   * Saves on another thread: immediately unless that happened within the last second, otherwise a
   * second later. Called when counters were shown: if a killed exporter came back with lower
   * counters, Prometheus would count the difference again.
   */
  public void saveSoon() {
    if (!executor.isShutdown() && saveScheduled.compareAndSet(false, true)) {
      Duration wait = Duration.between(clock.instant(), lastScheduledSave.plus(MIN_PAUSE));
      long millis = Math.min(MIN_PAUSE.toMillis(), Math.max(0, wait.toMillis()));
      var unused = executor.schedule(this::runScheduledSave, millis, TimeUnit.MILLISECONDS);
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

  private void runScheduledSave() {
    // Cleared first: what is shown from here on may be newer than what is being saved.
    saveScheduled.set(false);
    lastScheduledSave = clock.instant();
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
