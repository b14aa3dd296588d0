package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of the polls of one Kafka cluster. Immutable.
 *
 * @param up true if the last poll was answered; null before the first poll has ended
 * @param lastPollAt when the last answered poll ended; null if none was answered
 * @param lastPollDuration duration of the last poll, answered or not; null before the first
 * @param errors number of failures by kind since the start
 * @param lastError message of the last poll if it failed; null if it was answered
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
