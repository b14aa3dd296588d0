package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Converts times of a driver's clock to the exporter's clock by the difference between the report's
 * arrival and its {@code sentAt}, so that a wrong clock has no effect. The result is never after
 * the arrival of the report. Immutable.
 *
 * @param receivedAt when the report arrived, in the exporter's clock
 * @param ahead how far the exporter's clock is ahead of the driver's
 */
record DriverClock(Instant receivedAt, Duration ahead) {
  static DriverClock of(Report report, Instant receivedAt) {
    return new DriverClock(receivedAt, Duration.between(report.sentAt(), receivedAt));
  }

  Instant toExporterTime(Instant driver) {
    Instant moved = driver.plus(ahead);
    return moved.isAfter(receivedAt) ? receivedAt : moved;
  }

  @Nullable Instant toExporterTimeOrNull(@Nullable Instant driver) {
    return driver == null ? null : toExporterTime(driver);
  }
}
