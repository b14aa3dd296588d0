package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertStatus.State;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.signal.Signals;
import io.lagwatch.exporter.watch.Snapshots;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertEvaluatorTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final QuerySettings SETTINGS =
      QuerySettings.DEFAULTS.withQuietPeriod(Duration.ofMinutes(15));
  private static final QueryFacts FACTS = Snapshots.query("app", "query").build().facts();

  private AlertEvaluator book = new AlertEvaluator();

  private AlertStatus noInput(Duration age, int second) {
    Signals signals = SignalsOf.inputAge(age);
    return book.evaluate(FACTS, signals, SETTINGS, START.plusSeconds(second)).stream()
        .filter(a -> a.alert().equals("NoInput"))
        .findFirst()
        .orElseThrow();
  }

  private static final Duration LONG = Duration.ofMinutes(16);
  private static final Duration SHORT = Duration.ofMinutes(1);

  @Test
  void isPendingUntilItHasLasted() {
    assertThat(noInput(LONG, 0).state()).isEqualTo(State.PENDING);
    assertThat(noInput(LONG, 45).state()).isEqualTo(State.PENDING);
    AlertStatus firing = noInput(LONG, 60);
    assertThat(firing.state()).isEqualTo(State.FIRING);
    assertThat(firing.firedAt()).isEqualTo(START.plusSeconds(60));
    assertThat(firing.sentence())
        .isEqualTo("the query has had no rows for 16 min, 15 min is normal");
  }

  @Test
  void aGapInTheConditionBeginsAnew() {
    noInput(LONG, 0);
    assertThat(noInput(SHORT, 30).state()).isEqualTo(State.INACTIVE);
    assertThat(noInput(LONG, 45).state()).isEqualTo(State.PENDING);
    assertThat(noInput(LONG, 90).state()).isEqualTo(State.PENDING);
    assertThat(noInput(LONG, 105).state()).isEqualTo(State.FIRING);
  }

  @Test
  void notToKnowIsNoRecovery() {
    noInput(LONG, 0);
    noInput(LONG, 60);
    assertThat(noInput(null, 75).state()).isEqualTo(State.FIRING);
    assertThat(noInput(null, 3600).state()).isEqualTo(State.FIRING);
    AlertStatus over = noInput(SHORT, 3615);
    assertThat(over.state()).isEqualTo(State.INACTIVE);
    assertThat(over.since()).isEqualTo(START.plusSeconds(3615));
    assertThat(over.firedAt()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void notToKnowFiresNothing() {
    noInput(LONG, 0);
    assertThat(noInput(null, 60).state()).isEqualTo(State.INACTIVE);
  }

  @Test
  void goesOnAfterARestart() {
    noInput(LONG, 0);
    noInput(LONG, 60);
    book = AlertEvaluator.restore(book.saved());
    AlertStatus firing = noInput(LONG, 75);
    assertThat(firing.state()).isEqualTo(State.FIRING);
    assertThat(firing.since()).isEqualTo(START.plusSeconds(60));
  }

  @Test
  void keepsFiringThroughAShortDipWhereTheRuleSaysSo() {
    for (int second = 0; second <= 120; second += 15) {
      nearTrigger(0.9, second);
    }
    assertThat(nearTrigger(0.7, 135).state()).isEqualTo(State.FIRING);
    assertThat(nearTrigger(0.9, 300).state()).isEqualTo(State.FIRING);
    assertThat(nearTrigger(0.7, 315).state()).isEqualTo(State.FIRING);
    assertThat(nearTrigger(0.7, 600).state()).isEqualTo(State.FIRING);
    assertThat(nearTrigger(0.7, 615).state()).isEqualTo(State.INACTIVE);
  }

  private AlertStatus nearTrigger(double utilization, int second) {
    Signals signals = SignalsOf.utilization(utilization);
    return book.evaluate(FACTS, signals, SETTINGS, START.plusSeconds(second)).stream()
        .filter(a -> a.alert().equals("BatchNearTrigger"))
        .findFirst()
        .orElseThrow();
  }
}
