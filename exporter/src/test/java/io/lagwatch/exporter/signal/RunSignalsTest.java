package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.facts;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.config.RunThresholds;
import io.lagwatch.exporter.query.QueryState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunSignalsTest {
  private static final long HOUR = 3600;
  private static final RunThresholds HOURLY =
      QuerySettings.DEFAULTS
          .with("expectEvery", Duration.ofSeconds(HOUR))
          .with("expectGrace", Duration.ofSeconds(60))
          .runs();

  @Test
  void theAgeIsMeasuredFromTheStart() {
    assertThat(runs(facts(), HOURLY, 100))
        .isEqualTo(new RunSignals(Duration.ofSeconds(100), at(HOUR + 60), null));
    assertThat(runs(facts().stopped(at(HOUR)), HOURLY, HOUR + 100))
        .isEqualTo(
            new RunSignals(Duration.ofSeconds(HOUR + 100), at(HOUR + 60), Duration.ofSeconds(100)));
  }

  @Test
  void theAgeIsMeasuredFromTheEndOfARunThatTookLongerThanExpected() {
    assertThat(runs(facts().stopped(at(HOUR + 1)), HOURLY, HOUR + 100))
        .isEqualTo(
            new RunSignals(Duration.ofSeconds(99), at(2 * HOUR + 61), Duration.ofSeconds(99)));
  }

  @Test
  void aLostRunEndsWithItsLastReport() {
    var lost = facts().state(QueryState.LOST).lastReportAt(at(2 * HOUR));
    assertThat(runs(lost, HOURLY, 2 * HOUR + 50).age()).isEqualTo(Duration.ofSeconds(50));
    assertThat(runs(lost.lastReportAt(at(HOUR)), HOURLY, 2 * HOUR).age())
        .isEqualTo(Duration.ofSeconds(2 * HOUR));
  }

  @Test
  void withoutASettingOnlyTheStopIsMeasured() {
    RunThresholds none = QuerySettings.DEFAULTS.runs();
    assertThat(runs(facts(), none, 100)).isEqualTo(RunSignals.UNKNOWN);
    assertThat(runs(facts().stopped(null).lastReportAt(T0), none, 100))
        .isEqualTo(new RunSignals(null, null, Duration.ofSeconds(100)));
  }

  private static RunSignals runs(SignalFacts facts, RunThresholds expected, long second) {
    return RunSignals.of(facts.build().run(), expected, at(second));
  }
}
