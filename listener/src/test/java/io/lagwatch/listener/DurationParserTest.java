package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationParserTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "1 millisecond, PT0.001S",
    "2 milliseconds, PT0.002S",
    "15s, PT15S",
    "3 sec, PT3S",
    "1 second, PT1S",
    "10 seconds, PT10S",
    "2m, PT2M",
    "2 min, PT2M",
    "1 minute, PT1M",
    "2 minutes, PT2M",
    "1h, PT1H",
    "1 hour, PT1H",
    "2 hours, PT2H",
    "1d, PT24H",
    "1 day, PT24H",
    "2 days, PT48H",
    "' 5 SECONDS ', PT5S",
    "0s, PT0S",
    "9999999999ms, PT2777H46M39.999S",
  })
  void parsesAmountAndUnit(String text, Duration expected) {
    assertThat(DurationParser.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "5 weeks", "5s 3ms", "5ss", "99999999999ms"})
  void returnsNullForAnyOtherText(String text) {
    assertThat(DurationParser.parse(text)).isNull();
  }
}
