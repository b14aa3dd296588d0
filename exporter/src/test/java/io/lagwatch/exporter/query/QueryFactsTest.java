package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryFactsTest extends ReportedQueries {
  @ParameterizedTest
  @CsvSource(
      nullValues = "unknown",
      value = {
        "RUNNING, 0, 1",
        "IDLE, 0, 0",
        "STOPPED, 0, 0",
        "FAILED, 0, 0",
        "STUCK, unknown, unknown",
        "LOST, unknown, unknown",
      })
  void ratesAreThoseOfTheLastBatchOnlyWhileTheQueryRuns(
      QueryState state, @Nullable Double input, @Nullable Double processed) {
    accept(1, new TestReport().batch(1, at(0), null, Map.of(t(0), 5L), 5L));
    QueryFacts facts = only(1).withState(state);
    assertThat(facts.inputRate()).isEqualTo(input);
    assertThat(facts.processedRate()).isEqualTo(processed);
  }

  @Test
  void ratesAreUnknownBeforeTheFirstBatch() {
    accept(1, new TestReport());
    assertThat(only(1).inputRate()).isNull();
    assertThat(only(1).processedRate()).isNull();
    assertThat(only(1).progress().watermark()).isNull();
    assertThat(only(1).progress().stateRows()).isNull();
    assertThat(only(1).progress().stateOperators()).isEmpty();
  }

  @Test
  void stateRowsAreThoseOfTheLastBatch() {
    var operator = new Progress.StateOperator(0, "dedupe", 5L, 1L, 2L, 3L, 4L);
    accept(1, new TestReport().operator(operator).batch(1, at(0), null, Map.of(t(0), 5L), 5L));
    assertThat(only(1).progress().stateRows()).isEqualTo(5);
    var later = new Progress.StateOperator(0, "dedupe", 9L, 1L, 2L, 3L, 4L);
    accept(2, new TestReport().operator(later).idleProgress(2, at(1), Map.of(t(0), 5L)));
    assertThat(only(2).progress().stateRows()).as("an idle progress").isEqualTo(5);
  }

  @Test
  void slowestPhaseIsNotTheWholeBatch() {
    accept(1, new TestReport().batch(1, at(0), null, Map.of(t(0), 5L), 5L));
    Map<String, Duration> phases = Objects.requireNonNull(only(1).progress().lastBatch()).phases();
    assertThat(phases)
        .isEqualTo(
            Map.of("addBatch", Duration.ofMillis(900), "triggerExecution", Duration.ofSeconds(1)));
    assertThat(PhaseDuration.slowest(phases))
        .isEqualTo(new PhaseDuration("addBatch", Duration.ofMillis(900)));
    assertThat(PhaseDuration.slowest(Map.of())).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "RUNNING, RUNNING, true",
    "RUNNING, IDLE, true",
    "RUNNING, STUCK, true",
    "RUNNING, LOST, false",
    "STOPPED, STOPPED, false",
    "FAILED, FAILED, false",
  })
  void runIsLiveWhileItHasNotEndedAndItsDriverReports(
      Report.Status status, QueryState state, boolean live) {
    accept(1, new TestReport().status(status));
    RunInfo run = only(1).run().withState(state);
    assertThat(run.isLive()).isEqualTo(live);
    assertThat(run.isStopped()).isEqualTo(status == Report.Status.STOPPED);
  }

  @ParameterizedTest
  @CsvSource({"RUNNING, running", "LOST, lost"})
  void labelOfAStateIsItsNameInLowerCase(QueryState state, String label) {
    assertThat(state.label()).isEqualTo(label);
  }

  @Test
  void configuredIntervalDoesNotReplaceTheReportedTrigger() {
    accept(1, new TestReport());
    QueryFacts facts = only(1).withConfiguredInterval(Duration.ofSeconds(99));
    assertThat(facts.trigger().reported()).isEqualTo(only(1).trigger().reported());
    assertThat(facts.trigger().interval()).isEqualTo(Duration.ofSeconds(30));
  }
}
