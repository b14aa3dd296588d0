package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.ingest.Report;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A report whose storing throws halfway leaves its query, and every other one, as before. */
class StoreRollbackTest extends ReportedQueries {
  @Test
  void keepsAKnownQueryAsItWas() {
    accept(0, sound());
    List<QueryFacts> before = facts(20);
    SavedQuery saved = registry.saved("11111111-aaaa", TestReport.T0);

    failToStore(sound().run("run-2", at(15)).totals(9, 900).source("KafkaV2[Subscribe[u]]"));

    assertThat(facts(20)).isEqualTo(before).hasSize(1);
    assertThat(registry.saved("11111111-aaaa", TestReport.T0)).isEqualTo(saved);
  }

  @Test
  void nextReportIsStoredAfterAFailedOne() {
    var sound = new QueryRegistry(at(0), Registries.CAPACITY);
    for (QueryRegistry each : List.of(registry, sound)) {
      Registries.accept(each, sound().build(), at(0));
      if (each == registry) {
        failToStore(sound().totals(9, 900));
      }
      Registries.accept(each, second().build(), at(30));
    }

    assertThat(registry.saved("11111111-aaaa", TestReport.T0))
        .isEqualTo(sound.saved("11111111-aaaa", TestReport.T0));
    assertThat(facts(31)).isEqualTo(Registries.facts(sound, at(31))).hasSize(1);
  }

  @Test
  void endOfARunThatIsNotStoredIsNotCounted() {
    accept(0, sound());
    failToStore(sound().failed("E", "m"));
    assertThat(registry.endings()).isZero();
    assertThat(only(20).run().state()).isEqualTo(QueryState.RUNNING);
  }

  @Test
  void newQueryThatFailsIsNotVisible() {
    failToStore(sound());
    assertThat(registry.ids()).isEmpty();
  }

  @Test
  void keepsTheOwnerOfTheLabelsWhenANewQueryFails() {
    accept(0, sound().status(Report.Status.STOPPED));
    failToStore(sound().id("22222222-bbbb").run("run-b", at(15)));

    assertThat(registry.ids()).containsExactly("11111111-aaaa");
    accept(30, sound().id("22222222-bbbb").run("run-b", at(15)));
    assertThat(only(31).identity().replacedQueryId()).isEqualTo("11111111-aaaa");
  }

  private static TestReport sound() {
    return new TestReport().totals(1, 5).batch(0, at(0), null, Map.of(t(0), 5L), 5L);
  }

  private static TestReport second() {
    return new TestReport()
        .sentAt(at(30))
        .totals(2, 9)
        .batch(1, at(29), Map.of(t(0), 5L), Map.of(t(0), 9L), 4L);
  }

  /**
   * The end of this batch is outside of the range of Java, which is found only when it is stored.
   */
  private void failToStore(TestReport report) {
    Report bad = report.sentAt(at(16)).batch(7, Instant.MAX, null, Map.of(t(0), 70L), 65L).build();
    assertThatThrownBy(() -> registry.store(bad, bad.queries().get(0), at(16)))
        .isInstanceOfAny(DateTimeException.class, ArithmeticException.class);
  }
}
