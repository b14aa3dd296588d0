package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Report;
import org.junit.jupiter.api.Test;

/** How queries are told apart if they share a name, an id or a checkpoint. */
class QueryKeysTest extends ReportedQueries {
  @Test
  void secondLiveQueryOfTheSameNameGetsSuffixedLabels() {
    accept(0, new TestReport());
    accept(1, new TestReport().id("22222222-bbbb").run("run-x", at(0)));
    assertThat(facts(1))
        .extracting(f -> f.identity().key().query())
        .containsExactly("q", "q~22222222");
  }

  @Test
  void labelsAreUniqueForAnyNames() {
    accept(0, new TestReport());
    accept(1, new TestReport().id("other-1").name("q~22222222").run("run-1", at(0)));
    accept(2, new TestReport().id("other-2").name("q~22222222-bbbb").run("run-2", at(0)));
    accept(3, new TestReport().id("22222222-bbbb").run("run-3", at(0)));
    accept(4, new TestReport().id("22222222-cccc").run("run-4", at(0)));
    assertThat(facts(4))
        .extracting(facts -> facts.identity().key())
        .doesNotHaveDuplicates()
        .hasSize(5);
  }

  @Test
  void endedQueriesOfOneNameDoNotReplaceEachOther() {
    for (int second = 0; second < 60; second += 15) {
      accept(
          second,
          new TestReport()
              .run("run-1", T0.minusSeconds(2))
              .status(Report.Status.STOPPED)
              .sentAt(at(second)));
      accept(
          second,
          new TestReport()
              .id("22222222-bbbb")
              .run("run-x", T0.minusSeconds(1))
              .status(Report.Status.STOPPED)
              .sentAt(at(second)));
    }
    assertThat(registry.endings()).isEqualTo(2);
    assertThat(only(60).identity().queryId()).isEqualTo("22222222-bbbb");
  }

  @Test
  void assignsLabelsOfALostQueryToTheNextOne() {
    accept(0, new TestReport());
    accept(20, new TestReport().id("22222222-bbbb").run("run-x", at(20)).appId("next"));
    accept(50, new TestReport().id("22222222-bbbb").run("run-x", at(20)).appId("next"));
    Registries.expire(registry, at(60));
    QueryFacts facts = only(60);
    assertThat(facts.identity().key().query()).isEqualTo("q");
    assertThat(facts.identity().queryId()).isEqualTo("22222222-bbbb");
    assertThat(facts.identity().replacedQueryId()).isEqualTo("11111111-aaaa");
  }

  @Test
  void hasTheNewLabelsWithTheFirstReportOfARenamedApplication() {
    accept(0, new TestReport());
    accept(20, new TestReport().app("renamed").run("run-2", at(20)));
    assertThat(only(20).identity().key()).isEqualTo(new QueryKey("renamed", "q"));
  }

  @Test
  void keepsItsLabelsWhileALiveQueryHasTheNewOnes() {
    accept(0, new TestReport().id("22222222-bbbb").app("renamed").run("run-x", at(0)));
    accept(0, new TestReport());
    accept(20, new TestReport().app("renamed").run("run-2", at(20)));
    assertThat(Registries.facts(registry, at(20)))
        .extracting(facts -> facts.identity().key().app())
        .containsExactly("app", "renamed");
  }

  @Test
  void reportsAReplacedCheckpoint() {
    accept(0, new TestReport().status(Report.Status.STOPPED));
    accept(60, new TestReport().id("22222222-bbbb").run("run-x", at(60)));
    assertThat(only(60).identity().replacedQueryId()).isEqualTo("11111111-aaaa");
  }

  @Test
  void distinguishesTwoLiveRunsFromARestart() {
    accept(0, new TestReport());
    accept(20, new TestReport().run("run-2", at(20)));
    assertThat(only(20).run().otherLiveRunId()).as("the old one may just be dead").isNull();
    accept(30, new TestReport());
    assertThat(only(30).run().otherLiveRunId()).isEqualTo("run-1");
    assertThat(only(30).run().runId()).isEqualTo("run-2");
  }

  @Test
  void liveRunBecomesCurrentWhenAnotherRunEnds() {
    accept(0, new TestReport());
    accept(20, new TestReport().run("run-2", at(20)));
    accept(30, new TestReport());
    accept(35, new TestReport().run("run-2", at(20)).status(Report.Status.STOPPED));
    accept(45, new TestReport());
    QueryFacts facts = only(45);
    assertThat(facts.run().runId()).isEqualTo("run-1");
    assertThat(facts.run().state()).isEqualTo(QueryState.RUNNING);
    assertThat(facts.run().otherLiveRunId()).isNull();
  }

  @Test
  void usesTheIdOfAQueryWithoutAName() {
    accept(0, new TestReport().name(null));
    assertThat(only(0).identity().key()).isEqualTo(new QueryKey("app", "11111111-aaaa"));
  }
}
