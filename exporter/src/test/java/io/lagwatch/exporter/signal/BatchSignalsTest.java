package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchSignalsTest {
  @ParameterizedTest
  @CsvSource({
    "599999, 600000, false",
    "600000, 600000, false",
    "600001, 600000, true",
    ", 600000, false",
    "600001, , false"
  })
  void aBatchIsStuckAboveTheLimitOnly(@Nullable Long age, @Nullable Long limit, boolean stuck) {
    var signals =
        new BatchSignals(
            null,
            age == null ? null : Duration.ofMillis(age),
            limit == null ? null : Duration.ofMillis(limit));
    assertThat(signals.isStuck()).isEqualTo(stuck);
  }
}
