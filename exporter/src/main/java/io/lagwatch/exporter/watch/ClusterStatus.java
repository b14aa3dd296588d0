package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the polls of one Kafka cluster go.
 *
 * @param up whether the last poll was answered; null before the first poll ended
 * @param lastPollAt when the last answered poll ended; null before
 * @param lastPollDuration of the last poll, answered or not; null before
 * @param errors failures so far by kind
 * @param lastError message of the last poll when it failed; null when it was answered
 */
public record ClusterStatus(
    String name,
    @Nullable Boolean up,
    @Nullable Instant lastPollAt,
    @Nullable Duration lastPollDuration,
    Map<String, Long> errors,
    @Nullable String lastError) {
  public ClusterStatus {
    errors = Map.copyOf(errors);
  }
}
