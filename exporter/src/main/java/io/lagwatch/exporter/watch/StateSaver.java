package io.lagwatch.exporter.watch;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the state file up with the watch: every 15 s, at once when asked, and at the end.
 * Thread-safe.
 */
public final class StateSaver implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(15);
  private static final Logger log = LoggerFactory.getLogger(StateSaver.class);

  private final LiveWatch watch;
  private final StateFile file;
  private final Clock clock;
  private final ScheduledExecutorService saves =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var thread = new Thread(work, "state-file");
            thread.setDaemon(true);
            return thread;
          });

  public StateSaver(LiveWatch watch, StateFile file, Clock clock) {
    this.watch = watch;
    this.file = file;
    this.clock = clock;
  }

  /** Gives the watch what the file holds, and begins to save. To be called before any report. */
  public void start() {
    LiveWatch.State state = file.read();
    if (state != null) {
      watch.restore(state);
      watch.evaluate(clock.instant());
    }
    saves.scheduleWithFixedDelay(
        this::saveOrSay, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Saves now; returns when it is on disk. */
  public void save() {
    file.write(watch.state(clock.instant()));
  }

  /** Saves a last time and ends. */
  @Override
  public void close() {
    saves.shutdownNow();
    save();
  }

  /** A scheduled task that throws is never run again: say it and go on. */
  private void saveOrSay() {
    try {
      save();
    } catch (RuntimeException e) {
      log.error("the state could not be saved", e);
    }
  }
}
