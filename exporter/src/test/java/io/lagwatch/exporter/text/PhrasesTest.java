package io.lagwatch.exporter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhrasesTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S,0 s",
    "PT0.35S,350 ms",
    "PT4.24S,4.2 s",
    "PT9.99S,10 s",
    "PT16.5S,17 s",
    "PT59.4S,59 s",
    "PT59.9S,1 min",
    "PT6M52S,6 min 52 s",
    "PT5M,5 min",
    "PT3H5M40S,3 h 6 min",
    "PT59M59.8S,1 h",
    "PT52H10M,2 d 4 h",
    "PT23H59M59S,1 d",
    "PT-90S,−1 min 30 s"
  })
  void durationsHaveTwoUnitsAtMost(Duration duration, String text) {
    assertThat(Phrases.duration(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0.00051,0.00051", "0.04,0.040", "7.26,7.3", "99.96,100", "1250.4,'1,250'"})
  void ratesHaveAsManyDigitsAsSaySomething(double rate, String text) {
    assertThat(Phrases.rate(rate)).isEqualTo(text);
  }
}
