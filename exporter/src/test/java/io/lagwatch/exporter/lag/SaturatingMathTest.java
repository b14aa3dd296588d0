package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaturatingMathTest {
  @ParameterizedTest
  @CsvSource({
    "1, 2, 3",
    "-5, 2, -3",
    "9223372036854775806, 1, 9223372036854775807",
    "9223372036854775807, 1, 9223372036854775807",
    "9223372036854775807, 9223372036854775807, 9223372036854775807",
    "-9223372036854775807, -1, -9223372036854775808",
    "-9223372036854775807, -2, -9223372036854775808",
    "9223372036854775807, -9223372036854775808, -1"
  })
  void staysWithinTheRangeOfALong(long a, long b, long sum) {
    assertThat(SaturatingMath.add(a, b)).isEqualTo(sum);
    assertThat(SaturatingMath.add(b, a)).isEqualTo(sum);
  }
}
