package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.signal.SourceLagTracker.GrowthPeriod;
import io.lagwatch.exporter.signal.SourceLagTracker.SavedLagTrend;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceLagTrackerTest {
  private static final Duration WINDOW = Duration.ofSeconds(100);
  private static final Duration HOLD = Duration.ofSeconds(180);
  private static final LagFloor FLOOR = new LagFloor(Duration.ofMinutes(1), Duration.ofMinutes(1));

  /** End offset and position of partitions 0, 1 and so on. */
  private static BatchEnds.SourceEnd end(long... endAndPosition) {
    Map<TopicPartition, BatchEnds.ReadRange> partitions = new HashMap<>();
    for (int i = 0; i < endAndPosition.length; i += 2) {
      partitions.put(
          new TopicPartition("t", i / 2),
          new BatchEnds.ReadRange(endAndPosition[i], endAndPosition[i + 1]));
    }
    return new BatchEnds.SourceEnd(partitions, 7.0, true);
  }

  private final SourceLagTracker tracker = new SourceLagTracker();

  private @Nullable Double ended(long second, long... endAndPosition) {
    return tracker.ended(at(second), Duration.ofMillis(1500), end(endAndPosition));
  }

  @Test
  void theFirstBatchEndHasNoShare() {
    assertThat(tracker.newest()).isNull();
    assertThat(ended(0, 100, 40, 10, 10)).isNull();
    assertThat(tracker.newest()).isEqualTo(new LagPoint(at(0), 60, 0, 0, 1.5, 7.0, true));
  }

  @Test
  void growthAndArrivalsAreSummedOverPartitionsAndBatches() {
    ended(0, 100, 40, 10, 10);
    assertThat(ended(10, 150, 80, 20, 15)).as("15 of 60").isEqualTo(0.25);
    assertThat(tracker.newest()).isEqualTo(new LagPoint(at(10), 75, 15, 60, 1.5, 7.0, true));
    assertThat(ended(20, 190, 155, 20, 20)).as("-40 of 40").isEqualTo(-1);
    assertThat(tracker.newest()).isEqualTo(new LagPoint(at(20), 35, -25, 100, 1.5, 7.0, true));
  }

  @Test
  void aNewPartitionCountsFromItsSecondBatchEnd() {
    ended(0, 100, 100);
    assertThat(ended(10, 110, 105, 900, 0)).isEqualTo(0.5);
    assertThat(tracker.newest().records()).isEqualTo(905);
    assertThat(tracker.newest().grown()).isEqualTo(5);
  }

  @Test
  void aPartitionWhoseEndWentBackIsNotCompared() {
    ended(0, 100, 90, 50, 50);
    assertThat(ended(10, 99, 9, 60, 55)).isEqualTo(0.5);
    assertThat(tracker.newest().grown()).isEqualTo(5);
    assertThat(ended(20, 99, 9, 60, 55)).as("nothing arrived").isNull();
  }

  @Test
  void recordsDoNotOverflow() {
    ended(0, Long.MAX_VALUE, 0, 10, 0);
    assertThat(tracker.newest().records()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void ratesAreZeroWithoutTime() {
    LagPoint from = point(0, 0, 0, null);
    assertThat(SourceLagTracker.arrivedPerSecond(from, point(10, 30, 100, null))).isEqualTo(10);
    assertThat(SourceLagTracker.processedPerSecond(from, point(10, 30, 100, null))).isEqualTo(7);
    assertThat(SourceLagTracker.processedPerSecond(from, point(10, 130, 100, null))).isZero();
    assertThat(SourceLagTracker.arrivedPerSecond(from, point(0, 30, 100, null))).isZero();
    assertThat(SourceLagTracker.processedPerSecond(from, point(0, 30, 100, null))).isZero();
  }

  private static LagPoint point(long second, long grown, long arrived, @Nullable Double behind) {
    return new LagPoint(at(second), grown, grown, arrived, 0, behind, false);
  }

  /** After the newest batch end, which does not grow: what is left of a growth since second 0. */
  private static @Nullable GrowthPeriod judged(
      LagPoint newest, long seenAt, LagPoint top, int endsSinceTop, boolean settled) {
    LagPoint since = point(0, 0, 0, 900.0);
    var tracker =
        new SourceLagTracker(
            new SavedLagTrend(
                List.of(newest),
                List.of(),
                new GrowthPeriod(since, at(seenAt), top, endsSinceTop, settled),
                List.of()));
    tracker.evaluate(WINDOW, FLOOR, HOLD);
    return tracker.currentGrowth();
  }

  @ParameterizedTest
  @CsvSource({"179, false", "180, true", "181, true"})
  void growthThatLastedForTheHoldNeedsARecoveryToEnd(long second, boolean goesOn) {
    LagPoint newest = point(second, 1000, second * 10, 900.0);
    GrowthPeriod growth = judged(newest, 0, newest, 0, false);
    assertThat(growth != null).isEqualTo(goesOn);
    if (growth != null) {
      assertThat(growth.settled()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"1000, true", "751, true", "750, true", "749, false", "0, false"})
  void aFallByAQuarterOfTheArrivalsOfAWindowIsARecovery(long grown, boolean goesOn) {
    LagPoint newest = point(300, grown, 3000, 900.0);
    assertThat(judged(newest, 0, point(200, 1000, 2000, 900.0), 0, true) != null).isEqualTo(goesOn);
  }

  @ParameterizedTest
  @CsvSource({"61, true", "31, true", "30, false", "0, false"})
  void lagWithinHalfTheFloorIsARecovery(double behind, boolean goesOn) {
    LagPoint newest = point(300, 1000, 3000, behind);
    assertThat(judged(newest, 0, newest, 0, true) != null).isEqualTo(goesOn);
  }

  @Test
  void unknownTimeIsNoRecovery() {
    LagPoint newest = point(300, 0, 0, null);
    assertThat(judged(newest, 0, newest, 0, true)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"401, 7, false", "400, 7, true", "401, 6, true", "900, 8, false"})
  void aLagThatReachesNoNewTopIsARecovery(long sinceTop, int ends, boolean goesOn) {
    LagPoint top = point(100, 1000, 1000, 900.0);
    LagPoint newest = point(100 + sinceTop, 999, 10_000, 900.0);
    assertThat(judged(newest, 0, top, ends, true) != null).isEqualTo(goesOn);
  }

  @ParameterizedTest
  @CsvSource({"999, false", "1000, true", "1001, true"})
  void theHighestLagIsTheTop(long grown, boolean newTop) {
    LagPoint top = point(200, 1000, 2000, 900.0);
    LagPoint newest = point(300, grown, 3000, 900.0);
    GrowthPeriod growth = judged(newest, 50, top, 3, true);
    assertThat(growth)
        .isEqualTo(
            new GrowthPeriod(
                point(0, 0, 0, 900.0), at(50), newTop ? newest : top, newTop ? 0 : 4, true));
  }

  @Test
  void withoutABatchEndNothingIsJudged() {
    tracker.evaluate(WINDOW, FLOOR, HOLD);
    assertThat(tracker.currentGrowth()).isNull();
  }

  /** A batch end every 30 s; 1000 records arrive per second, a third of them stays unread. */
  private static void grow(SourceLagTracker tracker, int from, int to, Duration hold) {
    for (int i = from; i < to; i++) {
      long end = 30_000L * i;
      long lag = 100_000 + 10_000L * i;
      tracker.ended(
          at(30L * i),
          Duration.ofSeconds(1),
          new BatchEnds.SourceEnd(
              Map.of(new TopicPartition("t", 0), new BatchEnds.ReadRange(end, end - lag)),
              lag / 1000.0,
              false));
      tracker.evaluate(WINDOW, FLOOR, hold);
    }
  }

  private static void oddBatchEnd(SourceLagTracker tracker, int i) {
    long end = 30_000L * i;
    tracker.ended(
        at(30L * i),
        Duration.ofSeconds(1),
        new BatchEnds.SourceEnd(
            Map.of(new TopicPartition("t", 0), new BatchEnds.ReadRange(end, end - 30_000)),
            30.0,
            false));
    tracker.evaluate(WINDOW, FLOOR, HOLD);
  }

  @Test
  void growthIsFoundAndSettlesAfterTheHold() {
    grow(tracker, 0, 9, HOLD);
    GrowthPeriod growth = tracker.currentGrowth();
    assertThat(growth).isNotNull();
    assertThat(growth.settled()).isFalse();
    grow(tracker, 9, 16, HOLD);
    assertThat(tracker.currentGrowth().settled()).isTrue();
    assertThat(tracker.currentGrowth().since()).isEqualTo(growth.since());
    assertThat(tracker.currentGrowth().seenAt()).isEqualTo(growth.seenAt());
    assertThat(tracker.currentGrowth().top()).isEqualTo(tracker.newest());
  }

  @Test
  void withoutAHoldGrowthIsSettledImmediately() {
    grow(tracker, 0, 9, Duration.ZERO);
    assertThat(tracker.currentGrowth().settled()).isTrue();
  }

  @Test
  void oneUnconfirmedBatchEndDoesNotRestartTheGrowth() {
    grow(tracker, 0, 10, HOLD);
    GrowthPeriod before = tracker.currentGrowth();
    oddBatchEnd(tracker, 10);
    assertThat(tracker.currentGrowth()).as("not confirmed").isNull();
    grow(tracker, 11, 12, HOLD);
    GrowthPeriod after = tracker.currentGrowth();
    assertThat(after == null || after.since().equals(before.since())).isTrue();
  }

  @Test
  void savedStateContinues() {
    grow(tracker, 0, 10, HOLD);
    var restored = new SourceLagTracker(tracker.state());
    assertThat(restored.state()).isEqualTo(tracker.state());
    assertThat(restored.currentGrowth()).isNotNull();
    grow(restored, 10, 11, HOLD);
    grow(tracker, 10, 11, HOLD);
    assertThat(restored.newest()).isEqualTo(tracker.newest());
    assertThat(restored.currentGrowth()).isEqualTo(tracker.currentGrowth());
  }
}
