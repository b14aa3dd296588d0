package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BatchDurationsTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final BatchDurations pace = new BatchDurations();

  private void normal(int index, int seconds) {
    pace.endedNormally(START.plusSeconds(index * 30L), Duration.ofSeconds(seconds));
  }

  @Test
  void knowsNoUtilizationFromTwoBatches() {
    normal(0, 10);
    normal(1, 10);
    assertThat(pace.utilization(INTERVAL)).isNull();
    normal(2, 10);
    assertThat(pace.utilization(INTERVAL)).isEqualTo(10.0 / 30);
  }

  @Test
  void oneSlowBatchInTenDoesNotMoveTheMedian() {
    for (int i = 0; i < 20; i++) {
      normal(i, i % 10 == 3 ? 40 : 12);
    }
    assertThat(pace.utilization(INTERVAL)).isEqualTo(12.0 / 30);
  }

  @Test
  void forgetsFastBatchesOfFiveMinutesAgo() {
    for (int i = 0; i < 30; i++) {
      normal(i, i < 20 ? 10 : 28);
    }
    assertThat(pace.utilization(INTERVAL)).isEqualTo(28.0 / 30);
  }

  @Test
  void givesABatchTheTimeItsRecordsNeed() {
    for (int i = 0; i < 8; i++) {
      pace.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(10), 10_000, false));
    }
    assertThat(pace.maxExpectedDuration(5_000)).isEqualTo(Duration.ofSeconds(90));
    assertThat(pace.maxExpectedDuration(3_600_000)).isEqualTo(Duration.ofSeconds(3 * 3600 + 60));
  }

  @Test
  void aRateLimitBoundsWhatABatchReads() {
    for (int i = 0; i < 8; i++) {
      pace.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(10), 10_000, true));
    }
    assertThat(pace.maxExpectedDuration(3_600_000)).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void aBatchThatHungIsNoMeasure() {
    for (int i = 0; i < 7; i++) {
      pace.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(10), 10_000, false));
    }
    pace.ended(new BatchDurations.FinishedBatch(Duration.ofHours(1), 10_000, false));
    assertThat(pace.maxExpectedDuration(10_000)).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void survivesTheStateFile() {
    normal(0, 10);
    normal(1, 20);
    normal(2, 30);
    pace.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(10), 10_000, false));
    BatchDurations again = new BatchDurations(pace.state());
    assertThat(again.utilization(INTERVAL)).isEqualTo(pace.utilization(INTERVAL));
    assertThat(again.maxExpectedDuration(1)).isEqualTo(pace.maxExpectedDuration(1));
  }
}
