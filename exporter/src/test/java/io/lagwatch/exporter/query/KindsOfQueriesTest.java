package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Facts about special kinds of queries. */
class KindsOfQueriesTest {
  private final QueryRegistry registry = new QueryRegistry(T0, Registries.CAPACITY);

  @Test
  void lagIsUnknownAfterAChangeToContinuousProcessing() {
    accept(0, new TestReport().batch(0, at(-2), null, Map.of(t(0), 10L), 10L));
    assertThat(only(0).lag().partitions()).hasSize(1);

    accept(
        60, new TestReport().run("run-2", at(60)).trigger(Type.CONTINUOUS, Duration.ofSeconds(1)));
    QueryFacts facts = only(60);
    assertThat(facts.lag().partitions()).isEmpty();
    assertThat(facts.lag().records()).isNull();
    assertThat(facts.lag().reason()).isEqualTo("continuous processing reports no position");
    assertThat(facts.run().state()).isEqualTo(QueryState.RUNNING);

    accept(80, new TestReport().run("run-3", at(80)));
    assertThat(only(80).lag().records()).as("nobody saw how far it went").isNull();
    accept(90, new TestReport().run("run-3", at(80)).batch(9, at(88), null, Map.of(t(0), 50L), 1L));
    assertThat(only(90).lag().partitions()).as("and back").hasSize(1);
  }

  @Test
  void usesReportedLastInputTimeWhenNoBatchWasSeen() {
    accept(0, new TestReport().rateBatch(0, at(-2), 5));
    accept(30, new TestReport().rateBatch(7, at(28), 0).inputAt(at(27)));
    assertThat(lastInput(30)).isEqualTo(at(27));
    accept(31, new TestReport().rateBatch(7, at(28), 0).inputAt(at(27)).sentAt(at(20)));
    assertThat(lastInput(31)).as("the same word again, on a slow way").isEqualTo(at(27));
  }

  @Test
  void inputOfKafkaIsAnAdvancedPosition() {
    accept(0, new TestReport().batch(0, at(-2), null, Map.of(t(0), 10L), 10L));
    accept(30, new TestReport().batch(1, at(28), null, Map.of(t(0), 10L), 0L).inputAt(at(27)));
    assertThat(lastInput(30)).isEqualTo(at(-1));
  }

  @Test
  void maxEventTimeIsThatOfTheLastBatchWithRows() {
    accept(0, new TestReport().eventTimeMax(at(-9)).batch(0, at(-2), null, Map.of(t(0), 9L), 9L));
    accept(10, new TestReport().batch(1, at(9), null, Map.of(t(0), 9L), 0L));
    assertThat(only(10).progress().maxEventTime())
        .as("after a batch without rows")
        .isEqualTo(at(-9));
    accept(20, new TestReport().idleProgress(2, at(20), Map.of(t(0), 9L)));
    assertThat(only(20).progress().maxEventTime()).isEqualTo(at(-9));
    accept(30, new TestReport().run("run-2", at(30)));
    assertThat(only(30).progress().maxEventTime()).as("of the current run").isNull();
  }

  @Test
  void zeroStateRowsAreUnknownIfSparkDoesNotCountThem() {
    accept(0, stateful(0, null));
    assertThat(rows(0)).isNull();
    accept(10, stateful(1, 0L));
    assertThat(rows(10)).as("a batch that changes no row").isNull();
    var back = new QueryRegistry(at(11), Registries.CAPACITY);
    Registries.copy(registry, back);
    assertThat(Registries.facts(back, at(11))).isEqualTo(facts(11));
    accept(20, stateful(2, 0L));
    assertThat(rows(20)).isNull();

    accept(30, stateful(3, 7L));
    assertThat(rows(30)).as("counted from here on").isEqualTo(7);
    accept(40, stateful(4, 0L));
    assertThat(rows(40)).isZero();
  }

  @Test
  void checkpointIsNotReplacedByAQueryThatRanAtTheSameTime() {
    takesTheNameOver("app-id");
    assertThat(only(20).identity().replacedQueryId())
        .as("two sessions of one application")
        .isNull();
  }

  @Test
  void checkpointIsReplacedByAnApplicationThatOverlapsThePreviousOne() {
    takesTheNameOver("next-app-id");
    assertThat(only(20).identity().replacedQueryId()).isEqualTo("11111111-aaaa");
  }

  private void takesTheNameOver(String appId) {
    accept(0, new TestReport().id("11111111-aaaa"));
    TestReport second = new TestReport().id("22222222-bbbb").run("run-2", at(1)).appId(appId);
    accept(1, second);
    accept(10, new TestReport().id("11111111-aaaa").status(Report.Status.STOPPED));
    accept(20, second.sentAt(at(20)));
    Registries.expire(registry, at(20));
    assertThat(only(20).identity().key().query()).isEqualTo("q");
    assertThat(only(20).identity().queryId()).isEqualTo("22222222-bbbb");
  }

  private static TestReport stateful(long batch, @Nullable Long rows) {
    return new TestReport()
        .operator(new Progress.StateOperator(0, "dedupe", rows, 3L, 1L, 0L, 1L))
        .batch(batch, at(batch), null, Map.of(t(0), 10L), 10L);
  }

  private @Nullable Long rows(long second) {
    return only(second).progress().stateOperators().get(0).rows();
  }

  private @Nullable Instant lastInput(long second) {
    return only(second).sources().get(0).lastInputAt();
  }

  private void accept(long second, TestReport report) {
    Report built = report.build();
    if (built.sentAt().equals(T0)) {
      built = report.sentAt(at(second)).build();
    }
    assertThat(Registries.accept(registry, built, at(second))).isNull();
  }

  private QueryFacts only(long second) {
    List<QueryFacts> facts = facts(second);
    assertThat(facts).hasSize(1);
    return facts.get(0);
  }

  private List<QueryFacts> facts(long second) {
    return Registries.facts(registry, at(second));
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
