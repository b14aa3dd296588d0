package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReportScheduleTest {
  private final ReportSchedule schedule = new ReportSchedule(Duration.ofSeconds(15), () -> 1.0);

  @Test
  void sendsTheFirstReportImmediately() {
    assertThat(schedule.waitMillis(5, false)).isZero();
  }

  @Test
  void sendsChangesImmediatelyButAtMostEveryHalfSecond() {
    schedule.recordDelivery(1_000);
    assertThat(schedule.waitMillis(1_100, true)).isEqualTo(400);
    assertThat(schedule.waitMillis(1_500, true)).isZero();
    assertThat(schedule.waitMillis(9_000, true)).isNegative();
  }

  @Test
  void sendsAHeartbeatWhenNothingChanges() {
    schedule.recordDelivery(1_000);
    assertThat(schedule.waitMillis(2_000, false)).isEqualTo(14_000);
    assertThat(schedule.waitMillis(16_000, false)).isZero();
  }

  @Test
  void doublesTheRetryDelayUpToTheHeartbeat() {
    long[] delays = new long[7];
    for (int i = 0; i < delays.length; i++) {
      schedule.recordFailure(0);
      delays[i] = schedule.waitMillis(0, true);
    }
    assertThat(delays).containsExactly(1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000);
    assertThat(schedule.hasFailed()).isTrue();
    schedule.recordDelivery(0);
    assertThat(schedule.hasFailed()).isFalse();
    assertThat(schedule.waitMillis(0, true)).isEqualTo(ReportSchedule.MIN_INTERVAL_MILLIS);
  }

  @Test
  void randomizesTheRetryDelay() {
    ReportSchedule early = new ReportSchedule(Duration.ofSeconds(15), () -> 0.0);
    early.recordFailure(0);
    assertThat(early.waitMillis(0, true)).isEqualTo(500);
  }
}
