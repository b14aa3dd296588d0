package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.signal.SignalGauges;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.Snapshots;
import org.junit.jupiter.api.Test;

class RulesTest {
  private static final QueryFacts FACTS = Snapshots.query("app", "query").facts();

  @Test
  void everyRuleStandsOnASignalThatIsExported() {
    assertThat(Rules.ALL).extracting(Rule::name).doesNotHaveDuplicates();
    assertThat(SignalGauges.ALL)
        .extracting(SignalGauges.SignalGauge::name)
        .containsAll(Rules.ALL.stream().map(rule -> rule.condition().gauge()).toList());
  }

  @Test
  void nothingHoldsWhereNothingIsKnown() {
    var input = new RuleInput(FACTS, Signals.UNKNOWN, QuerySettings.DEFAULTS);
    assertThat(Rules.ALL).allSatisfy(rule -> assertThat(rule.condition().holds(input)).isNull());
  }

  @Test
  void aQueryStoppedOnPurposeIsJudgedByAlmostNothing() {
    var stopped =
        Rules.ALL.stream()
            .filter(rule -> rule.appliesTo().test(stopped(FACTS)))
            .map(Rule::name)
            .toList();
    assertThat(stopped)
        .containsExactly("RetentionAtRisk", "CheckpointReplaced", "CheckpointShared");
  }

  private static QueryFacts stopped(QueryFacts facts) {
    RunInfo run = facts.run();
    return new QueryFacts(
        facts.identity(),
        new RunInfo(
            run.runId(),
            run.state(),
            Report.Status.STOPPED,
            run.startedAt(),
            run.endedAt(),
            run.lastReportAt(),
            run.lastEventAt(),
            run.otherLiveRunId()),
        facts.history(),
        facts.trigger(),
        facts.progress(),
        facts.sources(),
        facts.lag());
  }
}
