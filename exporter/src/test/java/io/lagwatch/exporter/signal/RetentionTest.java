package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.lagOf;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static io.lagwatch.exporter.signal.SignalFacts.unknownPartition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicOfSource;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionTest {
  private static final long HOUR = 3600;
  private static final Duration NO_RISK = Duration.ofDays(365);

  private final Retention retention = new Retention();

  private static QueryLag lag(long earliest, long position, long end) {
    return lagOf(partition(0, 0, earliest, position, end));
  }

  private Duration timeToLoss(long second, PartitionLag... partitions) {
    return retention.horizon(lagOf(partitions), Map.of(), at(second));
  }

  @Test
  void isTheHeadroomDividedByTheSpeedOfTheLogsStart() {
    for (int minute = 0; minute <= 60; minute += 5) {
      retention.observe(lag(minute * 60L, 7200, 20_000), at(minute * 60L));
    }
    assertThat(timeToLoss(3600, partition(0, 0, 3600L, 7200, 20_000)))
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void theSpeedOfTheQueryIsSubtracted() {
    for (int minute = 0; minute <= 60; minute += 5) {
      retention.observe(lag(minute * 120L, 7200 + minute * 60L, 90_000), at(minute * 60L));
    }
    assertThat(timeToLoss(3600, partition(0, 0, 7200L, 10_800, 90_000)))
        .as("3600 records at 2 - 1 per second")
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void aQueryAsFastAsTheLogsStartIsAtNoRisk() {
    for (int minute = 0; minute <= 60; minute += 5) {
      retention.observe(lag(minute * 60L, 4000 + minute * 60L, 90_000), at(minute * 60L));
    }
    assertThat(timeToLoss(3600, partition(0, 0, 3600L, 7600, 90_000))).isEqualTo(NO_RISK);
  }

  @Test
  void aLogWhoseStartStandsStillIsNoRisk() {
    retention.observe(lag(100, 200, 90_000), at(0));
    assertThat(timeToLoss(3600, partition(0, 0, 100L, 200, 90_000))).isEqualTo(NO_RISK);
    assertThat(timeToLoss(3600, partition(0, 0, 100L, 150, 90_000)))
        .as("also when the position went back")
        .isEqualTo(NO_RISK);
  }

  @Test
  void isAtMostAYear() {
    retention.observe(lag(0, 1_000_000_000, 9_000_000_000L), at(0));
    assertThat(timeToLoss(3600, partition(0, 0, 1L, 1_000_000_000, 9_000_000_000L)))
        .isEqualTo(NO_RISK);
  }

  @ParameterizedTest
  @CsvSource({"7100, false", "7200, false", "7201, true"})
  void isZeroOnceRecordsAreLost(long earliest, boolean lost) {
    retention.observe(lag(0, 7200, 20_000), at(0));
    Duration time = timeToLoss(3600, partition(0, 0, earliest, 7200, 20_000));
    assertThat(time.isZero()).isEqualTo(lost || earliest == 7200);
    assertThat(Retention.lost(lag(earliest, 7200, 20_000))).isEqualTo(lost ? 1 : 0);
  }

  @Test
  void aQueryInTheNewerHalfOfTheLogIsAtNoRisk() {
    retention.observe(lag(0, 150, 200), at(0));
    assertThat(timeToLoss(3600, partition(0, 0, 100L, 151, 200)))
        .as("51 records before, 49 after")
        .isEqualTo(NO_RISK);
    assertThat(timeToLoss(3600, partition(0, 0, 100L, 150, 200)))
        .as("50 records before and after")
        .isEqualTo(Duration.ofSeconds(1800));
  }

  @ParameterizedTest
  @CsvSource({"59, false", "60, true", "61, true"})
  void needsAMinuteOfObservation(long seconds, boolean known) {
    retention.observe(lag(0, 7200, 20_000), at(0));
    assertThat(timeToLoss(seconds, partition(0, 0, 60L, 7200, 20_000)) != null).isEqualTo(known);
  }

  @Test
  void theProgressOfTheQueryIsThatOfTheLastMinutes() {
    for (int minute = 0; minute <= 60; minute++) {
      long position = minute < 30 ? 1_000 + minute * 600L : 19_000;
      retention.observe(lag(minute * 60L, position, 90_000), at(minute * 60L));
    }
    assertThat(timeToLoss(3600, partition(0, 0, 3600L, 19_000, 90_000)))
        .as("no progress in the last 10 to 20 minutes")
        .isEqualTo(Duration.ofSeconds(15_400));
  }

  @Test
  void theSpeedOfTheLogsStartIsThatOfHours() {
    for (int minute = 0; minute <= 170; minute++) {
      long earliest = minute < 10 ? 0 : 10_200;
      retention.observe(lag(earliest, 20_400, 90_000), at(minute * 60L));
    }
    assertThat(timeToLoss(10_200, partition(0, 0, 10_200L, 20_400, 90_000)))
        .as("one jump in 170 minutes")
        .isEqualTo(Duration.ofSeconds(10_200));
  }

  /** A record a second; the log start jumps over 12 h of them every 12 h; retention is 36 h. */
  private void twelveHourSegments(int hours, long position) {
    for (int minute = 0; minute <= hours * 60; minute++) {
      long second = minute * 60L;
      retention.observe(lag(startAt(second), position, second + 100 * HOUR), at(second));
    }
  }

  private static long startAt(long second) {
    return second / (12 * HOUR) * 12 * HOUR;
  }

  private Duration left(long second, long position) {
    return timeToLoss(second, partition(0, 0, startAt(second), position, second + 100 * HOUR));
  }

  @Test
  void betweenJumpsOfTheLogStartTheTimePasses() {
    long position = 40 * HOUR;
    twelveHourSegments(30, position);
    assertThat(left(30 * HOUR, position)).isEqualTo(Duration.ofHours(10));
    assertThat(left(35 * HOUR, position)).isEqualTo(Duration.ofHours(5));
    assertThat(left(36 * HOUR - 1, position)).isEqualTo(Duration.ofSeconds(4 * HOUR + 1));
  }

  @Test
  void aJumpOfTheLogStartIsNoSpeed() {
    long position = 40 * HOUR;
    twelveHourSegments(24, position);
    assertThat(left(24 * HOUR + 60, position)).isEqualTo(Duration.ofHours(16).minusSeconds(60));
  }

  @Test
  void theFirstJumpIsMeasuredByWhatArrives() {
    long position = 40 * HOUR;
    twelveHourSegments(13, position);
    assertThat(left(13 * HOUR, position)).isEqualTo(Duration.ofHours(27));
  }

  @Test
  void isNotZeroBeforeTheLoss() {
    long position = 37 * HOUR;
    twelveHourSegments(35, position);
    assertThat(timeToLoss(42 * HOUR, partition(0, 0, 24 * HOUR, position, 200 * HOUR)))
        .as("18 h after a jump, 13 h of records later")
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void nothingUnreadIsNoRisk() {
    twelveHourSegments(30, 40 * HOUR);
    assertThat(timeToLoss(30 * HOUR, partition(0, 0, 24 * HOUR, 40 * HOUR, 40 * HOUR)))
        .isEqualTo(NO_RISK);
  }

  private static final Map<TopicOfSource, Duration> ONE_HOUR =
      Map.of(new TopicOfSource(0, "t"), Duration.ofHours(1));

  /** A partition at which the query stands still, with records that arrived at second 0. */
  private static PartitionLag standing(long second, long earliest) {
    return new PartitionLag(
        0,
        new TopicPartition("t", 0),
        500L,
        2000L,
        earliest,
        1500L,
        new TimeLag(Duration.ofSeconds(second), false),
        PartitionStatus.MEASURED);
  }

  private @Nullable Duration byAge(long second) {
    return retention.horizon(lagOf(standing(second, 0)), ONE_HOUR, at(second));
  }

  @ParameterizedTest
  @CsvSource({"1799, 31536000", "1800, 1800", "3000, 600", "3599, 1", "3700, 1"})
  void aQueryThatStandsStillLosesRecordsWhenTheyAreAsOldAsTheRetention(long second, long left) {
    retention.observe(lagOf(standing(0, 0)), at(0));
    assertThat(byAge(second)).isEqualTo(Duration.ofSeconds(left));
  }

  @ParameterizedTest
  @CsvSource({"2399, false", "2400, true"})
  void standsStillAfterATenMinutes(long second, boolean known) {
    retention.observe(lagOf(standing(1800, 0)), at(1800));
    Duration left = byAge(second);
    assertThat(left.equals(NO_RISK)).isEqualTo(!known);
  }

  @Test
  void theAgeStaysKnownWhenTheHistoryNoLongerReachesBack() {
    retention.observe(lagOf(standing(0, 0)), at(0));
    var old =
        new PartitionLag(
            0,
            new TopicPartition("t", 0),
            500L,
            2000L,
            0L,
            1500L,
            new TimeLag(Duration.ofSeconds(10), true),
            PartitionStatus.MEASURED);
    var restored = new Retention(retention.state());
    restored.observe(lagOf(old), at(3000));
    assertThat(restored.horizon(lagOf(old), ONE_HOUR, at(3000))).isEqualTo(Duration.ofMinutes(10));
    assertThat(new Retention().headroom(lagOf(old), ONE_HOUR, at(3000)))
        .as("the arrival was never known")
        .isEmpty();
  }

  @Test
  void theHeadroomFallsAndIsNegativeOnceRecordsAreLost() {
    var topic = new TopicOfSource(0, "t");
    retention.observe(lagOf(standing(0, 0)), at(0));
    assertThat(retention.headroom(lagOf(standing(600, 0)), ONE_HOUR, at(600)))
        .containsExactly(Map.entry(topic, Duration.ofMinutes(50)));
    assertThat(retention.headroom(lagOf(standing(4000, 0)), ONE_HOUR, at(4000)))
        .containsExactly(Map.entry(topic, Duration.ofSeconds(-400)));
    assertThat(retention.headroom(lagOf(standing(600, 501)), ONE_HOUR, at(600)))
        .as("deleted before its time")
        .containsExactly(Map.entry(topic, Duration.ofSeconds(-1)));
    assertThat(retention.headroom(lagOf(standing(600, 0)), Map.of(), at(600))).isEmpty();
    assertThat(retention.headroom(lagOf(partition(0, 0, 0L, 2000, 2000)), ONE_HOUR, at(600)))
        .as("nothing is unread")
        .containsExactly(Map.entry(topic, Duration.ofHours(1)));
    assertThat(
            retention.headroom(
                lagOf(standing(600, 0), unknownPartition(0, 1, PartitionStatus.UNKNOWN)),
                ONE_HOUR,
                at(600)))
        .as("one partition is unknown")
        .isEmpty();
  }

  @Test
  void theNearestPartitionDecides() {
    PartitionLag near = partition(0, 0, 3600L, 7200, 20_000);
    PartitionLag far = partition(0, 1, 3600L, 9000, 20_000);
    retention.observe(
        lagOf(partition(0, 0, 0L, 7200, 20_000), partition(0, 1, 0L, 9000, 20_000)), at(0));
    assertThat(timeToLoss(3600, near, far)).isEqualTo(Duration.ofHours(1));
    assertThat(timeToLoss(3600, far, near)).isEqualTo(Duration.ofHours(1));
    assertThat(timeToLoss(3600, far)).isEqualTo(Duration.ofSeconds(5400));
  }

  @Test
  void anUnknownPartitionMakesOnlyNoRiskUnknown() {
    retention.observe(
        lagOf(partition(0, 0, 0L, 7200, 20_000), partition(0, 1, 0L, 19_990, 20_000)), at(0));
    PartitionLag near = partition(0, 0, 3600L, 7200, 20_000);
    PartitionLag none = partition(0, 1, 3600L, 19_990, 20_000);
    PartitionLag unknown = unknownPartition(0, 2, PartitionStatus.UNKNOWN);
    assertThat(timeToLoss(3600, near, unknown)).isEqualTo(Duration.ofHours(1));
    assertThat(timeToLoss(3600, none, unknown)).isNull();
    assertThat(timeToLoss(3600, none)).isEqualTo(NO_RISK);
    assertThat(timeToLoss(3600, unknown)).isNull();
  }

  @Test
  void isUnknownWithoutPartitions() {
    assertThat(retention.horizon(QueryLag.none("no broker"), Map.of(), at(0))).isNull();
  }

  @Test
  void isUnknownWithoutRecords() {
    retention.observe(lag(0, 7200, 20_000), at(0));
    var withoutRecords =
        new PartitionLag(
            0, new TopicPartition("t", 0), 7200L, null, 3600L, null, null, PartitionStatus.UNKNOWN);
    assertThat(timeToLoss(3600, withoutRecords)).isNull();
  }

  @Test
  void lostRecordsAreSummed() {
    PartitionLag unknown = unknownPartition(0, 2, PartitionStatus.UNKNOWN);
    assertThat(Retention.lost(lagOf(unknown))).isNull();
    assertThat(
            Retention.lost(
                lagOf(
                    partition(0, 0, 10L, 7, 90),
                    unknown,
                    partition(0, 1, 10L, 50, 90),
                    partition(0, 3, 10L, 5, 90))))
        .isEqualTo(8);
    assertThat(
            Retention.lost(
                lagOf(
                    partition(0, 0, Long.MAX_VALUE, 0, Long.MAX_VALUE),
                    partition(0, 1, 10L, 5, 90))))
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void savedStateContinues() {
    retention.observe(lag(0, 7200, 20_000), at(0));
    var restored = new Retention(retention.state());
    assertThat(restored.state()).isEqualTo(retention.state());
    assertThat(restored.horizon(lag(3600, 7200, 20_000), Map.of(), at(3600)))
        .isEqualTo(Duration.ofHours(1));
  }
}
