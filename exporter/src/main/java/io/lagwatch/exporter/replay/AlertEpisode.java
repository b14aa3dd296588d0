package io.lagwatch.exporter.replay;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One time during which an alert fired.
 *
 * @param until null while it fires
 * @param sentence why it began to fire
 */
record AlertEpisode(
    String alert, String severity, Instant since, @Nullable Instant until, String sentence) {

  /** How long it fired; while it fires, until {@code end}. */
  Duration duration(Instant end) {
    return Duration.between(since, until == null ? end : until);
  }

  AlertEpisode endedAt(Instant at) {
    return new AlertEpisode(alert, severity, since, at, sentence);
  }
}
