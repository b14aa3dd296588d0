package io.lagwatch.exporter.watch;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.query.TestReport;
import io.lagwatch.exporter.watch.QueryGuard.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure in any stage of one query of three leaves the other two as they are. */
class ContainmentTest {
  private static final String BAD = "22222222-bbbb";
  private static final List<String> IDS = List.of("11111111-aaaa", BAD, "33333333-cccc");
  private static final Instant NOW = T0.plusSeconds(60);

  @TempDir private Path folder;

  /** Fails for one query in one stage while it is switched on. */
  private static final class FailingGuard extends QueryGuard {
    private final Stage failing;
    boolean armed = true;

    FailingGuard(Stage failing) {
      this.failing = failing;
    }

    @Override
    protected void entering(String queryId, Stage stage) {
      if (armed && stage == failing && queryId.equals(BAD)) {
        throw new IllegalStateException("a bug");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"STORE", "POLL", "OBSERVE", "EVALUATE", "INTEREST", "SNAPSHOT"})
  void otherQueriesAreNotAffected(Stage stage) {
    var guard = new FailingGuard(stage);
    LiveMonitor monitor = monitor(guard);
    LiveMonitor sound = monitor(new QueryGuard());
    run(monitor);
    run(sound);

    Snapshot snapshot = monitor.snapshot(NOW);
    List<QueryView> expected = new ArrayList<>(sound.snapshot(NOW).queries());
    expected.removeIf(query -> query.identity().queryId().equals(BAD));
    assertThat(expected).hasSize(2).allMatch(query -> query.lag().records() != null);
    assertThat(snapshot.queries()).isEqualTo(expected);
    assertThat(guard.errors()).isPositive();
    if (stage != Stage.STORE) {
      assertThat(snapshot.failed())
          .extracting(FailedQuery::queryId, failed -> failed.failure().text())
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(
                  BAD,
                  "evaluation failed: IllegalStateException in "
                      + stage.name().toLowerCase(java.util.Locale.ROOT)));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"STORE", "POLL", "OBSERVE", "EVALUATE", "INTEREST", "SNAPSHOT"})
  void theQueryIsEvaluatedAgainAfterTheFailure(Stage stage) {
    var guard = new FailingGuard(stage);
    LiveMonitor monitor = monitor(guard);
    run(monitor);
    guard.armed = false;
    run(monitor);

    assertThat(monitor.snapshot(NOW).failed()).isEmpty();
    assertThat(monitor.snapshot(NOW).queries()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"LABEL", "EXPIRE", "HISTORY"})
  void aFailureAfterTheEvaluationLeavesAllValuesAsTheyAre(Stage stage) {
    var guard = new FailingGuard(stage);
    LiveMonitor monitor = monitor(guard);
    LiveMonitor sound = monitor(new QueryGuard());
    run(monitor);
    run(sound);

    assertThat(monitor.snapshot(NOW)).isEqualTo(sound.snapshot(NOW));
    assertThat(guard.errors()).as("one in each evaluation").isEqualTo(4);
    for (String id : IDS) {
      boolean isLost = id.equals(BAD) && stage == Stage.HISTORY;
      assertThat(monitor.history().of(id).points().size())
          .isEqualTo(isLost ? 0 : sound.history().of(id).points().size());
    }
    assertThat(sound.history().of(BAD).points().size()).isPositive();
    guard.armed = false;
    run(monitor);
    assertThat(monitor.history().of(BAD).points().size()).isPositive();
  }

  @Test
  void aQueryThatCannotExpireStaysAndTheOthersExpire() {
    var guard = new FailingGuard(Stage.EXPIRE);
    LiveMonitor monitor = monitor(guard);
    IDS.forEach(id -> monitor.report(report(id).status(Report.Status.STOPPED).build(), T0));
    Instant later = T0.plus(Duration.ofHours(24)).plusSeconds(1);
    monitor.evaluate(later);
    assertThat(monitor.snapshot(later).queries())
        .extracting(query -> query.identity().queryId())
        .containsExactly(BAD);
    guard.armed = false;
    monitor.evaluate(later);
    assertThat(monitor.snapshot(later).queries()).isEmpty();
  }

