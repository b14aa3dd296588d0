package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
 * @param clusterId Kafka's id of the cluster; null while its brokers have not reported it
 * @param brokers {@code host:port} of its brokers; empty while they have not reported it
 */
public record ClusterStatus(
    String name,
    @Nullable Boolean up,
    @Nullable Instant lastPollAt,
    @Nullable Duration lastPollDuration,
    Map<String, Long> errors,
    @Nullable String lastError,
    @Nullable String clusterId,
    List<String> brokers) {
  public ClusterStatus {
    errors = Map.copyOf(errors);
    brokers = List.copyOf(brokers);
  }
}
