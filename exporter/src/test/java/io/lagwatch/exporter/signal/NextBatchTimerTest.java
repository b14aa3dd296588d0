package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.ingest.Report.Trigger.Type.AVAILABLE_NOW;
import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.batch;
import static io.lagwatch.exporter.signal.SignalFacts.facts;
import static io.lagwatch.exporter.signal.SignalFacts.lagOf;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static io.lagwatch.exporter.signal.SignalFacts.unknownPartition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NextBatchTimerTest {
  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final NextBatchTimer timer = new NextBatchTimer(facts().build());

  private void observe(SignalFacts facts, long now) {
    timer.observe(facts.build(), at(now));
  }

  private static SignalFacts run2() {
    return facts().run("run-2", at(500));
  }

  @Test
  void startsWithTheRun() {
    assertThat(timer.since()).isEqualTo(T0);
    assertThat(timer.lastEnd()).isNull();
    assertThat(timer.backlog()).isNull();
  }

  @Test
  void aCompletedBatchRestartsIt() {
    observe(facts().lastBatch(batch(10, 25)), 30);
    assertThat(timer.since()).isEqualTo(at(25));
    assertThat(timer.lastEnd()).isEqualTo(at(25));
    observe(facts().lastBatch(batch(5, 20)), 40);
    assertThat(timer.since()).as("an earlier batch").isEqualTo(at(25));
    assertThat(timer.lastEnd()).isEqualTo(at(25));
  }

  @Test
  void aBatchThatEndedAtTheStartOfTheRunIsNotNew() {
    observe(facts().lastBatch(batch(-10, 0)), 5);
    assertThat(timer.lastEnd()).isNull();
  }

  @Test
  void anIdleQueryKeepsRestartingIt() {
    observe(facts().state(QueryState.IDLE), 70);
    assertThat(timer.since()).isEqualTo(at(70));
    assertThat(timer.lastEnd()).isNull();
  }

  @Test
  void inACrashLoopItKeepsRunning() {
    observe(facts().status(Report.Status.FAILED).state(QueryState.FAILED), 100);
    observe(run2(), 510);
    assertThat(timer.since()).isEqualTo(T0);
    observe(facts().run("run-3", at(900)), 910);
    assertThat(timer.since()).isEqualTo(T0);
  }

  @Test
  void aRunAfterOneWithABatchRestartsItOnce() {
    observe(facts().lastBatch(batch(10, 25)), 30);
    observe(run2(), 510);
    assertThat(timer.since()).isEqualTo(at(500));
    observe(facts().run("run-3", at(900)), 910);
    assertThat(timer.since()).as("the second run had no batch").isEqualTo(at(500));
  }

  @Test
  void aRunAfterAPlannedStopRestartsIt() {
    observe(facts().stopped(at(100)), 100);
    observe(run2(), 510);
    assertThat(timer.since()).isEqualTo(at(500));
    observe(facts().run("run-3", at(900)), 910);
    assertThat(timer.since()).as("the second run was not stopped").isEqualTo(at(500));
  }

  @Test
  void aRunThatEndsByItselfRestartsIt() {
    observe(run2().trigger(AVAILABLE_NOW, null), 510);
    assertThat(timer.since()).isEqualTo(at(500));
  }

  @Test
  void backlogIsTheLagWhenItStarted() {
    observe(facts().lag(lagOf(partition(0, 0, 0L, 100, 140), partition(0, 1, 0L, 5, 7))), 10);
    observe(facts().lag(lagOf(partition(0, 0, 0L, 100, 900))), 20);
    assertThat(timer.backlog()).isEqualTo(new NextBatchTimer.Backlog(at(10), Map.of(0, 42L)));
    assertThat(timer.backlog().sum()).isEqualTo(42);
    observe(facts().lastBatch(batch(10, 25)), 30);
    assertThat(timer.backlog()).as("unknown lag after a restart").isNull();
  }

  @Test
  void backlogIsBySourceAndWithoutUnknownPartitions() {
    observe(
        facts()
            .lag(
                lagOf(
                    partition(0, 0, 0L, 0, 3),
                    partition(1, 0, 0L, 0, 4),
                    unknownPartition(1, 1, PartitionStatus.UNKNOWN))),
        10);
    assertThat(timer.backlog().records()).isEqualTo(Map.of(0, 3L, 1, 4L));
    assertThat(timer.backlog().sum()).isEqualTo(7);
  }

  @Test
  void backlogDoesNotOverflow() {
    observe(
        facts()
            .lag(
                lagOf(
                    partition(0, 0, 0L, 0, Long.MAX_VALUE),
                    partition(0, 1, 0L, 0, 1),
                    partition(1, 0, 0L, 0, Long.MAX_VALUE))),
        10);
    assertThat(timer.backlog().records()).containsEntry(0, Long.MAX_VALUE);
    assertThat(timer.backlog().sum()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aBatchMayTakeAtLeastTheTriggerInterval() {
    var none = new BatchDurations();
    assertThat(timer.maxExpectedDuration(null, none)).isEqualTo(Duration.ofMinutes(10));
    assertThat(timer.maxExpectedDuration(Duration.ofMinutes(9), none))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(timer.maxExpectedDuration(Duration.ofMinutes(11), none))
        .isEqualTo(Duration.ofMinutes(11));
  }

  @Test
  void theBacklogDecidesHowLongABatchMayTake() {
    var durations = new BatchDurations();
    durations.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(1), 10, false));
    assertThat(timer.maxExpectedDuration(null, durations)).isEqualTo(Duration.ofSeconds(63));
    observe(facts().lag(lagOf(partition(0, 0, 0L, 0, 100))), 10);
    assertThat(timer.maxExpectedDuration(null, durations)).isEqualTo(Duration.ofSeconds(90));
  }

  private Instant begun(SignalFacts facts, Duration interval) {
    return timer.begun(facts.build(), interval);
  }

  @Test
  void withoutATriggerIntervalTheNextBatchBeginsAtTheEndOfTheLast() {
    observe(facts().lastBatch(batch(10, 25)), 30);
    assertThat(begun(facts().lastBatch(batch(10, 25)), null)).isEqualTo(at(25));
  }

  @Test
  void theNextBatchBeginsAnIntervalAfterTheStartOfTheLast() {
    var facts = facts().lastBatch(batch(10, 25));
    observe(facts, 30);
    assertThat(begun(facts, INTERVAL)).isEqualTo(at(40));
    assertThat(begun(facts, Duration.ofSeconds(15))).isEqualTo(at(25));
    assertThat(begun(facts, Duration.ofSeconds(10))).as("never before the end").isEqualTo(at(25));
  }

  @Test
  void aReportedRunningBatchTakesPrecedence() {
    var facts = facts().lastBatch(batch(10, 25)).batchInFlightSince(at(33));
    observe(facts, 35);
    assertThat(begun(facts, INTERVAL)).isEqualTo(at(33));
    var earlier = facts().lastBatch(batch(10, 25)).batchInFlightSince(at(20));
    assertThat(begun(earlier, INTERVAL)).isEqualTo(at(25));
  }

  @Test
  void withoutABatchEndAWholeIntervalIsAllowed() {
    assertThat(begun(facts(), INTERVAL)).isEqualTo(at(30));
    assertThat(begun(facts().batchInFlightSince(at(5)), INTERVAL)).isEqualTo(T0);
    assertThat(begun(facts().lastBatch(batch(-20, -5)), INTERVAL))
        .as("a batch that ended at another time")
        .isEqualTo(at(30));
  }

  @Test
  void theNextBatchBeginsNotBeforeTheRun() {
    assertThat(begun(facts().run("run-1", at(300)), null)).isEqualTo(at(300));
    assertThat(begun(facts().run("run-1", at(-300)), null)).isEqualTo(T0);
  }

  @Test
  void isOverdueAfterTheWaitAndTheLongestExpectedDuration() {
    var durations = new BatchDurations();
    durations.ended(new BatchDurations.FinishedBatch(Duration.ofSeconds(1), 10, false));
    var facts = facts().lastBatch(batch(10, 25));
    observe(facts, 30);
    assertThat(timer.overdueAt(facts.build(), INTERVAL, durations)).isEqualTo(at(40 + 63));
    assertThat(timer.overdueAt(facts.build(), null, durations)).isEqualTo(at(25 + 63));
  }

  @Test
  void savedStateContinues() {
    observe(facts().lastBatch(batch(10, 25)).lag(lagOf(partition(0, 0, 0L, 0, 9))), 30);
    observe(facts().stopped(at(40)).lastBatch(batch(10, 25)), 40);
    var restored = new NextBatchTimer(timer.state());
    assertThat(restored.state()).isEqualTo(timer.state());
    assertThat(restored.lastEnd()).isEqualTo(at(25));
    assertThat(restored.backlog()).isEqualTo(timer.backlog()).isNotNull();
    restored.observe(run2().build(), at(510));
    assertThat(restored.since()).isEqualTo(at(500));
  }

  @Test
  void savedStateKeepsAPlannedStop() {
    observe(facts().stopped(at(100)), 100);
    var restored = new NextBatchTimer(timer.state());
    restored.observe(run2().build(), at(510));
    assertThat(restored.since()).isEqualTo(at(500));
  }
}
