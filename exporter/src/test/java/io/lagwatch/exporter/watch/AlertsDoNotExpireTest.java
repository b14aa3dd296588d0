package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.ForgetResult;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.TestReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Alerts of a query once resolved when its last report was older than the retention. */
class AlertsDoNotExpireTest {
  private static final Duration RETENTION = Duration.ofHours(24);

  private LiveMonitor monitor = monitor(T0);

  @Test
  void aFailedQueryFiresUntilItIsForgotten() {
    report(0, new TestReport().failed("E", "m"));
    evaluate(0);
    assertThat(firing(15)).contains("QueryFailed");
    evaluate(72 * 3600);
    assertThat(firing(72 * 3600)).contains("QueryFailed");

    assertThat(forget(72 * 3600)).isEqualTo(ForgetResult.FORGOTTEN);
    assertThat(monitor.snapshot(T0).queries()).isEmpty();
  }

  @Test
  void aLostQueryFiresUntilItReportsAgain() {
    report(0, query().batch(1, T0, null, Map.of(t(0), 100L), 100L));
    poll(1, 100);
    report(
        30,
        query()
            .totals(2, 200)
            .batch(2, T0.plusSeconds(28), Map.of(t(0), 100L), Map.of(t(0), 200L), 200L));
    poll(31, 200);
    int lastMinute = 26 * 60;
    for (int minute = 1; minute <= lastMinute; minute++) {
      poll(minute * 60, 100 + minute * 100_000L);
      evaluate(minute * 60);
    }
    int end = lastMinute * 60;
    assertThat(firing(end)).contains("QueryLost", "LagGrowing", "NoInput");

    report(end + 20, query().totals(3, 300));
    evaluate(end + 30);
    assertThat(firing(end + 30)).doesNotContain("QueryLost");
  }

  @Test
  void queryThatIsLostAfterALongStopOfTheExporterGetsItsAlert() {
    report(0, query());
    evaluate(0);
    SavedState saved = monitor.state(T0);
    int later = 48 * 3600;
    monitor = monitor(T0.plusSeconds(later));
    monitor.restore(saved);
    for (int second = later; second <= later + 300; second += 15) {
      evaluate(second);
    }
    assertThat(firing(later + 300)).contains("QueryLost");
  }

  @Test
  void aStoppedQueryWithoutAnAlertExpires() {
    report(0, query().status(Report.Status.STOPPED));
    evaluate(24 * 3600);
    assertThat(monitor.snapshot(T0).queries()).hasSize(1);
    evaluate(24 * 3600 + 1);
    assertThat(monitor.snapshot(T0).queries()).isEmpty();
  }

  @Test
  void aQueryWithUnreadRecordsIsKeptForAsLongAsItsSettingsSay() {
    monitor = monitor(T0, Duration.ofSeconds(30));
    report(0, query().batch(1, T0, null, Map.of(t(0), 100L), 100L).status(Report.Status.STOPPED));
    poll(30, 200);
    evaluate(30);
    assertThat(monitor.snapshot(T0).queries()).hasSize(1);
    poll(31, 200);
    evaluate(31);
    assertThat(monitor.snapshot(T0).queries()).isEmpty();
  }

  @Test
  void aReplacedCheckpointDoesNotKeepAnEndedQuery() {
    monitor = monitor(T0, Duration.ofSeconds(30));
    report(0, query().id("first").status(Report.Status.STOPPED));
    report(1, query().id("second").run("run-2", T0.plusSeconds(1)).status(Report.Status.STOPPED));
    evaluate(31);
    assertThat(firing(31)).containsExactly("CheckpointReplaced");
    evaluate(32);
    assertThat(monitor.snapshot(T0).queries()).isEmpty();
  }

  @Test
  void aForgottenLostQueryThatReportsAgainIsANewOne() {
    report(0, query());
    evaluate(3600);
    assertThat(forget(10)).isEqualTo(ForgetResult.STILL_RUNNING);
    assertThat(forget(3600)).isEqualTo(ForgetResult.FORGOTTEN);
    assertThat(forget(3600)).isEqualTo(ForgetResult.UNKNOWN);
    report(3700, query());
    assertThat(monitor.snapshot(T0.plusSeconds(3700)).queries())
        .singleElement()
        .satisfies(query -> assertThat(query.run().counters().runs()).isOne());
  }

  private static LiveMonitor monitor(Instant listeningSince) {
    return monitor(listeningSince, QueryRules.NONE);
  }

  private static LiveMonitor monitor(Instant listeningSince, Duration keep) {
    QuerySettings settings = QuerySettings.DEFAULTS.with("keep", keep);
    return monitor(
        listeningSince,
        new QueryRules(List.of(new QueryRules.QueryRule(Glob.ANY, Glob.ANY, settings))));
  }

  private static LiveMonitor monitor(Instant listeningSince, QueryRules rules) {
    var cluster = new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15));
    return new LiveMonitor(List.of(cluster), rules, RETENTION, listeningSince, name -> {});
  }

  private static TestReport query() {
    return new TestReport();
  }

  private void report(int second, TestReport report) {
    Instant at = T0.plusSeconds(second);
    assertThat(monitor.report(report.sentAt(at).build(), at)).isNull();
  }

  private void poll(int second, long end) {
    var offsets = new ClusterPoll.Offsets(end, 0L);
    monitor.polled(
        new ClusterPoll("main", Map.of(t(0), offsets), Map.of(), Map.of(), Set.of()),
        T0.plusSeconds(second),
        Duration.ZERO);
  }

  private void evaluate(int second) {
    monitor.evaluate(T0.plusSeconds(second));
  }

  private ForgetResult forget(int second) {
    return monitor.forget(new QueryKey("app", "q"), T0.plusSeconds(second));
  }

  private List<String> firing(int second) {
    return monitor.snapshot(T0.plusSeconds(second)).queries().get(0).alerts().stream()
        .filter(AlertStatus::isFiring)
        .map(AlertStatus::alert)
        .toList();
  }
}
