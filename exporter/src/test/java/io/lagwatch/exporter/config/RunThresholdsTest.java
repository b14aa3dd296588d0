package io.lagwatch.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunThresholdsTest {
  private static final Duration DAY = Duration.ofHours(24);

  @ParameterizedTest
  @CsvSource({
    "PT49M,     PT5M",
    "PT50M,     PT5M",
    "PT51M,     PT5M6S",
    "PT19H50M,  PT1H59M",
    "PT20H,     PT2H",
    "PT21H,     PT2H",
    "PT72H,     PT2H"
  })
  void theDefaultGraceIsATenthWithinLimits(Duration every, Duration grace) {
    assertThat(runs(every, null, null, null).longestInterval()).isEqualTo(every.plus(grace));
  }

  @Test
  void aGraceOfItsOwnReplacesTheDefault() {
    assertThat(runs(DAY, Duration.ofMinutes(1), null, null).longestInterval())
        .isEqualTo(DAY.plusMinutes(1));
    assertThat(runs(null, Duration.ofMinutes(1), null, null).longestInterval()).isNull();
  }

  @Test
  void aQueryIsKeptForTheLongestThatAnAlertNeeds() {
    assertThat(runs(null, null, null, null).keptFor(DAY)).isEqualTo(DAY);
    assertThat(runs(DAY, null, null, null).keptFor(DAY)).isEqualTo(Duration.ofHours(50));
    assertThat(runs(Duration.ofHours(1), null, null, null).keptFor(DAY)).isEqualTo(DAY);
    assertThat(runs(null, null, Duration.ofHours(1), null).keptFor(DAY))
        .isEqualTo(Duration.ofHours(25));
    assertThat(runs(DAY, null, DAY, Duration.ofMinutes(1)).keptFor(DAY))
        .isEqualTo(Duration.ofMinutes(1));
  }

  private static RunThresholds runs(
      @Nullable Duration every,
      @Nullable Duration grace,
      @Nullable Duration stopped,
      @Nullable Duration keep) {
    return new RunThresholds(every, grace, stopped, false, keep);
  }
}
