package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicInterest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForgetQueryTest extends ReportedQueries {
  private static final String ID = "11111111-aaaa";
  private static final QueryKey KEY = new QueryKey("app", "q");

  @Test
  void unknownQueryIsNotForgotten() {
    assertThat(registry.forget(KEY, at(0))).isEqualTo(ForgetResult.UNKNOWN);
    assertThat(registry.key(ID)).isNull();
  }

  @Test
  void runningQueryIsNotForgotten() {
    accept(0, new TestReport());
    assertThat(registry.forget(KEY, at(1))).isEqualTo(ForgetResult.STILL_RUNNING);
    assertThat(registry.key(ID)).isEqualTo(KEY);
    assertThat(registry.forgottenRuns()).isEmpty();
  }

  @Test
  void stoppedQueryIsForgottenAndLaterReportsOfItsEndAreIgnored() {
    accept(0, new TestReport().status(Report.Status.STOPPED));
    assertThat(registry.forget(KEY, at(1))).isEqualTo(ForgetResult.FORGOTTEN);
    assertThat(registry.ids()).isEmpty();
    assertThat(registry.forgottenRuns()).containsExactly("run-1");

    accept(2, new TestReport().status(Report.Status.STOPPED));
    assertThat(registry.ids()).isEmpty();
    accept(3, new TestReport().run("run-2", at(2)).status(Report.Status.STOPPED));
    assertThat(registry.ids()).as("another run").containsExactly(ID);
  }

  @Test
  void lostQueryIsForgotten() {
    accept(0, new TestReport());
    assertThat(registry.forget(KEY, at(45))).isEqualTo(ForgetResult.STILL_RUNNING);
    assertThat(registry.forget(KEY, at(46))).isEqualTo(ForgetResult.FORGOTTEN);
  }

  @Test
  void forgottenQueryThatRunsAgainIsANewQuery() {
    accept(0, new TestReport().status(Report.Status.STOPPED));
    registry.forget(KEY, at(1));
    accept(2, new TestReport());
    assertThat(registry.ids()).containsExactly(ID);
    assertThat(registry.forgottenRuns()).isEmpty();
    accept(3, new TestReport().status(Report.Status.STOPPED));
    assertThat(only(3).run().isStopped()).isTrue();
  }

  @Test
  void forgottenRunsAreRestored() {
    var restored = new QueryRegistry(at(0), Registries.CAPACITY);
    restored.restoreForgotten(List.of("run-1"));
    Registries.accept(restored, new TestReport().status(Report.Status.STOPPED).build(), at(1));
    assertThat(restored.ids()).isEmpty();
    assertThat(restored.forgottenRuns()).containsExactly("run-1");
  }

  @Test
  void numberOfForgottenRunsIsBounded() {
    var runs = new ForgottenRuns();
    runs.add(IntStream.range(0, ForgottenRuns.MAX_RUNS).mapToObj(i -> "r" + i).toList());
    assertThat(runs.ids()).hasSize(ForgottenRuns.MAX_RUNS);
    runs.add(List.of("last"));
    assertThat(runs.ids()).hasSize(ForgottenRuns.MAX_RUNS).startsWith("r1").endsWith("last");
    assertThat(runs.contains("r0")).isFalse();
    assertThat(runs.contains("r1")).isTrue();
  }

  @Test
  void removedQueryIsNoLongerVisible() {
    accept(0, new TestReport());
    registry.remove("another");
    assertThat(registry.ids()).containsExactly(ID);
    registry.remove(ID);
    assertThat(registry.ids()).isEmpty();
    assertThat(registry.saved(ID, TestReport.T0)).isNull();
    assertThat(registry.positions(ID)).isEmpty();
  }

  @Test
  void interestIsThePositionAndTheSubscription() {
    assertThat(interest()).isEqualTo(TopicInterest.NONE);
    accept(
        0,
        new TestReport()
            .source("KafkaV2[Subscribe[u]]")
            .batch(1, at(0), null, Map.of(t(0), 5L), 5L));
    assertThat(interest()).isEqualTo(new TopicInterest(Set.of("t", "u"), Set.of()));
  }

  @Test
  void interestOfAPatternIsThePattern() {
    accept(
        0,
        new TestReport()
            .source("KafkaV2[SubscribePattern[t.*]]")
            .batch(1, at(0), null, Map.of(t(0), 5L), 5L));
    assertThat(interest()).isEqualTo(new TopicInterest(Set.of("t"), Set.of(), Set.of("t.*"), null));
  }

  @Test
  void interestContainsOnlyKafkaSources() {
    accept(0, new TestReport().rateBatch(1, at(0), 5));
    assertThat(interest()).isEqualTo(TopicInterest.NONE);
  }

  private TopicInterest interest() {
    var poll = new ClusterPoll("main", Map.of(), Map.of(), Map.of(), Set.of());
    return Registries.routes(registry, ID, poll).interestIn("main", registry.positions(ID));
  }
}
