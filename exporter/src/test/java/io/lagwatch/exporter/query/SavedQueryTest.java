package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.SavedBatch.SavedBatchSource;
import io.lagwatch.exporter.query.SavedQuery.SavedActivity;
import io.lagwatch.exporter.query.SavedQuery.SavedIdentity;
import io.lagwatch.exporter.query.SavedQuery.SavedTrigger;
import io.lagwatch.exporter.query.SavedRuns.SavedDurations;
import io.lagwatch.exporter.query.SavedRuns.SavedFailure;
import io.lagwatch.exporter.query.SavedRuns.SavedRun;
import io.lagwatch.exporter.query.SavedRuns.SavedRunTimes;
import io.lagwatch.exporter.query.SavedRuns.SavedTotals;
import io.lagwatch.exporter.query.SavedSource.SavedInput;
import io.lagwatch.exporter.query.SavedSource.SavedPosition;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SavedQueryTest extends ReportedQueries {
  @Test
  void restoredQueryHasTheFactsOfTheSavedOne() {
    var query =
        new TestReport()
            .operator(new Progress.StateOperator(0, "dedupe", 5L, 1L, 2L, 3L, 4L))
            .eventTimeMax(at(3))
            .durations(1, 2, 3.5);
    accept(1, query.batch(1, at(0), null, Map.of(t(0), 5L), 5L).failed("E", "m"));
    accept(20, query.run("run-2", at(20)).status(Report.Status.RUNNING));
    accept(30, query.batch(2, at(29), Map.of(t(0), 5L), Map.of(t(0), 9L), 4L).totals(1, 4));

    var restored = new QueryRegistry(at(0), Registries.CAPACITY);
    Registries.copy(registry, restored);
    assertThat(Registries.facts(restored, at(31))).isEqualTo(facts(31)).hasSize(1);
    assertThat(restored.saved("11111111-aaaa", TestReport.T0))
        .isEqualTo(registry.saved("11111111-aaaa", TestReport.T0));
  }

  @Test
  void missingListsAreEmpty() {
    var runs = new SavedRuns(run(), null, null, totals(0), 1, 0, null, null);
    assertThat(runs.others()).isEmpty();
    assertThat(runs.oldRunIds()).isEmpty();
    assertThat(new SavedPosition(null, null, null, at(0), Map.of()).pollsBeyondEnd()).isEmpty();
    assertThat(new SavedInput(null, at(0), null).consumedByTopic()).isEmpty();
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        invalid("queryId is missing", () -> new SavedIdentity(null, "a", "q", null, null, null)),
        invalid("app is missing", () -> new SavedIdentity("i", null, "q", null, null, null)),
        invalid("trigger.type is missing", () -> new SavedTrigger(null, null)),
        invalid("trigger.type: unknown value Often", () -> new SavedTrigger("Often", null)),
        invalid(
            "reportsFailed: expected 0 or more, found -1",
            () -> new SavedActivity(false, null, null, -1L, null, null, null, null)),
        invalid(
            "status: unknown value PAUSED", () -> new SavedRun("r", "PAUSED", null, null, null)),
        invalid("times is missing", () -> new SavedRun("r", "RUNNING", null, null, null)),
        invalid(
            "lastReportAt is missing", () -> new SavedRunTimes(at(0), at(0), null, at(0), null)),
        invalid("totals.batches: expected 0 or more, found -1", () -> totals(-1)),
        invalid(
            "batchSeconds.buckets: expected 0 or more, found -2",
            () -> new SavedDurations(1, 1, Map.of(1.0, -2L))),
        invalid("lastFailure.at is missing", () -> new SavedFailure(null, null)),
        invalid(
            "sources.position.offsets: expected 0 or more, found -1",
            () -> new SavedPosition(Map.of(t(0), -1L), null, Map.of(), at(0), Map.of())),
        invalid(
            "sources.position.changedAt is missing",
            () -> new SavedPosition(null, null, Map.of(), null, Map.of())),
        invalid("sources.index: expected 0 or more, found -1", () -> source(-1)),
        negative("totals.emptyBatches", () -> totals(-1, 0, 0, 0)),
        negative("totals.inputRows", () -> totals(0, -1, 0, 0)),
        negative("totals.droppedLateRows", () -> totals(0, 0, -1, 0)),
        negative("totals.replayedBatches", () -> totals(0, 0, 0, -1)),
        negative("batchSeconds.count", () -> new SavedDurations(-1, 1, Map.of())),
        negative("runs.count", () -> runs(-1, 0)),
        negative("runs.failures", () -> runs(0, -1)),
        negative(
            "sources.position.latestAtPlanning",
            () -> new SavedPosition(null, Map.of(t(0), -1L), Map.of(), at(0), Map.of())),
        negative(
            "sources.position.pollsBeyondEnd",
            () -> new SavedPosition(null, null, Map.of(t(0), -1), at(0), Map.of())),
        negative(
            "sources.input.consumedByTopic", () -> new SavedInput(null, at(0), Map.of("t", -1L))),
        negative(
            "progress.sources.start",
            () -> new SavedBatchSource(0, "d", true, Map.of(t(0), -1L), null, null, null)),
        negative(
            "progress.sources.latest",
            () -> new SavedBatchSource(0, "d", true, null, null, Map.of(t(0), -1L), null)),
        negative("progress.durationMs", () -> progress(-1)),
        invalid(
            "progress.sources.end: expected 0 or more, found -7",
            () -> new SavedBatchSource(0, "d", true, null, Map.of(t(0), -7L), null, null)));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void invalidContentIsRejectedByTheNameOfItsField(String message, ThrowingCallable content) {
    assertThatIllegalArgumentException().isThrownBy(content).withMessage(message);
  }

  @Test
  void checksOfAFieldNameIt() {
    assertThat(SavedField.elements(List.of("a"), "f")).containsExactly("a");
    SavedField.finite(null, "f");
    SavedField.finite(0.0, "f");
    SavedField.notNegative(Duration.ZERO, "f");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SavedField.elements(Collections.singletonList(null), "f"))
        .withMessage("f is missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SavedField.finite(Double.NaN, "f"))
        .withMessage("f: expected a number, found NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SavedField.notNegative(Duration.ofMillis(-1), "f"))
        .withMessage("f: expected 0 or more, found PT-0.001S");
  }

  @Test
  void zeroIsValid() {
    assertThat(totals(0).batches()).isZero();
    assertThat(totals(0, 0, 0, 0).replayedBatches()).isZero();
    assertThat(progress(0).durationMs()).hasSize(1);
    assertThat(source(0).index()).isZero();
    assertThat(new SavedPosition(Map.of(t(0), 0L), null, Map.of(), at(0), Map.of()).offsets())
        .hasSize(1);
  }

  private static Arguments invalid(String message, ThrowingCallable content) {
    return Arguments.of(message, content);
  }

  private static Arguments negative(String field, ThrowingCallable content) {
    return Arguments.of(field + ": expected 0 or more, found -1", content);
  }

  private static SavedTotals totals(long empty, long rows, long dropped, long replayed) {
    return new SavedTotals(0, empty, rows, dropped, replayed, new SavedDurations(0, 0, Map.of()));
  }

  private static SavedRuns runs(long count, long failures) {
    return new SavedRuns(run(), List.of(), List.of(), totals(0), count, failures, null, null);
  }

  private static SavedBatch.SavedProgress progress(long millis) {
    return new SavedBatch.SavedProgress(
        at(0),
        new SavedBatch.SavedRows(null, null, null),
        Map.of("addBatch", millis),
        null,
        null,
        List.of(),
        List.of(),
        null);
  }

  private static SavedRun run() {
    return new SavedRun(
        "r",
        "RUNNING",
        new SavedRunTimes(at(0), at(0), at(0), at(0), null),
        new SavedRuns.SavedReporter("a", at(0), null),
        totals(0));
  }

  private static SavedTotals totals(long batches) {
    return new SavedTotals(batches, 0, 0, 0, 0, new SavedDurations(0, 0, Map.of()));
  }

  private static SavedSource source(int index) {
    return new SavedSource(
        index,
        "d",
        true,
        new SavedPosition(null, null, Map.of(), at(0), Map.of()),
        new SavedInput(null, at(0), Map.of()),
        null);
  }
}
