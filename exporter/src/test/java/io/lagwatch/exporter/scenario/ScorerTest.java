package io.lagwatch.exporter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScorerTest {
  private static final Scenario SCENARIO =
      Scenario.of("one", "for the scorer", 4)
          .fires("LagGrowing", 3600, 4500)
          .resolves(7200, 7800)
          .fires("NoInput", 4500, 4800)
          .mayFire("BatchNearTrigger", 7200, 9000);

  private static Transition at(long second, String alert, boolean firing) {
    return new Transition(DriverClock.TRUE.atSecond(second), Scenario.QUERY, alert, firing, "");
  }

  private static List<String> faults(Transition... transitions) {
    return new Scorer(SCENARIO.labels()).faults(List.of(transitions));
  }

  @Test
  void everythingAtItsTimeIsRight() {
    assertThat(
            faults(
                at(3700, "LagGrowing", true),
                at(4600, "NoInput", true),
                at(7300, "LagGrowing", false),
                at(7300, "BatchNearTrigger", true)))
        .isEmpty();
  }

  @Test
  void silenceIsAMissOfEach() {
    assertThat(faults()).hasSize(2).allMatch(fault -> fault.startsWith("missed"));
  }

  @Test
  void firingTooEarlyIsAFalseAlarmAndAMiss() {
    assertThat(
            faults(
                at(3500, "LagGrowing", true),
                at(7300, "LagGrowing", false),
                at(4600, "NoInput", true)))
        .containsExactly(
            "missed: LagGrowing of course-activity-tile should fire between 2026-03-02T01:00:00Z and"
                + " 2026-03-02T01:15:00Z",
            "false alarm: LagGrowing of course-activity-tile at 2026-03-02T00:58:20Z");
  }

  @Test
  void endMustComeInItsWindow() {
    assertThat(faults(at(3700, "LagGrowing", true), at(4600, "NoInput", true)))
        .singleElement()
        .asString()
        .startsWith("resolved at never");
  }

  @Test
  void firingThatMustLastMayEndOnlyInTheLastMinute() {
    assertThat(
            faults(
                at(3700, "LagGrowing", true),
                at(4600, "NoInput", true),
                at(5000, "NoInput", false),
                at(7300, "LagGrowing", false)))
        .containsExactly(
            "resolved too early: NoInput of course-activity-tile at 2026-03-02T01:23:20Z");
    assertThat(
            faults(
                at(3700, "LagGrowing", true),
                at(4600, "NoInput", true),
                at(7300, "LagGrowing", false),
                at(4 * Span.HOUR - 10, "NoInput", false)))
        .isEmpty();
  }

  @Test
  void flappingIsAFalseAlarm() {
    assertThat(
            faults(
                at(3700, "LagGrowing", true),
                at(4600, "NoInput", true),
                at(7300, "LagGrowing", false),
                at(7320, "LagGrowing", true),
                at(7400, "LagGrowing", false)))
        .containsExactly("false alarm: LagGrowing of course-activity-tile at 2026-03-02T02:02:00Z");
  }
}
