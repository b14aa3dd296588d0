package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.ForgetResult;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.TestReport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A required job that had never reported once raised no alert. */
class RequiredQueriesTest {
  private static final QueryKey KEY = new QueryKey("app", "q");
  private static final long DUE = 26 * 3600;

  private LiveMonitor monitor = monitor(T0, true);

  @Test
  void runMissedFiresForAQueryThatHasNeverReported() {
    evaluate(0);
    assertThat(missing(DUE))
        .singleElement()
        .satisfies(
            query -> {
              assertThat(query.key()).isEqualTo(KEY);
              assertThat(query.age()).isEqualTo(Duration.ofHours(26));
              assertThat(query.interval()).isEqualTo(Duration.ofHours(26));
              assertThat(query.alert().isFiring()).isFalse();
            });
    assertThat(missing(DUE + 1).get(0).alert())
        .satisfies(
            alert -> {
              assertThat(alert.isFiring()).isTrue();
              assertThat(alert.alert()).isEqualTo("RunMissed");
              assertThat(alert.severity()).isEqualTo("critical");
              assertThat(alert.since()).isEqualTo(at(DUE));
              assertThat(alert.sentence())
                  .isEqualTo(
                      "the query has never reported; the exporter has expected it since 2026-03-02"
                          + " 00:00:00 UTC, and a run should have started by 2026-03-03 02:00:00"
                          + " UTC");
            });
  }

  @Test
  void theFirstReportEndsTheWait() {
    evaluate(0);
    report(10);
    assertThat(missing(10)).isEmpty();
    evaluate(20);
    assertThat(missing(20)).isEmpty();
  }

  @Test
  void aForgottenQueryIsWaitedForAgain() {
    report(0);
    evaluate(0);
    assertThat(monitor.forget(KEY, at(3600))).isEqualTo(ForgetResult.FORGOTTEN);
    evaluate(3600);
    assertThat(missing(7200).get(0).age()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void waitContinuesAfterARestart(@TempDir Path folder) throws StateFileException {
    evaluate(0);
    try (var file = StateFile.open(folder.resolve("state.json"))) {
      file.write(monitor.state(at(100)));
      monitor = monitor(at(200), true);
      monitor.restore(Objects.requireNonNull(file.read()));
      evaluate(200);
      assertThat(missing(200).get(0).age()).isEqualTo(Duration.ofSeconds(200));

      monitor = monitor(at(200), false);
      monitor.restore(Objects.requireNonNull(file.read()));
      evaluate(200);
      assertThat(missing(200)).as("no longer required").isEmpty();
    }
  }

  @Test
  void queryOfAnotherNameDoesNotEndTheWait() {
    Instant now = at(0);
    monitor.report(new TestReport().name("other").sentAt(now).build(), now);
    evaluate(0);
    assertThat(missing(0)).hasSize(1);
  }

  private static LiveMonitor monitor(Instant listeningSince, boolean required) {
    QuerySettings settings =
        QuerySettings.DEFAULTS.with("expectEvery", Duration.ofHours(24)).with("required", required);
    var rule = new QueryRules.QueryRule(new Glob("q"), new Glob("app"), settings);
    return new LiveMonitor(
        List.of(),
        new QueryRules(List.of(rule)),
        Duration.ofHours(24),
        listeningSince,
        cluster -> {});
  }

  private void report(long second) {
    Instant now = at(second);
    monitor.report(new TestReport().status(Report.Status.STOPPED).sentAt(now).build(), now);
  }

  private void evaluate(long second) {
    monitor.evaluate(at(second));
  }

  private List<MissingQuery> missing(long second) {
    return monitor.snapshot(at(second)).missing();
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
