package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryState;
import io.lagwatch.exporter.query.RunInfo;
import io.lagwatch.exporter.signal.SignalGauges;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.util.Map;
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
    var settings =
        QuerySettings.DEFAULTS
            .with("expectEvery", Duration.ofHours(24))
            .with("stoppedTolerated", Duration.ofHours(1));
    var input = new RuleInput(FACTS, Signals.UNKNOWN, settings);
    assertThat(Rules.ALL).allSatisfy(rule -> assertThat(rule.condition().holds(input)).isNull());
  }

  @Test
  void aRuleWhoseThresholdIsNotSetDoesNotHold() {
    var input = new RuleInput(FACTS, Signals.UNKNOWN, QuerySettings.DEFAULTS);
    assertThat(Rules.ALL)
        .filteredOn(rule -> rule.condition().holds(input) != null)
        .extracting(Rule::name)
        .containsExactly("RunMissed", "StoppedTooLong");
    assertThat(RuleGauges.values(input))
        .doesNotContainKeys(
            "spark_streaming_run_expected_every_seconds",
            "spark_streaming_stopped_tolerated_seconds");
  }

  @Test
  void aQueryStoppedOnPurposeIsJudgedByAlmostNothing() {
    var stopped =
        Rules.ALL.stream()
            .filter(rule -> rule.appliesTo().test(stopped(FACTS)))
            .map(Rule::name)
            .toList();
    assertThat(stopped)
        .containsExactly(
            "RunMissed",
            "StoppedTooLong",
            "RetentionAtRisk",
            "CheckpointReplaced",
            "CheckpointShared");
  }

  @Test
  void aStoppedQueryIsExpectedToHaveInputOnlyIfItEndsByItself() {
    Rule noInput =
        Rules.ALL.stream().filter(rule -> rule.name().equals("NoInput")).findFirst().orElseThrow();
    var availableNow = new Report.Trigger(Report.Trigger.Type.AVAILABLE_NOW, null);
    QueryFacts endsByItself = Snapshots.query("app", "query").trigger(availableNow).facts();
    assertThat(noInput.appliesTo().test(stopped(endsByItself))).isTrue();
    assertThat(noInput.appliesTo().test(stopped(FACTS))).isFalse();
    assertThat(noInput.appliesTo().test(FACTS)).isTrue();
  }

  @Test
  void unknownSignalHasNoGauge() {
    Signals known = SignalsOf.utilization(0.5);
    assertThat(RuleGauges.values(new RuleInput(FACTS, known, QuerySettings.DEFAULTS)))
        .containsEntry("spark_streaming_trigger_utilization_ratio", 0.5);
    assertThat(RuleGauges.values(new RuleInput(FACTS, Signals.UNKNOWN, QuerySettings.DEFAULTS)))
        .doesNotContainKey("spark_streaming_trigger_utilization_ratio")
        .containsKey("spark_streaming_batch_near_trigger_threshold_ratio");
  }

  @Test
  void onlyAReplacedCheckpointResolvesByItself() {
    assertThat(Rules.ALL)
        .filteredOn(rule -> Rules.resolvesByItself(rule.name()))
        .extracting(Rule::name)
        .containsExactly("CheckpointReplaced");
  }

  private static QueryFacts stopped(QueryFacts facts) {
    RunInfo run = facts.run();
    return new QueryFacts(
        facts.identity(),
        new RunInfo(
            run.runId(),
            QueryState.STOPPED,
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
        facts.lag(),
        Map.of());
  }
}
