package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacingTest {
  private final Pacing pacing = new Pacing(Duration.ofSeconds(15), () -> 1.0);

  @Test
  void sendsTheFirstReportAtOnce() {
    assertThat(pacing.waitMillis(5, false)).isZero();
  }

  @Test
  void sendsAChangeAtOnceButNotTwiceInARush() {
    pacing.delivered(1_000);
    assertThat(pacing.waitMillis(1_100, true)).isEqualTo(400);
    assertThat(pacing.waitMillis(1_500, true)).isZero();
    assertThat(pacing.waitMillis(9_000, true)).isNegative();
  }

  @Test
  void beatsWhenNothingChanges() {
    pacing.delivered(1_000);
    assertThat(pacing.waitMillis(2_000, false)).isEqualTo(14_000);
    assertThat(pacing.waitMillis(16_000, false)).isZero();
  }

  @Test
  void doublesItsPauseUpToTheHeartbeatWhileNobodyAnswers() {
    long[] pauses = new long[7];
    for (int i = 0; i < pauses.length; i++) {
      pacing.failed(0);
      pauses[i] = pacing.waitMillis(0, true);
    }
    assertThat(pauses).containsExactly(1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000);
    assertThat(pacing.failing()).isTrue();
    pacing.delivered(0);
    assertThat(pacing.failing()).isFalse();
    assertThat(pacing.waitMillis(0, true)).isEqualTo(Pacing.GAP_MILLIS);
  }

  @Test
  void keepsDriversApartByChance() {
    Pacing early = new Pacing(Duration.ofSeconds(15), () -> 0.0);
    early.failed(0);
    assertThat(early.waitMillis(0, true)).isEqualTo(500);
  }
}
