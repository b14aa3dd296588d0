package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.FinishedRuns;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FinishedRunsTest {
  private LiveMonitor monitor = monitor();

  @Test
  void nothingIsKnownBeforeARunEnds() {
    report(new TestReport().run("a", at(0)).totals(1, 10), 60);
    assertThat(run().finished()).isEqualTo(FinishedRuns.NONE);
  }

  @Test
  void aRunThatWasStoppedAfterABatchSucceeded() {
    report(stopped("a", 0).totals(1, 10), 90);
    assertThat(run().finished()).isEqualTo(new FinishedRuns(at(90), Duration.ofSeconds(90)));
  }

  @Test
  void aRunThatWasStoppedBeforeItsFirstBatchDidNotSucceed() {
    report(stopped("a", 0).totals(0, 0), 90);
    assertThat(run().finished()).isEqualTo(new FinishedRuns(null, Duration.ofSeconds(90)));
  }

  @Test
  void aRunThatFoundNoNewDataSucceeded() {
    report(stopped("a", 0).trigger(Report.Trigger.Type.AVAILABLE_NOW, null), 5);
    assertThat(run().finished().lastSuccessAt()).isEqualTo(at(5));
  }

  @Test
  void aFailedRunKeepsTheLastSuccess() {
    report(stopped("a", 0).totals(1, 10), 90);
    report(new TestReport().run("b", at(100)).totals(2, 10).failed("E", "m"), 130);
    assertThat(run().finished()).isEqualTo(new FinishedRuns(at(90), Duration.ofSeconds(30)));
  }

  @Test
  void theNextRunAndAnotherReportOfTheEndedOneChangeNothing() {
    report(stopped("a", 0).totals(1, 10), 90);
    report(stopped("a", 0).totals(1, 10), 95);
    report(new TestReport().run("b", at(100)).totals(5, 10), 120);
    assertThat(run().finished()).isEqualTo(new FinishedRuns(at(90), Duration.ofSeconds(90)));
  }

  @Test
  void theyAreKnownAfterARestartOfTheExporter() {
    report(stopped("a", 0).totals(1, 10), 90);
    var state = monitor.state(at(100));
    monitor = monitor();
    assertThat(monitor.restore(state)).isEmpty();
    assertThat(run().finished()).isEqualTo(new FinishedRuns(at(90), Duration.ofSeconds(90)));
  }

  private static TestReport stopped(String runId, long startedAt) {
    return new TestReport().run(runId, at(startedAt)).status(Report.Status.STOPPED);
  }

  private void report(TestReport report, long second) {
    monitor.report(report.sentAt(at(second)).build(), at(second));
  }

  private RunView run() {
    return monitor.snapshot(at(200)).queries().get(0).run();
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }

  private static LiveMonitor monitor() {
    return new LiveMonitor(List.of(), QueryRules.NONE, Duration.ofHours(24), T0, name -> {});
  }
}
