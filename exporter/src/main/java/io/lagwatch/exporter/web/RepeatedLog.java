package io.lagwatch.exporter.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides whether an event is logged at WARN or, as a repetition, at DEBUG. An event is a
 * repetition if one with the same key occurred within {@link #QUIET_TIME}. Keys must come from a
 * small set. Thread-safe.
 */
final class RepeatedLog {
  static final Duration QUIET_TIME = Duration.ofMinutes(10);

  private final Map<String, Instant> lastAt = new ConcurrentHashMap<>();
  private final InstantSource clock;

  RepeatedLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Records the event and returns true if it is not a repetition. */
  boolean isFirst(String key) {
    Instant now = clock.instant();
    Instant previous = lastAt.put(key, now);
    return previous == null || !now.isBefore(previous.plus(QUIET_TIME));
  }
}
