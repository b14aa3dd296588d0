package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.ingest.Report.Trigger.Type.AVAILABLE_NOW;
import static io.lagwatch.exporter.ingest.Report.Trigger.Type.CONTINUOUS;
import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.facts;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputClockTest {
  private final InputClock clock = new InputClock();

  private static SignalFacts running(long startedAt, @Nullable Instant input) {
    return facts().run("run-" + startedAt, at(startedAt)).kafkaSource(0, input);
  }

  private static SignalFacts stopped(long startedAt, long endedAt, @Nullable Instant input) {
    return running(startedAt, input).stopped(at(endedAt));
  }

  private @Nullable Duration age(SignalFacts facts, long now) {
    return clock.ages(facts.build(), at(now)).get(0);
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void ageIsTheTimeSinceTheLastInput() {
    clock.observe(running(0, at(10)).build());
    assertThat(age(running(0, at(10)), 70)).isEqualTo(seconds(60));
    clock.observe(running(0, at(50)).build());
    assertThat(age(running(0, at(50)), 70)).isEqualTo(seconds(20));
  }

  @Test
  void ageIsNeverNegative() {
    clock.observe(running(0, at(10)).build());
    assertThat(age(running(0, at(10)), 5)).isZero();
  }

  @Test
  void earlierInputDoesNotReplaceALaterOne() {
    clock.observe(running(0, at(50)).build());
    clock.observe(running(0, at(40)).build());
    assertThat(age(running(0, at(40)), 70)).isEqualTo(seconds(20));
  }

  @Test
  void aSourceWithoutInputHasTheAgeOfItsObservation() {
    var facts = facts().source(0, true, null, at(30));
    clock.observe(facts.build());
    assertThat(age(facts, 70)).isEqualTo(seconds(40));
  }

  @Test
  void everySourceHasItsOwnAge() {
    var facts = facts().kafkaSource(0, at(10)).kafkaSource(1, at(40));
    clock.observe(facts.build());
    assertThat(clock.ages(facts.build(), at(50)))
        .containsExactlyInAnyOrderEntriesOf(Map.of(0, seconds(40), 1, seconds(10)));
    var one = facts().kafkaSource(1, at(40));
    clock.observe(one.build());
    assertThat(clock.state().marks()).as("a source that is gone is forgotten").containsOnlyKeys(1);
  }

  @Test
  void aPlannedStopDoesNotCount() {
    clock.observe(running(0, at(10)).build());
    clock.observe(stopped(0, 100, at(10)).build());
    assertThat(clock.ages(stopped(0, 100, at(10)).build(), at(200))).as("while stopped").isEmpty();
    clock.observe(running(400, at(10)).build());
    assertThat(age(running(400, at(10)), 450))
        .as("90 s before and 50 s after")
        .isEqualTo(seconds(140));
  }

  @Test
  void onlyStopsSinceTheLastInputAreSubtracted() {
    clock.observe(running(0, at(10)).build());
    clock.observe(stopped(0, 100, at(10)).build());
    clock.observe(running(400, at(410)).build());
    assertThat(age(running(400, at(410)), 450)).isEqualTo(seconds(40));
    clock.observe(stopped(400, 500, at(410)).build());
    clock.observe(running(600, at(410)).build());
    assertThat(age(running(600, at(410)), 650)).as("less the second stop").isEqualTo(seconds(140));
    clock.observe(running(600, at(610)).build());
    assertThat(age(running(600, at(610)), 650)).isEqualTo(seconds(40));
  }

  @Test
  void theStopBeginsOnceAndAtTheLastReportWhereNoEndIsKnown() {
    clock.observe(running(0, at(10)).build());
    clock.observe(running(0, at(10)).stopped(null).lastReportAt(at(90)).build());
    clock.observe(running(0, at(10)).stopped(null).lastReportAt(at(200)).build());
    assertThat(clock.state().stoppedSince()).isEqualTo(at(90));
    clock.observe(running(400, at(10)).build());
    assertThat(clock.state().stopped()).isEqualTo(seconds(310));
    assertThat(clock.state().stoppedSince()).isNull();
  }

  @Test
  void aRunThatStartedBeforeTheStopMakesNoNegativePause() {
    clock.observe(running(0, at(10)).build());
    clock.observe(stopped(0, 100, at(10)).build());
    clock.observe(running(60, at(10)).build());
    assertThat(clock.state().stopped()).isZero();
    assertThat(age(running(60, at(10)), 110)).isEqualTo(seconds(100));
  }

  @Test
  void aSourceThatWasNotObservedYetHasNoEarlierStops() {
    clock.observe(stopped(0, 100, at(10)).build());
    clock.observe(running(400, at(10)).build());
    var facts = running(400, at(10)).kafkaSource(1, at(420));
    assertThat(clock.ages(facts.build(), at(450)).get(1)).isEqualTo(seconds(30));
  }

  @Test
  void aQueryInContinuousProcessingHasNoAge() {
    var facts = running(0, at(10)).trigger(CONTINUOUS, seconds(1));
    clock.observe(facts.build());
    assertThat(clock.ages(facts.build(), at(50))).isEmpty();
    assertThat(clock.ageWithoutSources(facts().trigger(CONTINUOUS, seconds(1)).build(), T0, at(50)))
        .isNull();
  }

  @Test
  void aQueryThatEndsByItselfIsMeasuredAtTheEndOfItsRun() {
    var stopped = stopped(0, 100, at(40)).trigger(AVAILABLE_NOW, null);
    clock.observe(stopped.build());
    assertThat(age(stopped, 9_000)).as("between runs").isEqualTo(seconds(60));
    var noEnd = running(0, at(40)).stopped(null).lastReportAt(at(90)).trigger(AVAILABLE_NOW, null);
    assertThat(age(noEnd, 9_000)).as("the last report is the end").isEqualTo(seconds(50));
  }

  @Test
  void aQueryThatEndsByItselfIsMeasuredFromTheStartOfItsRun() {
    var run = running(400, at(40)).trigger(AVAILABLE_NOW, null);
    clock.observe(run.build());
    assertThat(age(run, 450)).as("no input in this run").isEqualTo(seconds(50));
    var input = running(400, at(430)).trigger(AVAILABLE_NOW, null);
    assertThat(age(input, 450)).as("input in this run").isEqualTo(seconds(20));
  }

  @Test
  void withoutSourcesTheAgeIsThatOfTheQuery() {
    assertThat(clock.ageWithoutSources(facts().build(), at(10), at(50))).isEqualTo(seconds(40));
    assertThat(clock.ageWithoutSources(facts().build(), at(60), at(50))).isZero();
    assertThat(clock.ageWithoutSources(running(0, null).build(), at(10), at(50))).isNull();
    assertThat(clock.ageWithoutSources(facts().stopped(at(20)).build(), at(10), at(50))).isNull();
  }

  @Test
  void withoutSourcesPlannedStopsDoNotCountEither() {
    clock.observe(facts().stopped(at(20)).build());
    clock.observe(facts().run("run-2", at(30)).build());
    assertThat(clock.ageWithoutSources(facts().build(), at(10), at(50))).isEqualTo(seconds(30));
  }

  @Test
  void savedStateContinues() {
    clock.observe(running(0, at(10)).build());
    clock.observe(stopped(0, 100, at(10)).build());
    var restored = new InputClock(clock.state());
    assertThat(restored.state()).isEqualTo(clock.state());
    restored.observe(running(400, at(10)).build());
    assertThat(restored.ages(running(400, at(10)).build(), at(450)))
        .containsExactlyEntriesOf(Map.of(0, seconds(140)));
    assertThat(new InputClock(restored.state()).state()).isEqualTo(restored.state());
  }
}
