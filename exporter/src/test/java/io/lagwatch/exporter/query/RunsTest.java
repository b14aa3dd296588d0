package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RunsTest {
  @Test
  void firstReportIsTheFirstRun() {
    Runs runs = runs(1, run("a", 0).totals(2, 20));
    assertThat(runs.current().runId()).isEqualTo("a");
    assertThat(runs.count()).isOne();
    assertThat(runs.failures()).isZero();
    assertThat(runs.lastFailure()).isNull();
    assertThat(runs.totals().batches()).isEqualTo(2);
  }

  @Test
  void runThatStartedLaterBecomesTheCurrentOne() {
    Runs runs = runs(1, run("a", 0).totals(2, 20));
    assertThat(accept(runs, 12, run("b", 10).totals(3, 30))).isEqualTo(Runs.Change.NEW_RUN);
    assertThat(runs.current().runId()).isEqualTo("b");
    assertThat(runs.count()).isEqualTo(2);
    assertThat(runs.totals().batches()).isEqualTo(5);
  }

  @Test
  void runThatStartedEarlierIsAnotherOne() {
    Runs runs = runs(12, run("b", 10).totals(3, 30));
    assertThat(accept(runs, 13, run("a", 9).totals(2, 20))).isEqualTo(Runs.Change.OTHER_RUN);
    assertThat(runs.current().runId()).isEqualTo("b");
    assertThat(runs.totals().batches()).isEqualTo(5);
  }

  @Test
  void olderReportOfTheSameRunChangesNothing() {
    Runs runs = runs(12, run("a", 0).totals(3, 30));
    assertThat(accept(runs, 11, run("a", 0).totals(9, 90))).isEqualTo(Runs.Change.NONE);
    assertThat(runs.totals().batches()).isEqualTo(3);
    assertThat(accept(runs, 13, run("a", 0).totals(4, 40))).isEqualTo(Runs.Change.CURRENT_RUN);
  }

  @Test
  void liveRunReplacesACurrentOneThatEnded() {
    Runs runs = runs(1, run("a", 0));
    accept(runs, 12, run("b", 10));
    accept(runs, 20, run("b", 10).status(Report.Status.STOPPED));
    assertThat(accept(runs, 21, run("a", 0))).isEqualTo(Runs.Change.NEW_RUN);
    assertThat(runs.current().runId()).isEqualTo("a");
  }

  @Test
  void failureCountsOnceAndHasATime() {
    Runs runs = runs(1, run("a", 0));
    accept(runs, 10, run("a", 0).failed("E", "m"));
    accept(runs, 11, run("a", 0).failed("E", "m"));
    assertThat(runs.failures()).isOne();
    assertThat(runs.lastFailure())
        .isEqualTo(new RunHistory.Failure(new Report.QueryError("E", "m"), at(10)));
    assertThat(runs(1, run("a", 0).failed("E", "m")).failures()).isOne();
  }

  @Test
  void otherLiveRunMustHaveReportedAfterTheCurrentOneStarted() {
    Runs runs = runs(1, run("a", 0));
    accept(runs, 12, run("b", 10));
    assertThat(runs.otherLive(at(13))).isNull();
    accept(runs, 20, run("a", 0));
    assertThat(runs.otherLive(at(65))).isEqualTo("a");
    assertThat(runs.otherLive(at(66))).as("silent for more than 45 s").isNull();
    accept(runs, 30, run("b", 10).status(Report.Status.STOPPED));
    assertThat(runs.otherLive(at(31))).isNull();
  }

  @Test
  void totalsOfForgottenRunsStayAndTheirReportsAreIgnored() {
    Runs runs = runs(0, run("r0", 0).totals(1, 1));
    for (int i = 1; i <= 17; i++) {
      accept(runs, i * 10L, run("r" + i, i * 10L).totals(1, 1));
    }
    assertThat(runs.count()).isEqualTo(18);
    assertThat(runs.totals().batches()).isEqualTo(18);
    assertThat(runs.saved().others()).hasSize(16);
    assertThat(runs.saved().oldRunIds()).containsExactly("r0");
    assertThat(accept(runs, 200, run("r0", 0).totals(5, 5))).isEqualTo(Runs.Change.NONE);
    assertThat(runs.totals().batches()).isEqualTo(18);
  }

  @Test
  void idsOfForgottenRunsAreBounded() {
    Runs runs = runs(0, run("r0", 0));
    for (int i = 1; i <= 16 + 64; i++) {
      accept(runs, i * 10L, run("r" + i, i * 10L));
    }
    assertThat(runs.saved().oldRunIds()).hasSize(64).startsWith("r0");
    accept(runs, 9_000, run("last", 9_000));
    assertThat(runs.saved().oldRunIds()).hasSize(64).startsWith("r1").endsWith("r64");
  }

  /** A run that was reported again after more than 80 newer ones once counted twice. */
  @Test
  void aRunWhoseIdIsNoLongerKnownIsNotCountedAgain() {
    Runs runs = runs(0, run("r0", 0).totals(1, 1));
    for (int i = 1; i <= 16 + 64 + 1; i++) {
      accept(runs, i * 10L, run("r" + i, i * 10L).totals(1, 1));
    }
    runs = new Runs(runs.saved());
    assertThat(accept(runs, 9_000, run("r0", 0).totals(1, 1))).isEqualTo(Runs.Change.NONE);
    assertThat(runs.totals().batches()).isEqualTo(82);
    assertThat(runs.count()).isEqualTo(82);
    assertThat(accept(runs, 9_001, run("late", 5).totals(1, 1)))
        .as("started after the run that is no longer known")
        .isEqualTo(Runs.Change.OTHER_RUN);
  }

  @Test
  void restoredRunsAreTheSame() {
    Runs runs = runs(1, run("a", 0).totals(2, 20).failed("E", "m"));
    accept(runs, 12, run("b", 10).totals(3, 30));
    Runs restored = new Runs(runs.saved());
    assertThat(restored.saved()).isEqualTo(runs.saved());
    assertThat(restored.totals()).isEqualTo(runs.totals());
    assertThat(restored.lastFailure()).isEqualTo(runs.lastFailure());
  }

  private static TestReport run(String id, long startedAt) {
    return new TestReport().run(id, at(startedAt));
  }

  private static Runs runs(long second, TestReport query) {
    Report report = query.sentAt(at(second)).build();
    return new Runs(report, report.queries().get(0), DriverClock.of(report, at(second)));
  }

  private static Runs.Change accept(Runs runs, long second, TestReport query) {
    Report report = query.sentAt(at(second)).build();
    return runs.accept(report, report.queries().get(0), DriverClock.of(report, at(second)));
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
