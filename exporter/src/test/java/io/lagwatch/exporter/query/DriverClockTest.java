package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverClockTest {
  private static final Instant RECEIVED = T0.plusSeconds(1_000);

  @ParameterizedTest
  @CsvSource({
    // seconds: the driver's sentAt, a time of the driver, the same in the exporter's clock
    "1000, 900, 900",
    "400, 300, 900",
    "1600, 1500, 900",
    "1000, 999, 999",
    "1000, 1000, 1000",
    "1000, 1001, 1000",
    "1600, 1601, 1000",
  })
  void shiftsTimesByTheDifferenceOfTheClocks(long sentAt, long time, long expected) {
    Report report = new TestReport().sentAt(T0.plusSeconds(sentAt)).build();
    DriverClock clock = DriverClock.of(report, RECEIVED);
    assertThat(clock.toExporterTime(T0.plusSeconds(time))).isEqualTo(T0.plusSeconds(expected));
    assertThat(clock.toExporterTimeOrNull(T0.plusSeconds(time)))
        .isEqualTo(T0.plusSeconds(expected));
    assertThat(clock.toExporterTimeOrNull(null)).isNull();
  }

  @Test
  void arrivalIsKept() {
    assertThat(DriverClock.of(new TestReport().build(), RECEIVED).receivedAt()).isEqualTo(RECEIVED);
  }
}
