package io.lagwatch.exporter.kafka;

import java.time.Duration;

/**
 * When a cluster is polled: at a steady beat that a slow poll skips and does not shift, and once in
 * between where somebody asks for it, yet never sooner than a quarter of the interval (at least
 * half a second) after the last start. Times are those of {@link System#nanoTime}. Not thread-safe.
 */
final class PollSchedule {
  private static final long LEAST_GAP = Duration.ofMillis(500).toNanos();

  private final long interval;
  private final long gap;
  private long nextBeat;
  private long lastStart;
  private boolean soon;
  private boolean started;

  /** The first poll is due at {@code now}. */
  PollSchedule(Duration interval, long now) {
    this.interval = interval.toNanos();
    this.gap = Math.min(this.interval, Math.max(this.interval / 4, LEAST_GAP));
    this.nextBeat = now;
  }

  /** How long until the next poll is due; 0 or less when it is. */
  long nanosUntilDue(long now) {
    long untilBeat = nextBeat - now;
    return soon && started ? Math.min(untilBeat, lastStart + gap - now) : untilBeat;
  }

  /** Asks for one more poll as soon as that is allowed. */
  void soon() {
    soon = true;
  }

  /** A poll starts. */
  void started(long now) {
    started = true;
    soon = false;
    lastStart = now;
    if (now - nextBeat >= 0) {
      nextBeat += interval;
    }
  }

  /**
   * A poll has ended.
   *
   * @return how many beats went by meanwhile without a poll
   */
  long ended(long now) {
    long late = now - nextBeat;
    if (late < 0) {
      return 0;
    }
    long skipped = late / interval + 1;
    nextBeat += skipped * interval;
    return skipped;
  }
}
