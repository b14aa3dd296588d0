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
 * Keeps the state file up with the watch: every 15 s, at once or soon when asked, and at the end.
 * Thread-safe.
 */
public final class StateSaver implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  /** Many askers must not make a disk busy. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration LONGEST_SAVE = Duration.ofSeconds(10);

  private static final Logger log = LoggerFactory.getLogger(StateSaver.class);

  private final LiveMonitor watch;
  private final StateFile file;
  private final Clock clock;
  private final AtomicBoolean soon = new AtomicBoolean();
  private volatile boolean restored;
  private volatile Instant savedSoonAt = Instant.EPOCH;
  private final ScheduledThreadPoolExecutor saves =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            var thread = new Thread(work, "state-file");
            thread.setDaemon(true);
            return thread;
          });

  public StateSaver(LiveMonitor watch, StateFile file, Clock clock) {
    this.watch = watch;
    this.file = file;
    this.clock = clock;
    saves.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Gives the watch what the file holds, and begins to save. To be called before any report. */
  public void start() {
    LiveMonitor.State state = file.read();
    if (state != null) {
      watch.restore(state);
      watch.evaluate(clock.instant());
    }
    restored = true;
    saves.scheduleWithFixedDelay(
        this::saveOrSay, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Saves now; returns when it is on disk. An older state never comes after a newer one, and none
   * before the file was read: where that failed, for want of memory say, the file is still good.
   */
  public synchronized void save() {
    if (!restored) {
      return;
    }
    file.write(watch.state(clock.instant()));
  }

  /**
   * Saves on another thread, at once unless that was done within the last second, and then a second
   * later. To be told when counts have been shown: an exporter that is killed and comes back with
   * counts that are lower looks to Prometheus as if all of them had happened again.
   */
  public void saveSoon() {
    if (!saves.isShutdown() && soon.compareAndSet(false, true)) {
      Duration wait = Duration.between(clock.instant(), savedSoonAt.plus(SOON));
      long millis = Math.min(SOON.toMillis(), Math.max(0, wait.toMillis()));
      saves.schedule(this::saveAsked, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** Saves a last time and ends; nothing is written after that. */
  @Override
  public void close() {
    saves.shutdown();
    try {
      if (!saves.awaitTermination(LONGEST_SAVE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("the state is still being saved after {}", LONGEST_SAVE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    save();
  }

  private void saveAsked() {
    // What is shown from here on may be newer than what is saved: it must be asked for again.
    soon.set(false);
    savedSoonAt = clock.instant();
    saveOrSay();
  }

  /** A scheduled task that throws is never run again: say it and go on. */
  private void saveOrSay() {
    try {
      save();
    } catch (RuntimeException | Error e) {
      log.error("the state could not be saved", e);
    }
  }
}
