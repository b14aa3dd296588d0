package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none, 45", "1, 15", "4.9, 15", "5, 15", "6, 18", "60, 180"})
  void runIsLostAfterThreeHeartbeatsAndAtLeast15Seconds(
      @Nullable Double heartbeat, long lostAfterSeconds) {
    var report = new TestReport();
    if (heartbeat != null) {
      report.heartbeat(Duration.ofMillis((long) (heartbeat * 1000)));
    }
    assertThat(first(report, T0).lostAfter()).isEqualTo(Duration.ofSeconds(lostAfterSeconds));
  }

  @ParameterizedTest
  @CsvSource({
    // when the other report was sent, relative to the last one; whether the run is newer
    "1, false",
    "0, false",
    "-1, true",
    "-60, true",
    "-61, false",
  })
  void reportIsOldWithinAMinuteOfTheLastOne(long seconds, boolean newer) {
    Run run = first(new TestReport(), T0.plusSeconds(100));
    Report other = new TestReport().sentAt(T0.plusSeconds(100 + seconds)).build();
    assertThat(run.isNewerThan(other)).isEqualTo(newer);
  }

  @Test
  void reportOfAnotherAgentIsNeverOld() {
    Run run = first(new TestReport(), T0.plusSeconds(100));
    Report other = new TestReport().run("run-2", T0).sentAt(T0.plusSeconds(99)).build();
    assertThat(run.isNewerThan(other)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // sent after the last report, batches, agent, whether the run knows more
    "-500, 4, same, true",
    "-1, 4, same, true",
    "-1, 5, same, false",
    "0, 4, same, false",
    "-1, 4, other, false",
  })
  void earlierReportOfTheSameAgentWithFewerBatchesIsLate(
      long seconds, long batches, String agent, boolean knowsMore) {
    Run run = first(new TestReport().totals(5, 5), T0.plusSeconds(1000));
    var query = agent.equals("same") ? new TestReport() : new TestReport().run("run-2", T0);
    Report other = query.totals(batches, 5).sentAt(T0.plusSeconds(1000 + seconds)).build();
    assertThat(run.hasMoreBatchesThan(other, other.queries().get(0))).isEqualTo(knowsMore);
  }

  @Test
  void endedRunStaysEndedAndTotalsNeverDecrease() {
    Run ended = first(new TestReport().status(Report.Status.STOPPED).totals(5, 50), T0);
    Run next = next(ended, new TestReport().totals(4, 60), T0.plusSeconds(10));
    assertThat(next.status()).isEqualTo(Report.Status.STOPPED);
    assertThat(next.times().endedAt()).isEqualTo(T0);
    assertThat(next.totals().batches()).isEqualTo(5);
    assertThat(next.totals().inputRows()).isEqualTo(60);
  }

  @Test
  void laterReportMovesTheLastReportAndKeepsTheFirst() {
    Run run = first(new TestReport(), T0);
    Run next = next(run, new TestReport().status(Report.Status.FAILED), T0.plusSeconds(10));
    assertThat(next.status()).isEqualTo(Report.Status.FAILED);
    assertThat(next.times())
        .isEqualTo(
            new Run.RunTimes(T0, T0, T0.plusSeconds(10), T0.plusSeconds(10), T0.plusSeconds(10)));
    assertThat(next.reporter().sentAt()).isEqualTo(T0.plusSeconds(10));
  }

  private static Run first(TestReport query, Instant at) {
    Report report = query.sentAt(at).build();
    return Run.first(report, report.queries().get(0), DriverClock.of(report, at));
  }

  private static Run next(Run run, TestReport query, Instant at) {
    Report report = query.sentAt(at).build();
    return run.next(report, report.queries().get(0), DriverClock.of(report, at));
  }
}
