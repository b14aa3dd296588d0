package io.lagwatch.exporter.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeBoundTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T06:20, 2026-03-02T06:20:00Z",
    "2026-03-02 06:20:30, 2026-03-02T06:20:30Z",
    "2026-03-02T06:20:30.5, 2026-03-02T06:20:30.500Z",
    "2026-03-02, 2026-03-02T00:00:00Z",
    "2026-03-02T06:20Z, 2026-03-02T06:20:00Z",
    "2026-03-02t06:20:00z, 2026-03-02T06:20:00Z",
    "2026-03-02T06:20+01:00, 2026-03-02T05:20:00Z",
    "2026-03-02 06:20:00-0500, 2026-03-02T11:20:00Z",
  })
  void readsATimeWithOrWithoutAZone(String text, Instant time) {
    assertThat(TimeBound.of(text, null)).isEqualTo(new TimeBound.At(time));
  }

  @Test
  void aTimeWithoutAZoneIsInTheZoneGiven() {
    assertThat(TimeBound.of("2026-03-02T06:20", BERLIN))
        .isEqualTo(new TimeBound.At(Instant.parse("2026-03-02T05:20:00Z")));
    assertThat(TimeBound.of("2026-03-02T06:20Z", BERLIN))
        .isEqualTo(new TimeBound.At(Instant.parse("2026-03-02T06:20:00Z")));
  }

  @Test
  void readsADuration() {
    assertThat(TimeBound.of("90m", null))
        .isEqualTo(new TimeBound.BeforeEnd(Duration.ofMinutes(90)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "06:20",
        "0h",
        "-2h",
        "2 hours",
        "2026-13-01",
        "2026-02-30T10:00"
      })
  void readsNothingElse(String text) {
    assertThat(TimeBound.of(text, null)).isNull();
  }

  @Test
  void sinceCountsBackFromUntilOrFromAnEarlierEnd() {
    Instant end = Instant.parse("2026-03-02T12:00:00Z");
    TimeBound hour = new TimeBound.BeforeEnd(Duration.ofHours(1));

    assertThat(TimeWindow.of(hour, null, end))
        .isEqualTo(new TimeWindow(Instant.parse("2026-03-02T11:00:00Z"), Instant.MAX));
    assertThat(TimeWindow.of(hour, hour, end))
        .isEqualTo(
            new TimeWindow(
                Instant.parse("2026-03-02T10:00:00Z"), Instant.parse("2026-03-02T11:00:00Z")));
    assertThat(TimeWindow.of(hour, new TimeBound.At(end.plusSeconds(1)), end).since())
        .isEqualTo(Instant.parse("2026-03-02T11:00:00Z"));
  }
}
