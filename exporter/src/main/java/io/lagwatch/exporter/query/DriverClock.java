package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Moves a driver's instants to the exporter's clock: by the difference between the report's arrival
 * and its {@code sentAt}, so that a skewed clock does no harm. Nothing a driver says lies in the
 * future.
 */
record DriverClock(Instant receivedAt, Duration ahead) {
  static DriverClock of(Report report, Instant receivedAt) {
    return new DriverClock(receivedAt, Duration.between(report.sentAt(), receivedAt));
  }

  Instant here(Instant driver) {
    Instant moved = driver.plus(ahead);
    return moved.isAfter(receivedAt) ? receivedAt : moved;
  }

  @Nullable Instant hereOrNull(@Nullable Instant driver) {
    return driver == null ? null : here(driver);
  }
}
