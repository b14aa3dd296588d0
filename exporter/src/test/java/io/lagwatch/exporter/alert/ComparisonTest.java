package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.Rule.Comparison;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  @ParameterizedTest
  @CsvSource({
    "ABOVE, 0.9, false",
    "ABOVE, 1.0, false",
    "ABOVE, 1.1, true",
    "AT_LEAST, 0.9, false",
    "AT_LEAST, 1.0, true",
    "AT_LEAST, 1.1, true",
    "BELOW, 0.9, true",
    "BELOW, 1.0, false",
    "BELOW, 1.1, false",
  })
  void decidesBelowAtAndAboveTheThreshold(Comparison comparison, double signal, boolean holds) {
    assertThat(comparison.holds(signal, 1.0)).isEqualTo(holds);
  }
}
