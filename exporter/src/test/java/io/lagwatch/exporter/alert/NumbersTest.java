package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void durationsHaveTheirTwoLargestUnits() {
    assertThat(Numbers.duration(Duration.ofMillis(900))).isEqualTo("1 s");
    assertThat(Numbers.duration(Duration.ofSeconds(412))).isEqualTo("6 min 52 s");
    assertThat(Numbers.duration(Duration.ofMinutes(14))).isEqualTo("14 min");
    assertThat(Numbers.duration(Duration.ofMinutes(185))).isEqualTo("3 h 5 min");
    assertThat(Numbers.duration(Duration.ofHours(52))).isEqualTo("2 d 4 h");
  }

  @Test
  void countsHaveTheirThousandsApart() {
    assertThat(Numbers.count(412_000)).isEqualTo("412,000");
    assertThat(Numbers.counted(1, "record", "records")).isEqualTo("1 record");
    assertThat(Numbers.counted(2, "record", "records")).isEqualTo("2 records");
  }

  @Test
  void percentsHaveADecimalBelowTen() {
    assertThat(Numbers.percent(0.034)).isEqualTo("3.4 %");
    assertThat(Numbers.percent(0.874)).isEqualTo("87 %");
  }
}
