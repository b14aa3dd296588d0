package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.batch;
import static io.lagwatch.exporter.signal.SignalFacts.facts;
import static io.lagwatch.exporter.signal.SignalFacts.lagOf;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.ClusterOffsets;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.NoBrokerOffsets;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.signal.SignalTracker.BatchIdentity;
import io.lagwatch.exporter.signal.SignalTracker.SavedSignals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalTrackerTest {
  private final SignalTracker tracker = new SignalTracker();
  private BrokerOffsets brokers = NoBrokerOffsets.NONE;

  @Test
  void signalsAreUnknownUntilTheQueryIsObserved() {
    assertThat(tracker.at(facts().build(), QuerySettings.DEFAULTS, T0)).isEqualTo(Signals.UNKNOWN);
    observe(facts(), 0);
    assertThat(tracker.at(facts().build(), QuerySettings.DEFAULTS, T0))
        .isNotEqualTo(Signals.UNKNOWN);
  }

  @Test
  void everyTrackerIsToldOfABatch() {
    observe(
        facts()
            .kafkaSource(0, at(10))
            .totals(7, 0)
            .lastBatch(batch(at(5), at(10), at(1), 40L))
            .lag(lagOf(partition(0, 0, 1L, 90, 100))),
        11);
    SavedSignals state = tracker.state();
    assertThat(state.firstSeenAt()).isEqualTo(at(11));
    assertThat(state.batches().lastBatch()).isEqualTo(new BatchIdentity("run-1", 1, at(5)));
    assertThat(state.batches().awaited()).isNotNull();
    assertThat(state.batches().pace().recent()).hasSize(1);
    assertThat(state.batches().waiting()).hasSize(1);
    assertThat(state.watermarks().watermark()).isEqualTo(at(1));
    assertThat(state.stateGrowth().rowsBefore()).isEqualTo(7);
    assertThat(state.input().marks()).containsKey(0);
    assertThat(state.lateRows()).hasSize(1);
    assertThat(state.retention().hours().newer()).hasSize(1);
  }

  @Test
  void theSameFactsChangeNothing() {
    SignalFacts facts =
        facts()
            .kafkaSource(0, at(10))
            .lastBatch(batch(5, 10))
            .lag(lagOf(partition(0, 0, 1L, 90, 100)));
    observe(facts, 11);
    SavedSignals before = tracker.state();
    observe(facts, 11);
    assertThat(tracker.state()).isEqualTo(before);
  }

  @Test
  void batchOfAnotherRunIsAnotherBatch() {
    observe(facts().lastBatch(batch(5, 10)), 11);
    observe(facts().run("run-2", at(4)).lastBatch(batch(5, 10)), 12);
    assertThat(tracker.state().batches().pace().recent()).hasSize(2);
    assertThat(tracker.state().firstSeenAt()).isEqualTo(at(11));
    assertThat(tracker.state().batches().awaited().runId()).isEqualTo("run-2");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none, false", "0, false", "1, true"})
  void batchThatLeftRecordsBehindIsRateLimited(@Nullable Long left, boolean rateLimited) {
    var lag =
        new QueryLag(QueryLag.Basis.BROKER, List.of(), null, null, 0, left, T0, "no partition");
    observe(facts().lastBatch(batch(5, 10)).lag(lag), 11);
    assertThat(tracker.state().batches().pace().recent())
        .extracting(BatchDurations.FinishedBatch::rateLimited)
        .containsExactly(rateLimited);
  }

  @ParameterizedTest
  @CsvSource({
    // batches of the run, end of the batch, whether it was normal
    "1, 121, false",
    "2, 120, false",
    "2, 121, true",
  })
  void firstBatchesOfARunAreNotNormal(long batches, long end, boolean normal) {
    observe(
        facts()
            .batches(batches)
            .lastBatch(batch(end - 5, end))
            .lag(lagOf(partition(0, 0, 1L, 90, 100))),
        end);
    assertThat(tracker.state().batches().waiting())
        .extracting(BatchEnds.Waiting::normal)
        .containsExactly(normal);
  }

  @ParameterizedTest
  @CsvSource({
    // how the lag of 100 changed while 10 records arrived, normal batches
    "100, 2",
    "96, 2",
    "95, 1",
    "10, 1",
  })
  void batchThatDrainsABacklogIsNotNormal(long lag, int normal) {
    planned(200, 1100, 1000);
    assertThat(tracker.state().batches().pace().normal()).hasSize(1);
    planned(230, 1110, 1110 - lag);
    assertThat(tracker.state().batches().pace().normal()).hasSize(normal);
    assertThat(tracker.state().batches().waiting()).as("nothing to wait for").isEmpty();
  }

  @Test
  void warmUpBatchIsNotNormalEvenIfItsLagIsKnown() {
    planned(60, 1100, 1000);
    assertThat(tracker.state().batches().pace().normal()).isEmpty();
    assertThat(tracker.state().trends().get(0).points()).hasSize(1);
  }

  @Test
  void lagAtABatchEndIsKnownOnceAPollFollows() {
    var view = new ClusterOffsets("c", () -> Duration.ofSeconds(15));
    brokers = view;
    poll(view, 190, 1000);
    SignalFacts facts =
        facts()
            .batches(9)
            .kafkaSource(0, at(200))
            .lastBatch(batch(195, 200))
            .lag(lagOf(partition(0, 0, 0L, 900, 1000)));
    observe(facts, 200);
    assertThat(tracker.state().batches().waiting()).hasSize(1);
    assertThat(tracker.state().batches().pace().normal()).isEmpty();
    poll(view, 210, 1020);
    observe(facts, 210);
    assertThat(tracker.state().batches().waiting()).isEmpty();
    assertThat(tracker.state().batches().pace().normal()).hasSize(1);
    assertThat(tracker.state().trends().get(0).points())
        .extracting(LagPoint::records)
        .containsExactly(110L);
  }

  @Test
  void trendOfASourceThatIsGoneIsForgotten() {
    planned(200, 1100, 1000);
    assertThat(tracker.state().trends()).containsOnlyKeys(0);
    observe(facts().kafkaSource(1, null), 210);
    assertThat(tracker.state().trends()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // seconds without an observation, whether the input age is known right after it
    "120, true",
    "121, false",
  })
  void longPauseOfTheObservationProvesNothing(long pause, boolean known) {
    SignalFacts facts = facts().kafkaSource(0, at(10)).lastReportAt(at(20));
    observe(facts, 15);
    observe(facts, 15 + pause);
    Signals signals = tracker.at(facts.build(), QuerySettings.DEFAULTS, at(15 + pause));
    assertThat(signals.input().age() != null).isEqualTo(known);
  }

  /** A batch of which only Spark's offsets at planning are known. */
  private void planned(long end, long logEnd, long position) {
    PartitionLag partition = partition(0, 0, null, position, logEnd, null);
    var lag =
        new QueryLag(
            QueryLag.Basis.SPARK, List.of(partition), logEnd - position, null, 0, null, null, null);
    observe(
        facts().batches(9).kafkaSource(0, at(end)).lastBatch(batch(end - 5, end)).lag(lag), end);
  }

  private void observe(SignalFacts facts, long second) {
    tracker.observe(facts.build(), brokers, QuerySettings.DEFAULTS, at(second));
  }

  private static void poll(ClusterOffsets view, long second, long end) {
    view.apply(
        new ClusterPoll(
            "c",
            Map.of(new TopicPartition("t", 0), new ClusterPoll.Offsets(end, 0L)),
            Map.of(),
            Map.of(),
            Set.of()),
        at(second));
  }
}
