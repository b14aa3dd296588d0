package io.lagwatch.exporter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT0.0009S, 0 s",
    "PT0.001S, 1 ms",
    "PT0.35S, 350 ms",
    "PT0.999S, 999 ms",
    "PT1S, 1.0 s",
    "PT4.24S, 4.2 s",
    "PT9.949S, 9.9 s",
    "PT9.95S, 10 s",
    "PT16.5S, 17 s",
    "PT59.499S, 59 s",
    "PT59.5S, 1 min",
    "PT1M1S, 1 min 1 s",
    "PT6M52S, 6 min 52 s",
    "PT5M, 5 min",
    "PT59M59.499S, 59 min 59 s",
    "PT59M59.5S, 1 h",
    "PT3H5M29S, 3 h 5 min",
    "PT3H5M30S, 3 h 6 min",
    "PT23H59M29S, 23 h 59 min",
    "PT23H59M30S, 1 d",
    "PT52H29M, 2 d 4 h",
    "PT52H30M, 2 d 5 h",
    "PT24000H, '1,000 d'"
  })
  void durationsHaveTwoUnitsAtMost(Duration duration, String text) {
    assertThat(Times.duration(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"PT-90S, −1 min 30 s", "PT-0.001S, −1 ms", "PT-26H, −1 d 2 h"})
  void negativeDurationsHaveAMinusSign(Duration duration, String text) {
    assertThat(Times.duration(duration)).isEqualTo(text);
  }

  @Test
  void theLongestDurationsHaveATextToo() {
    assertThat(Times.duration(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("100,000,000 d");
    assertThat(Times.duration(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo("−100,000,000 d");
    assertThat(Times.duration(Duration.ofDays(100_000_000).minusDays(1))).isEqualTo("99,999,999 d");
  }

  @ParameterizedTest
  @CsvSource({"0.25, 250 ms", "0.0004, 0 s", "0.0005, 1 ms", "412, 6 min 52 s", "-3, −3.0 s"})
  void secondsAreRoundedToMilliseconds(double seconds, String text) {
    assertThat(Times.duration(seconds)).isEqualTo(text);
  }

  @Test
  void timesOfDayAreInUtc() {
    var time = Instant.parse("2026-03-02T08:15:00.999Z");

    assertThat(Times.utc(time)).isEqualTo("2026-03-02 08:15:00 UTC");
    assertThat(Times.utcTimeOfDay(time)).isEqualTo("08:15:00");
  }

  @Test
  void theLocaleOfTheMachineChangesNothing() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(Times.duration(Duration.ofMillis(4200))).isEqualTo("4.2 s");
      assertThat(Times.utc(Instant.EPOCH)).isEqualTo("1970-01-01 00:00:00 UTC");
    } finally {
      Locale.setDefault(before);
    }
  }
}
