package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.SignalGauges;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.Snapshots;
import org.junit.jupiter.api.Test;

class RulesTest {
  private static final QueryFacts FACTS = Snapshots.query("app", "query").build().facts();

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
  void everyRuleHasASentenceEvenWhereNothingIsKnown() {
    var input = new RuleInput(FACTS, Signals.UNKNOWN, QuerySettings.DEFAULTS);
    assertThat(Rules.ALL)
        .allSatisfy(
            rule -> assertThat(rule.message().apply(input)).isNotBlank().doesNotContain("null;"));
  }

  @Test
  void aQueryStoppedOnPurposeIsJudgedByAlmostNothing() {
    var stopped =
        Rules.ALL.stream()
            .filter(rule -> rule.appliesTo().test(stopped(FACTS)))
            .map(Rule::name)
            .toList();
    assertThat(stopped).containsExactly("CheckpointReplaced", "CheckpointShared");
  }

  private static QueryFacts stopped(QueryFacts f) {
    return new QueryFacts(
        f.key(),
        f.queryId(),
        f.runId(),
        f.name(),
        f.app(),
        f.agentInstance(),
        f.state(),
        Report.Status.STOPPED,
        f.startedAt(),
        f.endedAt(),
        f.lastReportAt(),
        f.lastEventAt(),
        f.lastError(),
        f.lastFailureAt(),
        f.trigger(),
        f.checkpoint(),
        f.batchInFlightSince(),
        f.runs(),
        f.failures(),
        f.totals(),
        f.batchesThisRun(),
        f.reportsFailed(),
        f.lastBatch(),
        f.lastProgress(),
        f.eventTimeMax(),
        f.sources(),
        f.lag(),
        f.replacedQueryId(),
        f.otherLiveRun());
  }
}
