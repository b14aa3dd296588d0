package io.lagwatch.exporter.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.history.BatchPoint;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.signal.BatchSignals;
import io.lagwatch.exporter.signal.InputSignals;
import io.lagwatch.exporter.signal.LagSignals;
import io.lagwatch.exporter.signal.QueryHealth;
import io.lagwatch.exporter.signal.RetentionSignals;
import io.lagwatch.exporter.signal.RunSignals;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.signal.StateSignals;
import io.lagwatch.exporter.signal.WatermarkSignals;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values on both sides of the limit of each advice. */
class AdviceLimitsTest {
  private static final Duration FAR_BEHIND = Duration.ofMinutes(7);

  @ParameterizedTest(name = "one partition with {0} records, {2} with {1}: {3}")
  @CsvSource({
    "400, 100, 2, true",
    "399, 100, 2, false",
    "600, 100, 6, true",
    "599, 100, 6, false",
    "999, 1, 1, false",
  })
  void namesAHotPartitionFromHalfOfTheLagAndFourTimesTheOthers(
      long hot, long other, int others, boolean expected) {
    assertThat(topics(query(lag(FAR_BEHIND, hot, other, others))).contains("Hot partition"))
        .isEqualTo(expected);
  }

  @Test
  void namesAHotPartitionOnlyBeyondTheLagThatTheTriggerExplains() {
    Duration explained = query(lag(FAR_BEHIND, 400, 100, 2)).lag().outlook().explained();

    assertThat(topics(query(lag(explained, 400, 100, 2)))).isEmpty();
    assertThat(topics(query(lag(explained.plusMillis(1), 400, 100, 2))))
        .containsExactly("Hot partition");
  }

  @Test
  void warnsOfRetentionUpToSevenDays() {
    Duration limit = Duration.ofDays(7);

    assertThat(topics(signals(limit, null))).containsExactly("Retention");
    assertThat(topics(signals(limit.plusMillis(1), null))).isEmpty();
  }

  @Test
  void showsTheCatchUpTimeUpToTwoDays() {
    Duration limit = Duration.ofDays(2);

    assertThat(topics(signals(null, limit))).containsExactly("Catching up");
    assertThat(topics(signals(null, limit.plusMillis(1)))).isEmpty();
  }

  @ParameterizedTest(name = "{0} ms of 4 s: {1}")
  @CsvSource({"1200, true", "1199, false"})
  void namesAPhaseThatTakesThirtyPercent(int millis, boolean expected) {
    List<BatchPoint> batches =
        IntStream.range(0, 10)
            .mapToObj(i -> Batches.waiting(i, Map.of("walCommit", millis)))
            .toList();

    assertThat(namesPhase(batches)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "40 % of {0} s in {1} batches: {2}")
  @CsvSource({"1.25, 10, true", "1.24, 10, false", "1.25, 9, false"})
  void namesAPhaseOfHalfASecondInTenBatches(double seconds, int count, boolean expected) {
    assertThat(namesPhase(Batches.of(count, i -> 500, i -> seconds))).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} s for {1} records, {2} s for {3}: {4}")
  @CsvSource({
    "1.88, 880, 2.12, 1120, A batch of about",
    "1.881, 881, 2.119, 1119, A batch of at least",
    "1, 1000, 2, 2000, A batch of about 15",
    "1, 1000, 2.1, 2000, A batch of at least",
    "10, 1000, 10, 2000, A batch of at least",
    "16, 1000, 17, 2000, A batch takes 15 s even if it reads few records",
    "15.9, 1000, 16.9, 2000, A batch of about 100",
    "15, 1000, 15, 1000, A batch of at least",
    "15.1, 1000, 15.1, 1000, A batch of fewer than",
  })
  void tellsTheFixedPartOnlyWhereTheBatchesDiffer(
      double seconds, long records, double otherSeconds, long otherRecords, String expected) {
    assertThat(
            size(
                Batches.of(
                    8,
                    i -> i % 2 == 0 ? records : otherRecords,
                    i -> i % 2 == 0 ? seconds : otherSeconds)))
        .startsWith(expected);
  }

  @Test
  void arrivalsFitUpToTheBatchSize() {
    assertThat(size(Batches.of(8, i -> 20_000, i -> 10))).endsWith("They fit into one such batch.");
    assertThat(size(Batches.of(8, i -> 20_000, i -> 10.01))).contains("which is more");
  }

  private static @Nullable String size(List<BatchPoint> batches) {
    Advice advice = BatchSize.of(Snapshots.query("a", "b").build(), batches);
    return advice == null ? null : advice.text();
  }

  private static boolean namesPhase(List<BatchPoint> batches) {
    return PhaseAdvice.of(Snapshots.query("a", "b").build(), batches) != null;
  }

  private static List<String> topics(QueryView query) {
    return Advisor.of(query, QueryHistory.NONE).stream().map(Advice::topic).toList();
  }

  private static QueryView query(QueryLag lag) {
    return Snapshots.query("a", "b").signals(Signals.UNKNOWN).lag(lag).build();
  }

  private static QueryLag lag(Duration behind, long hot, long other, int others) {
    var partitions = new PartitionLag[others + 1];
    for (int i = 0; i <= others; i++) {
      partitions[i] = Snapshots.measured("t", i, 0, i == 0 ? hot : other);
    }
    QueryLag lag = Snapshots.lag(partitions);
    return new QueryLag(
        lag.basis(),
        lag.partitions(),
        lag.records(),
        new TimeLag(behind, false),
        lag.unknown(),
        null,
        lag.measuredAt(),
        null);
  }

  private static QueryView signals(@Nullable Duration horizon, @Nullable Duration catchUp) {
    var known =
        new Signals(
            new LagSignals(null, null, null, catchUp, null),
            BatchSignals.UNKNOWN,
            InputSignals.UNKNOWN,
            WatermarkSignals.UNKNOWN,
            StateSignals.UNKNOWN,
            new RetentionSignals(horizon, null, null, new TreeMap<>()),
            QueryHealth.UNKNOWN,
            RunSignals.UNKNOWN);
    return Snapshots.query("a", "b").signals(known).build();
  }
}
