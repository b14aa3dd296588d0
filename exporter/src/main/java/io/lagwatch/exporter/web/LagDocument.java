package io.lagwatch.exporter.web;

import io.lagwatch.exporter.watch.LagView;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The lag of a query. Immutable.
 *
 * @param basis broker, spark or none
 * @param records sum over the partitions with known lag
 * @param seconds lag in seconds of the worst partition; a lower bound if {@code
 *     secondsIsLowerBound}
 * @param partitions number of partitions
 * @param partitionsUnknown number of partitions that no sum includes
 * @param measuredAt when the oldest end offset in use was polled
 * @param reason why {@code records} is null or a lower bound
 */
record LagDocument(
    String basis,
    @Nullable Long records,
    @Nullable Duration seconds,
    @Nullable Boolean secondsIsLowerBound,
    @Nullable Integer partitions,
    @Nullable Integer partitionsUnknown,
    @Nullable Long rateLimitedBacklog,
    @Nullable Instant measuredAt,
    @Nullable String reason) {
  static LagDocument of(LagView lag) {
    var time = lag.time();
    return new LagDocument(
        lag.basis().label(),
        lag.records(),
        time == null ? null : time.duration(),
        time == null ? null : time.lowerBound(),
        lag.measurement().count(),
        lag.measurement().unknown(),
        lag.measurement().rateLimitedBacklog(),
        lag.measurement().measuredAt(),
        lag.reason());
  }
}
