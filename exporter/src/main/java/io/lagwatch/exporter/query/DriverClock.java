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
 * @param receivedAt when the report arrived, by the exporter's clock
 * @param ahead how far the exporter's clock is ahead of the driver's clock
 */
record DriverClock(Instant receivedAt, Duration ahead) {
  static DriverClock of(Report report, Instant receivedAt) {
    return new DriverClock(receivedAt, Duration.between(report.sentAt(), receivedAt));
  }

  Instant toExporterTime(Instant driverTime) {
    Instant shifted = driverTime.plus(ahead);
    return shifted.isAfter(receivedAt) ? receivedAt : shifted;
  }

  @Nullable Instant toExporterTimeOrNull(@Nullable Instant driverTime) {
    return driverTime == null ? null : toExporterTime(driverTime);
  }
}
