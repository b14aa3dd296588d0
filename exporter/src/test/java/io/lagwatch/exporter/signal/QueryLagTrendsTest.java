package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.facts;
import static io.lagwatch.exporter.signal.SignalFacts.lagOf;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static io.lagwatch.exporter.signal.SignalFacts.unknownPartition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryLagTrendsTest {
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Duration FLOOR = Duration.ofMinutes(1);

  private static LagPoint point(long second, long grown, long arrived) {
    return new LagPoint(at(second), grown, grown, arrived, 1, 500.0, false);
  }

  private static SourceLagTracker.SavedLagTrend growing(long second, long grown, boolean settled) {
    LagPoint since = point(0, 0, 0);
    LagPoint newest = point(second, grown, 1000);
    return new SourceLagTracker.SavedLagTrend(
        List.of(since, newest),
        List.of(),
        new SourceLagTracker.GrowthPeriod(since, at(second), newest, 0, settled),
        List.of());
  }

  private static SourceLagTracker.SavedLagTrend points(LagPoint... points) {
    return new SourceLagTracker.SavedLagTrend(List.of(points), List.of(), null, List.of());
  }

  private static SourceLagTracker.SavedLagTrend stalled(long seconds) {
    return new SourceLagTracker.SavedLagTrend(
        List.of(),
        List.of(),
        null,
        List.of(
            new StalledPartitions.StalledPartition("t", 0, T0, at(seconds), 0, seconds * 2, 8)));
  }

  private static QueryLagTrends trends(SourceLagTracker.SavedLagTrend... sources) {
    var states = new TreeMap<Integer, SourceLagTracker.SavedLagTrend>();
    for (int i = 0; i < sources.length; i++) {
      states.put(i, sources[i]);
    }
    return new QueryLagTrends(states);
  }

  @Test
  void nothingGrowsWithoutSources() {
    assertThat(trends().growing(source -> true, WINDOW, at(100))).isNull();
    assertThat(trends().settled()).isFalse();
    assertThat(trends(points(point(0, 0, 0))).growing(source -> true, WINDOW, at(100))).isNull();
  }

  @Test
  void theSourceThatGrowsMostDecides() {
    QueryLagTrends trends = trends(growing(100, 200, false), growing(50, 800, false), points());
    assertThat(trends.growing(source -> true, WINDOW, at(110)))
        .isEqualTo(
            new QueryLagTrends.LagGrowth(
                0.8, new LagGrowthRate(1, Duration.ofSeconds(110), 20, 4)));
    assertThat(
            trends(growing(50, 800, false), growing(100, 200, false))
                .growing(source -> true, WINDOW, at(110)))
        .extracting(growth -> growth.rate().source())
        .isEqualTo(0);
  }

  @Test
  void aSourceWhosePositionIsUnknownDoesNotGrow() {
    QueryLagTrends trends = trends(growing(100, 200, false), growing(50, 800, false));
    assertThat(trends.growing(source -> source == 0, WINDOW, at(110)))
        .extracting(growth -> growth.rate().source())
        .isEqualTo(0);
    assertThat(trends.growing(source -> false, WINDOW, at(110))).isNull();
  }

  @Test
  void aStalledPartitionIsFullGrowth() {
    assertThat(
            trends(growing(100, 999, false), stalled(600)).growing(source -> true, WINDOW, at(700)))
        .isEqualTo(
            new QueryLagTrends.LagGrowth(1, new LagGrowthRate(1, Duration.ofSeconds(700), 2, 0)));
    assertThat(trends(stalled(599)).growing(source -> true, WINDOW, at(700))).isNull();
  }

  @Test
  void oneSettledSourceIsEnough() {
    assertThat(trends(growing(100, 200, false)).settled()).isFalse();
    assertThat(trends(points(), growing(100, 200, false), growing(100, 200, true)).settled())
        .isTrue();
  }

  @Test
  void forgetsSourcesThatAreGone() {
    QueryLagTrends trends = trends(growing(100, 200, false), growing(100, 300, false));
    trends.keep(List.of());
    assertThat(trends.state()).as("no source is known now").containsOnlyKeys(0, 1);
    trends.keep(facts().kafkaSource(1, null).build().sources());
    assertThat(trends.state()).containsOnlyKeys(1);
  }

  @Test
  void savedStateContinues() {
    QueryLagTrends trends = trends(growing(100, 200, true), stalled(600));
    assertThat(new QueryLagTrends(trends.state()).state()).isEqualTo(trends.state());
  }

  private static BatchEnds.CompletedBatch batch(long second, long... endAndPosition) {
    var sources = new TreeMap<Integer, BatchEnds.SourceEnd>();
    for (int i = 0; i < endAndPosition.length; i += 2) {
      sources.put(
          i / 2,
          new BatchEnds.SourceEnd(
              Map.of(
                  new TopicPartition("t", 0),
                  new BatchEnds.ReadRange(endAndPosition[i], endAndPosition[i + 1])),
              null,
              false));
    }
    return new BatchEnds.CompletedBatch(at(second), Duration.ofSeconds(1), true, sources);
  }

  @Test
  void aBatchEndReturnsTheSmallestShareOfAllSources() {
    QueryLagTrends trends = trends();
    assertThat(trends.ended(batch(0, 100, 90, 100, 90), QuerySettings.DEFAULTS, FLOOR)).isNull();
    assertThat(trends.ended(batch(30, 200, 140, 200, 180), QuerySettings.DEFAULTS, FLOOR))
        .as("0.5 and 0.1")
        .isEqualTo(0.1);
    assertThat(trends.ended(batch(60, 300, 260, 300, 280), QuerySettings.DEFAULTS, FLOOR))
        .as("-0.2 and 0")
        .isEqualTo(-0.2);
    assertThat(trends.ended(batch(90), QuerySettings.DEFAULTS, FLOOR)).isNull();
    assertThat(trends.state()).containsOnlyKeys(0, 1);
  }

  private static PartitionLag behind(int source, long records, long seconds) {
    return partition(
        source, 0, 0L, 1000, 1000 + records, new TimeLag(Duration.ofSeconds(seconds), false));
  }

  private static @Nullable LagGrowthRate unread(long then, long records, long behind, long second) {
    QueryLagTrends.LagGrowth growth =
        QueryLagTrends.growthSinceLastBatch(
            lagOf(behind(0, records, behind)),
            new NextBatchTimer.Backlog(at(100), Map.of(0, then)),
            T0,
            FLOOR,
            at(second));
    return growth == null ? null : growth.rate();
  }

  @Test
  void recordsThatArrivedSinceTheBacklogAreUnread() {
    assertThat(unread(50, 250, 61, 200))
        .isEqualTo(new LagGrowthRate(0, Duration.ofSeconds(200), 2, 0));
    assertThat(unread(50, 51, 61, 200)).isNotNull();
    assertThat(unread(50, 50, 61, 200)).as("nothing arrived").isNull();
    assertThat(unread(50, 250, 60, 200)).as("within the floor").isNull();
    assertThat(unread(50, 250, 61, 100)).as("no time has passed").isNull();
    assertThat(QueryLagTrends.growthSinceLastBatch(lagOf(behind(0, 9, 99)), null, T0, FLOOR, at(9)))
        .isNull();
  }

  @Test
  void theSourceWithMostUnreadRecordsDecides() {
    QueryLag lag =
        lagOf(behind(0, 30, 99), behind(1, 50, 99), behind(2, 40, 99), behind(3, 90, 10));
    QueryLagTrends.LagGrowth growth =
        QueryLagTrends.growthSinceLastBatch(
            lag,
            new NextBatchTimer.Backlog(T0, Map.of(0, 0L, 1, 0L, 2, 0L, 3, 0L)),
            T0,
            FLOOR,
            at(10));
    assertThat(growth)
        .isEqualTo(
            new QueryLagTrends.LagGrowth(1, new LagGrowthRate(1, Duration.ofSeconds(10), 5, 0)));
  }

  private static @Nullable Duration catchUp(
      SourceLagTracker.SavedLagTrend source, long records, long behind, long now) {
    return trends(source).catchUp(lagOf(behind(0, records, behind)), WINDOW, FLOOR, at(now));
  }

  @Test
  void catchUpTimeIsTheLagDividedByTheSpeedOfTheWindow() {
    var shrinking = points(point(0, 9000, 0), point(100, 3000, 0), point(400, 2400, 0));
    assertThat(catchUp(shrinking, 1200, 61, 410))
        .as("2 per second since the newest point before the window")
        .isEqualTo(Duration.ofSeconds(600));
    assertThat(catchUp(shrinking, 1200, 60, 410)).as("within the floor").isNull();
    assertThat(catchUp(shrinking, 1200, 61, 700)).as("300 s after").isNotNull();
    assertThat(catchUp(shrinking, 1200, 61, 701)).as("more than 300 s after").isNull();
  }

  @Test
  void catchUpTimeNeedsAWindowAndAFallingLag() {
    assertThat(catchUp(points(point(101, 3000, 0), point(400, 2400, 0)), 1200, 61, 410))
        .as("299 s are no window")
        .isNull();
    assertThat(catchUp(points(point(100, 2400, 0), point(400, 2400, 0)), 1200, 61, 410)).isNull();
    assertThat(catchUp(points(point(100, 2300, 0), point(400, 2400, 0)), 1200, 61, 410)).isNull();
    assertThat(catchUp(points(point(100, 2400, 0)), 1200, 61, 410)).isNull();
    assertThat(catchUp(points(), 1200, 61, 410)).isNull();
  }

  @Test
  void catchUpTimeIsLessThanAYear() {
    var slow = points(point(0, 300, 0), point(300, 0, 0));
    long year = Duration.ofDays(365).toSeconds();
    assertThat(catchUp(slow, year - 1, 61, 310)).isEqualTo(Duration.ofSeconds(year - 1));
    assertThat(catchUp(slow, year, 61, 310)).isNull();
  }

  @Test
  void theSlowestSourceDecidesTheCatchUpTime() {
    var shrinking = points(point(0, 600, 0), point(300, 0, 0));
    QueryLag lag = lagOf(behind(0, 100, 99), behind(1, 800, 99), behind(2, 400, 99));
    assertThat(trends(shrinking, shrinking, shrinking).catchUp(lag, WINDOW, FLOOR, at(310)))
        .isEqualTo(Duration.ofSeconds(400));
  }

  @ParameterizedTest
  @CsvSource({
    "59, false, 0, true",
    "60, false, 0, true",
    "61, false, 0, false",
    "10, true, 0, false",
    "10, false, 1, false"
  })
  void isWithinTheFloorOnlyWhenEverythingIsKnown(
      long seconds, boolean lowerBound, int unknown, boolean within) {
    var lag =
        new QueryLag(
            QueryLag.Basis.BROKER,
            List.of(),
            5L,
            new TimeLag(Duration.ofSeconds(seconds), lowerBound),
            unknown,
            null,
            null,
            null);
    assertThat(QueryLagTrends.withinFloor(lag, FLOOR)).isEqualTo(within);
  }

  @Test
  void unknownTimeIsNotWithinTheFloor() {
    QueryLag lag = lagOf(unknownPartition(0, 0, PartitionStatus.UNKNOWN));
    assertThat(QueryLagTrends.withinFloor(lag, FLOOR)).isFalse();
  }

  @Test
  void sumsThePartitionsOfASourceWithoutOverflow() {
    QueryLag lag =
        lagOf(
            partition(0, 0, 0L, 0, Long.MAX_VALUE, new TimeLag(Duration.ofHours(1), false)),
            partition(0, 1, 0L, 0, 10, new TimeLag(Duration.ofSeconds(1), false)),
            unknownPartition(0, 2, PartitionStatus.UNKNOWN));
    QueryLagTrends.LagGrowth growth =
        QueryLagTrends.growthSinceLastBatch(
            lag, new NextBatchTimer.Backlog(T0, Map.of(0, 0L)), T0, FLOOR, at(1));
    assertThat(growth.rate().arrivedPerSecond()).isEqualTo((double) Long.MAX_VALUE);
  }
}
