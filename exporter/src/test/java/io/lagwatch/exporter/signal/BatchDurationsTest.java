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

  private void batch(long millis, long records, boolean rateLimited) {
    pace.ended(new BatchDurations.FinishedBatch(Duration.ofMillis(millis), records, rateLimited));
  }

  @Test
  void withoutABatchTenMinutesAreAllowed() {
    assertThat(pace.maxExpectedDuration(0)).isEqualTo(Duration.ofMinutes(10));
    assertThat(pace.maxExpectedDuration(Long.MAX_VALUE)).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void noBatchIsExpectedToTakeMoreThanADay() {
    batch(1000, 1, false);
    assertThat(pace.maxExpectedDuration(86_399)).isEqualTo(Duration.ofSeconds(3 * 86_399 + 60));
    assertThat(pace.maxExpectedDuration(86_401)).isEqualTo(Duration.ofSeconds(3 * 86_400 + 60));
    assertThat(pace.maxExpectedDuration(Long.MAX_VALUE))
        .isEqualTo(Duration.ofSeconds(3 * 86_400 + 60));
  }

  @Test
  void batchesWithoutRecordsOrDurationHaveNoSpeed() {
    batch(0, 1_000_000, false);
    batch(2000, 0, false);
    assertThat(pace.maxExpectedDuration(1_000_000)).isEqualTo(Duration.ofSeconds(60));
    batch(4000, 4, false);
    assertThat(pace.maxExpectedDuration(10)).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void theSecondSlowestBatchDecides() {
    batch(1000, 0, false);
    assertThat(pace.maxExpectedDuration(0)).as("the only one").isEqualTo(Duration.ofSeconds(63));
    batch(9000, 0, false);
    batch(2000, 0, false);
    batch(5000, 0, false);
    assertThat(pace.maxExpectedDuration(0)).isEqualTo(Duration.ofSeconds(75));
  }

  @Test
  void theSecondLowestSpeedDecides() {
    batch(1000, 10, false);
    batch(1000, 1, false);
    batch(1000, 5, false);
    assertThat(pace.maxExpectedDuration(100)).isEqualTo(Duration.ofSeconds(3 * 20 + 60));
  }

  @Test
  void onlyTheLastEightBatchesCount() {
    batch(90_000, 0, false);
    batch(90_000, 0, false);
    for (int i = 0; i < 6; i++) {
      batch(1000, 0, false);
    }
    assertThat(pace.maxExpectedDuration(0)).isEqualTo(Duration.ofSeconds(330));
    batch(1000, 0, false);
    assertThat(pace.maxExpectedDuration(0)).isEqualTo(Duration.ofSeconds(63));
    assertThat(pace.state().recent()).hasSize(8);
  }

  @Test
  void underARateLimitTheLargestBatchBoundsTheBacklog() {
    batch(1000, 10, false);
    batch(1000, 30, true);
    assertThat(pace.maxExpectedDuration(29)).isEqualTo(Duration.ofMillis(3 * 1000 + 60_000));
    assertThat(pace.maxExpectedDuration(1_000_000))
        .as("30 records at 30 per second")
        .isEqualTo(Duration.ofSeconds(63));
    batch(1000, 10, false);
    batch(1000, 10, false);
    assertThat(pace.maxExpectedDuration(1_000_000))
        .as("30 records at 10 per second")
        .isEqualTo(Duration.ofSeconds(69));
  }

  @Test
  void theMedianIsTheLowerOfTheTwoInTheMiddle() {
    for (int i = 0; i < 4; i++) {
      normal(i, 10 + i);
    }
    assertThat(pace.utilization(INTERVAL)).isEqualTo(11.0 / 30);
  }

  private void normalAt(long second, int took) {
    pace.endedNormally(START.plusSeconds(second), Duration.ofSeconds(took));
  }

  @Test
  void theMedianIsOverFiveMinutes() {
    for (int second = 0; second <= 300; second += 30) {
      normalAt(second, second == 0 ? 1 : second <= 150 ? 10 : 20);
    }
    assertThat(pace.utilization(INTERVAL)).as("without the one at 0").isEqualTo(10.0 / 30);
    normalAt(330, 20);
    assertThat(pace.utilization(INTERVAL)).as("without the one at 30").isEqualTo(20.0 / 30);
  }

  @Test
  void theMedianIsOverFiveBatchesWhereTheyTakeLong() {
    for (int i = 0; i < 6; i++) {
      normalAt(i * 600L, i + 1);
    }
    assertThat(pace.utilization(INTERVAL)).as("2 to 6").isEqualTo(4.0 / 30);
  }

  @Test
  void keepsSixtyNormalBatches() {
    for (int i = 0; i < 60; i++) {
      normalAt(i, 1);
    }
    assertThat(pace.state().normal()).hasSize(60);
    normalAt(60, 1);
    assertThat(pace.state().normal()).hasSize(60);
    assertThat(pace.state().normal().get(0).endedAt()).isEqualTo(START.plusSeconds(1));
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
