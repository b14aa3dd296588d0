package io.lagwatch.exporter.kafka;

import java.time.Duration;

/**
 * Decides when a cluster is polled. Polls are due at fixed times; a slow poll skips some of them
 * and does not shift the rest. A requested poll starts earlier, but at least a quarter of the
 * interval (and at least half a second) after the last start. Times are those of {@link
 * System#nanoTime}. Not thread-safe.
 */
final class PollSchedule {
  private static final long MIN_GAP = Duration.ofMillis(500).toNanos();

  private final long interval;
  private final long gap;
  private long nextPoll;
  private long lastStart;
  private boolean requested;
  private boolean started;

  /** Creates a schedule whose first poll is due at {@code now}. */
  PollSchedule(Duration interval, long now) {
    this.interval = interval.toNanos();
    this.gap = Math.min(this.interval, Math.max(this.interval / 4, MIN_GAP));
    this.nextPoll = now;
  }

  /** Returns the time until the next poll is due; 0 or less if it is due now. */
  long nanosUntilDue(long now) {
    long untilNextPoll = nextPoll - now;
    return requested && started ? Math.min(untilNextPoll, lastStart + gap - now) : untilNextPoll;
  }

  /** Requests a poll as soon as the minimum gap allows it. */
  void requestPoll() {
    requested = true;
  }

  /** Records that a poll starts. */
  void started(long now) {
    started = true;
    requested = false;
    lastStart = now;
    if (now - nextPoll >= 0) {
      nextPoll += interval;
    }
  }

  /**
   * Records that a poll has ended.
   *
   * @return the number of polls that became due in the meantime and are skipped
   */
  long ended(long now) {
    long late = now - nextPoll;
    if (late < 0) {
      return 0;
    }
    long skipped = late / interval + 1;
    nextPoll += skipped * interval;
    return skipped;
  }
}
