package io.lagwatch.exporter.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.query.QueryState;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdvisorTest {
  private static final Duration BEHIND = Duration.ofMinutes(7);

  @Test
  void oneHotPartitionIsNamedWithItsShare() {
    var query = unknownSignals(lag(BEHIND, 9000, 100, 200, 300));

    assertThat(texts(query))
        .containsExactly(
            "Partition t-0 has 94 % of the lag: 9,000 of 9,600 records. Each of the other 3"
                + " partitions has 200 on average. One task reads all records of a partition, so"
                + " more cores do not help. Set the source option minPartitions=8, so that several"
                + " tasks read it. Or use a record key that distributes the records evenly.");
  }

  @Test
  void noHotPartitionWithinTheTriggerInterval() {
    assertThat(texts(unknownSignals(lag(BEHIND, 300, 200, 200, 200)))).as("even").isEmpty();
    assertThat(texts(unknownSignals(lag(BEHIND, 9000, 0)))).as("two partitions").isEmpty();
    assertThat(texts(unknownSignals(lag(Duration.ofSeconds(20), 9000, 0, 0)))).as("near").isEmpty();
    assertThat(texts(unknownSignals(Snapshots.lag(Snapshots.unknown("t", 0))))).isEmpty();
  }

  @Test
  void showsTheTimeUntilRecordsAreDeleted() {
    var soon = Duration.ofMinutes(320);

    assertThat(texts(signals(soon, 0L, null)))
        .containsExactly(
            "At current rates, Kafka will start to delete unread records in 5 h 20 min. The"
                + " position in partition learning.progress-1 is only 7 records after its earliest"
                + " offset. Increase the topic's retention.ms now. Then repair the cause of the"
                + " lag.");
    assertThat(texts(signals(Duration.ZERO, 12L, null)))
        .first()
        .asString()
        .startsWith("Kafka has deleted 12 records that the query has not read.");
    assertThat(texts(signals(Duration.ofDays(365), 0L, null))).as("it will not").isEmpty();
    assertThat(texts(signals(null, null, null))).as("unknown").isEmpty();
  }

  @Test
  void showsTheCatchUpTime() {
    assertThat(texts(signals(null, null, Duration.ofMinutes(12))))
        .containsExactly(
            "At the rates of the last minutes, the lag of 100 records will be 0 in about 12 min.");
    assertThat(texts(signals(null, null, Duration.ofDays(20)))).isEmpty();
  }

  @Test
  void aPartialLagMakesCatchingUpAndLossesLowerBounds() {
    var partial = Snapshots.lag(Snapshots.measured("t", 0, 0, 100), Snapshots.unknown("t", 1));
    var catchUp = known(null, 0L, Duration.ofMinutes(12));
    var lost = known(Duration.ZERO, 12L, null);

    assertThat(texts(Snapshots.query("a", "b").lag(partial).signals(catchUp).build()))
        .containsExactly(
            "At the rates of the last minutes, the lag of at least 100 records will be 0 in at"
                + " least 12 min.");
    assertThat(texts(Snapshots.query("a", "b").lag(partial).signals(lost).build()))
        .singleElement()
        .asString()
        .startsWith("Kafka has deleted at least 12 records");
  }

  @Test
  void showsThatARateLimitPreventsCatchingUp() {
    var query = unknownSignals(flat(BEHIND, 1_900_000L));

    assertThat(notCatchingUp(query, 31))
        .containsExactly(
            "2,000,000 records wait to be read, and the lag falls slowly or not at all. The rate"
                + " limit excluded 1,900,000 records when the last batch was planned. If batches"
                + " end long before the next trigger, increase the limit, for example"
                + " maxOffsetsPerTrigger. Otherwise add cores, or reduce the work per record.");
    assertThat(notCatchingUp(query, 30)).as("batches of less than 15 min").isEmpty();
  }

  @Test
  void noAdviceWithoutARateLimitOrWithinTheTriggerInterval() {
    Duration explained = unknownSignals(flat(BEHIND, 1L)).lag().outlook().explained();

    assertThat(notCatchingUp(unknownSignals(flat(BEHIND, null)), 31)).isEmpty();
    assertThat(notCatchingUp(unknownSignals(flat(BEHIND, 0L)), 31)).isEmpty();
    assertThat(notCatchingUp(unknownSignals(flat(explained, 1L)), 31)).isEmpty();
    assertThat(notCatchingUp(unknownSignals(flat(explained.plusMillis(1), 1L)), 31)).hasSize(1);
    var idle =
        Snapshots.query("a", "b")
            .state(QueryState.IDLE)
            .signals(Signals.UNKNOWN)
            .lag(flat(BEHIND, 1L))
            .build();
    assertThat(notCatchingUp(idle, 31)).isEmpty();
  }

  private static List<String> notCatchingUp(QueryView query, int batches) {
    var history =
        new QueryHistory(QueryHistory.NONE.points(), Batches.of(batches, i -> 500, i -> 4));
    return Advisor.of(query, history).stream()
        .filter(advice -> advice.topic().equals("Not catching up"))
        .map(Advice::text)
        .toList();
  }

  /** Two million records on two partitions. */
  private static QueryLag flat(Duration behind, @Nullable Long rateLimitedBacklog) {
    var lag = lag(behind, 1_000_000, 1_000_000);
    return new QueryLag(
        lag.basis(),
        lag.partitions(),
        lag.records(),
        lag.time(),
        0,
        rateLimitedBacklog,
        lag.measuredAt(),
        null);
  }

  @Test
  void namesALongPhaseThatProcessesNoRecords() {
    var history = new QueryHistory(QueryHistory.NONE.points(), Batches.of(12, i -> 500, i -> 4));
    var query = unknownSignals(lag(BEHIND, 1, 1));

    assertThat(Advisor.of(query, history)).extracting(Advice::topic).contains("Slow phase");
    assertThat(Advisor.of(query, history))
        .extracting(Advice::text)
        .contains(
            "The phase walCommit took 40 % of the last 10 batches, 1.6 s per batch. In this phase,"
                + " Spark writes the offsets of the batch to the checkpoint. More cores do not make"
                + " it faster.");
  }

  @Test
  void namesTheLargestWaitingPhaseNotTheFirstByName() {
    var batches =
        IntStream.range(0, 12)
            .mapToObj(i -> Batches.waiting(i, Map.of("commitOffsets", 1400, "walCommit", 1600)))
            .toList();
    var history = new QueryHistory(QueryHistory.NONE.points(), batches);

    assertThat(Advisor.of(unknownSignals(lag(BEHIND, 1, 1)), history))
        .filteredOn(advice -> advice.topic().equals("Slow phase"))
        .extracting(Advice::text)
        .singleElement()
        .asString()
        .startsWith("The phase walCommit took 40 %");
  }

  @Test
  void aHotPartitionIsSplitByThePartitionsOfItsOwnSource() {
    var own = lag(BEHIND, 9000, 100, 200);
    var partitions = new ArrayList<>(own.partitions());
    for (int i = 0; i < 2; i++) {
      var other = Snapshots.measured("other", i, 0, 0);
      partitions.add(
          new PartitionLag(
              1, other.partition(), 0L, 0L, 0L, 0L, other.time(), PartitionStatus.MEASURED));
    }
    var lag =
        new QueryLag(own.basis(), partitions, 9300L, own.time(), 0, null, own.measuredAt(), null);

    assertThat(texts(unknownSignals(lag))).singleElement().asString().contains("minPartitions=6,");
  }

  @Test
  void givesNoAdviceForAnUnknownQuery() {
    var query =
        Snapshots.query("a", "b")
            .state(QueryState.LOST)
            .progress(null)
            .trigger(null)
            .signals(Signals.UNKNOWN)
            .lag(QueryLag.none("no broker"))
            .build();

    assertThat(Advisor.of(query, QueryHistory.NONE)).isEmpty();
  }

  private static List<String> texts(QueryView query) {
    return Advisor.of(query, QueryHistory.NONE).stream().map(Advice::text).toList();
  }

  private static QueryView unknownSignals(QueryLag lag) {
    return Snapshots.query("a", "b").signals(Signals.UNKNOWN).lag(lag).build();
  }

  private static QueryView signals(Duration horizon, Long lost, Duration catchUp) {
    return Snapshots.query("a", "b").signals(known(horizon, lost, catchUp)).build();
  }

  private static Signals known(
      @Nullable Duration horizon, @Nullable Long lost, @Nullable Duration catchUp) {
    return new Signals(
        new LagSignals(null, null, null, catchUp, null),
        BatchSignals.UNKNOWN,
        InputSignals.UNKNOWN,
        WatermarkSignals.UNKNOWN,
        StateSignals.UNKNOWN,
        new RetentionSignals(horizon, lost, null, new TreeMap<>()),
        QueryHealth.UNKNOWN,
        RunSignals.UNKNOWN);
  }

  private static QueryLag lag(Duration behind, long... records) {
    var partitions = new PartitionLag[records.length];
    for (int i = 0; i < records.length; i++) {
      partitions[i] = Snapshots.measured("t", i, 0, records[i]);
    }
    var lag = Snapshots.lag(partitions);
    return new QueryLag(
        lag.basis(),
        lag.partitions(),
        lag.records(),
        lag.time() == null ? null : new TimeLag(behind, false),
        lag.unknown(),
        null,
        lag.measuredAt(),
        null);
  }
}
