package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlertEvaluatorTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final QuerySettings SETTINGS =
      QuerySettings.DEFAULTS.withQuietPeriod(Duration.ofMinutes(15));
  private static final QueryFacts FACTS = Snapshots.query("app", "query").facts();

  private AlertEvaluator evaluator = new AlertEvaluator();

  private AlertStatus noInput(Duration age, int second) {
    Signals signals = SignalsOf.inputAge(age);
    return evaluator.evaluate(FACTS, signals, SETTINGS, START.plusSeconds(second)).stream()
        .filter(a -> a.alert().equals("NoInput"))
        .findFirst()
        .orElseThrow();
  }

  private static final Duration LONG = Duration.ofMinutes(16);
  private static final Duration SHORT = Duration.ofMinutes(1);

  @Test
  void isPendingUntilTheHoldHasPassed() {
    assertThat(noInput(LONG, 0).state()).isEqualTo(AlertPhase.PENDING);
    assertThat(noInput(LONG, 45).state()).isEqualTo(AlertPhase.PENDING);
    AlertStatus firing = noInput(LONG, 60);
    assertThat(firing.state()).isEqualTo(AlertPhase.FIRING);
    assertThat(firing.firedAt()).isEqualTo(START.plusSeconds(60));
    assertThat(firing.sentence()).isEqualTo("no input rows for 16 min (limit 15 min)");
  }

  @Test
  void pendingTimeRestartsWhenConditionWasFalse() {
    noInput(LONG, 0);
    assertThat(noInput(SHORT, 30).state()).isEqualTo(AlertPhase.INACTIVE);
    assertThat(noInput(LONG, 45).state()).isEqualTo(AlertPhase.PENDING);
    assertThat(noInput(LONG, 90).state()).isEqualTo(AlertPhase.PENDING);
    assertThat(noInput(LONG, 105).state()).isEqualTo(AlertPhase.FIRING);
  }

  @Test
  void firingAlertStaysFiringWhileSignalIsUnknown() {
    noInput(LONG, 0);
    noInput(LONG, 60);
    assertThat(noInput(null, 75).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(noInput(null, 3600).state()).isEqualTo(AlertPhase.FIRING);
    AlertStatus over = noInput(SHORT, 3615);
    assertThat(over.state()).isEqualTo(AlertPhase.INACTIVE);
    assertThat(over.since()).isEqualTo(START.plusSeconds(3615));
    assertThat(over.firedAt()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void unknownSignalDoesNotFire() {
    noInput(LONG, 0);
    assertThat(noInput(null, 60).state()).isEqualTo(AlertPhase.INACTIVE);
  }

  @Test
  void continuesAfterARestart() {
    noInput(LONG, 0);
    noInput(LONG, 60);
    evaluator = AlertEvaluator.restore(evaluator.saved());
    AlertStatus firing = noInput(LONG, 75);
    assertThat(firing.state()).isEqualTo(AlertPhase.FIRING);
    assertThat(firing.since()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void aPendingAlertStaysPendingAfterARestart() {
    noInput(LONG, 0);
    evaluator = AlertEvaluator.restore(evaluator.saved());

    assertThat(noInput(LONG, 59).state()).isEqualTo(AlertPhase.PENDING);
    assertThat(noInput(LONG, 60).state()).isEqualTo(AlertPhase.FIRING);
  }

  @Test
  void aDipThatBeganBeforeARestartCounts() {
    for (int second = 0; second <= 120; second += 15) {
      nearTrigger(0.9, second);
    }
    nearTrigger(0.7, 135);
    evaluator = AlertEvaluator.restore(evaluator.saved());

    assertThat(nearTrigger(0.7, 434).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(nearTrigger(0.7, 435).state()).isEqualTo(AlertPhase.INACTIVE);
  }

  @Test
  void anUnknownSignalRestartsTheDip() {
    for (int second = 0; second <= 120; second += 15) {
      nearTrigger(0.9, second);
    }
    nearTrigger(0.7, 135);
    nearTrigger(null, 150);
    nearTrigger(0.7, 165);

    assertThat(nearTrigger(0.7, 435).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(nearTrigger(0.7, 465).state()).isEqualTo(AlertPhase.INACTIVE);
  }

  @Test
  void anEvaluationThatFailsHalfwayChangesNoAlert() {
    noInput(LONG, 0);
    List<AlertStatus> before = evaluator.current();
    assertThatThrownBy(
            () -> evaluator.evaluate(FACTS, SignalsOf.inputAge(SHORT), null, START.plusSeconds(60)))
        .isInstanceOf(NullPointerException.class);
    assertThat(evaluator.current()).isEqualTo(before);
  }

  @Test
  void savedAlertsOfUnknownRulesAreDropped() {
    var status = new AlertStatus("NoSuchRule", "critical", AlertPhase.FIRING, START, START, "gone");
    var saved = new SavedAlerts(List.of(new SavedAlerts.SavedAlert(status, null)));

    evaluator = AlertEvaluator.restore(saved);

    assertThat(evaluator.saved().entries()).isEmpty();
    assertThat(evaluator.current()).isEmpty();
  }

  @Test
  void hasOneStatusForEachRuleInTheirOrder() {
    assertThat(evaluator.current()).isEmpty();
    noInput(LONG, 0);

    assertThat(evaluator.current())
        .extracting(AlertStatus::alert)
        .containsExactlyElementsOf(Rules.ALL.stream().map(Rule::name).toList());
    assertThat(evaluator.current())
        .filteredOn(alert -> !alert.alert().equals("NoInput"))
        .allSatisfy(
            alert -> {
              assertThat(alert.state()).isEqualTo(AlertPhase.INACTIVE);
              assertThat(alert.sentence()).isEmpty();
              assertThat(alert.firedAt()).isNull();
              assertThat(alert.since()).isEqualTo(START);
            });
  }

  @Test
  void anInactiveAlertKeepsItsBeginning() {
    noInput(SHORT, 0);
    assertThat(noInput(SHORT, 15).since()).isEqualTo(START);
    assertThat(noInput(null, 30).since()).isEqualTo(START);
  }

  @Test
  void firesAgainWithANewBeginning() {
    noInput(LONG, 0);
    noInput(LONG, 60);
    noInput(SHORT, 75);
    AlertStatus pending = noInput(LONG, 90);
    assertThat(pending.since()).isEqualTo(START.plusSeconds(90));
    assertThat(pending.firedAt()).isEqualTo(START.plusSeconds(60));
    assertThat(noInput(LONG, 149).state()).isEqualTo(AlertPhase.PENDING);
    AlertStatus again = noInput(LONG, 150);
    assertThat(again.since()).isEqualTo(START.plusSeconds(150));
    assertThat(again.firedAt()).isEqualTo(START.plusSeconds(150));
    assertThat(noInput(Duration.ofMinutes(20), 165).sentence()).contains("for 20 min");
    assertThat(noInput(LONG, 180).since()).isEqualTo(START.plusSeconds(150));
  }

  @Test
  void keepsFiringThroughAShortDipWhenTheRuleSaysSo() {
    for (int second = 0; second <= 120; second += 15) {
      nearTrigger(0.9, second);
    }
    assertThat(nearTrigger(0.7, 135).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(nearTrigger(0.9, 300).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(nearTrigger(0.7, 315).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(nearTrigger(0.7, 600).state()).isEqualTo(AlertPhase.FIRING);
    assertThat(nearTrigger(0.7, 615).state()).isEqualTo(AlertPhase.INACTIVE);
  }

  private AlertStatus nearTrigger(@Nullable Double utilization, int second) {
    Signals signals = SignalsOf.utilization(utilization);
    return evaluator.evaluate(FACTS, signals, SETTINGS, START.plusSeconds(second)).stream()
        .filter(a -> a.alert().equals("BatchNearTrigger"))
        .findFirst()
        .orElseThrow();
  }
}