  @Test
  void undecodedQueryDoesNotAffectOthers() {
    var guard = new QueryGuard();
    LiveMonitor monitor = monitor(guard);
    run(monitor);
    Report report = report(IDS.get(0)).build();
    monitor.report(
        new Report(
            report.sentAt(),
            report.agent(),
            report.app(),
            report.queries(),
            List.of(new Report.UndecodedQuery(BAD, new IllegalStateException("a bug")))),
        NOW);

    assertThat(monitor.snapshot(NOW).failed())
        .extracting(FailedQuery::queryId)
        .containsExactly(BAD);
    assertThat(monitor.snapshot(NOW).queries()).hasSize(2);
    run(monitor);
    assertThat(monitor.snapshot(NOW).failed()).isEmpty();
  }

  @Test
  void queryThatCannotBeSavedDoesNotAffectOthers() throws Exception {
    LiveMonitor monitor = monitor(new FailingGuard(Stage.SAVE));
    run(monitor);
    Path path = folder.resolve("state.json");
    try (StateFile file = StateFile.open(path)) {
      file.write(monitor.state(NOW));
      assertThat(file.read().queries())
          .extracting(entry -> entry.query().queryId())
          .containsExactlyInAnyOrder(IDS.get(0), IDS.get(2));
    }
  }

  @Test
  void queryThatCannotBeRestoredDoesNotAffectOthers() {
    LiveMonitor before = monitor(new QueryGuard());
    run(before);
    LiveMonitor after = monitor(new FailingGuard(Stage.RESTORE));

    assertThat(after.restore(before.state(NOW))).hasSize(1);
    assertThat(after.snapshot(NOW).queries())
        .extracting(query -> query.identity().queryId())
        .containsExactlyInAnyOrder(IDS.get(0), IDS.get(2));
    assertThat(after.snapshot(NOW).failed()).isEmpty();
    run(after);
    assertThat(after.snapshot(NOW).queries()).as("it starts again with its next report").hasSize(3);
  }

  @Test
  void aQueryThatCannotBeRenderedIsCountedAndKeepsItsValues() {
    var guard = new QueryGuard();
    LiveMonitor monitor = monitor(guard);
    run(monitor);
    Snapshot before = monitor.snapshot(NOW);

    QueryView query =
        before.queries().stream()
            .filter(each -> each.identity().queryId().equals(BAD))
            .findFirst()
            .orElseThrow();
    FailedQuery failed = monitor.renderingFailed(query, new IllegalStateException("a bug"));

    assertThat(failed.key()).isEqualTo(query.key());
    assertThat(failed.queryId()).isEqualTo(BAD);
    assertThat(failed.alerts()).isEqualTo(query.alerts()).isNotEmpty();
    assertThat(failed.failure().text())
        .isEqualTo("evaluation failed: IllegalStateException in render");
    assertThat(guard.errors()).isEqualTo(1);
    assertThat(monitor.snapshot(NOW)).isEqualTo(before);
  }

  private static LiveMonitor monitor(QueryGuard guard) {
    return new LiveMonitor(
        List.of(new LiveMonitor.Cluster("main", Pattern.compile(".*"), Duration.ofSeconds(15))),
        QueryRules.NONE,
        Duration.ofHours(24),
        T0,
        cluster -> {},
        guard);
  }

  private static void run(LiveMonitor monitor) {
    IDS.forEach(id -> monitor.report(report(id).build(), T0));
    for (int second = 15; second <= 60; second += 15) {
      monitor.polled(
          new ClusterPoll(
              "main",
              Map.of(t(0), new ClusterPoll.Offsets(20 + 2L * second, 0L)),
              Map.of(),
              Map.of(),
              Set.of()),
          T0.plusSeconds(second),
          Duration.ofMillis(5));
      monitor.evaluate(T0.plusSeconds(second));
    }
  }

  private static TestReport report(String id) {
    return new TestReport()
        .id(id)
        .name("query-" + id.substring(9))
        .totals(1, 30)
        .batch(0, T0.minusSeconds(2), null, Map.of(t(0), 30L), 30L);
  }
}
