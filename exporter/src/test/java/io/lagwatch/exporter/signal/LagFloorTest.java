package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LagFloorTest {
  private static final LagFloor FLOOR =
      new LagFloor(Duration.ofSeconds(100), Duration.ofSeconds(60));

  @ParameterizedTest
  @CsvSource({
    // lag, batch duration, exceeded
    "100, 40, false",
    "100.001, 60, true",
    "60, 0, false",
    "60.001, 0, true",
    "90, 30, false",
    "90, 29.9, true"
  })
  void isExceededInTotalOrWithoutTheBatch(double lag, double took, boolean exceeded) {
    assertThat(FLOOR.isExceededBy(lag, took)).isEqualTo(exceeded);
  }

  @Test
  void recoveryNeedsHalfOfTheLagWithoutTheBatch() {
    assertThat(FLOOR.forRecovery())
        .isEqualTo(new LagFloor(Duration.ofSeconds(100), Duration.ofSeconds(30)));
  }
}
