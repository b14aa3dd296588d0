package io.lagwatch.exporter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.watch.QueryView;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The stories that the status page is looked at in are what they say. */
class StoryTest {
  @Test
  void nothingFiresWhileAllIsWell() {
    assertThat(firing(Stage.of(Story.WELL))).isEmpty();
  }

  @Test
  void troubleIsOfThreeKinds() {
    assertThat(firing(Stage.of(Story.TROUBLE)))
        .contains(
            "course-activity-tile LagGrowing",
            "search-index BatchNearTrigger",
            "mail-digests QueryFailed");
  }

  @Test
  void whatADeadDriverLeftFallsBehindAndNeverCatchesUp() {
    var stage = Stage.of(Story.DEAD);
    assertThat(firing(stage)).contains("course-activity-tile QueryLost");

    QueryView before = query(stage, "course-activity-tile");
    stage.moveOn(Duration.ofMinutes(2));
    QueryView after = query(stage, "course-activity-tile");

    assertThat(after.lag().records()).isGreaterThan(before.lag().records());
    assertThat(before.lag().outlook().catchUp()).isNull();
    assertThat(after.lag().outlook().catchUp()).isNull();
  }

  @Test
  void withoutABrokerLagIsUnknown() {
    assertThat(query(Stage.of(Story.UNKNOWN), "course-activity-tile").lag().records()).isNull();
  }

  private static QueryView query(Stage stage, String name) {
    return stage.watch().snapshot(stage.clock().instant()).queries().stream()
        .filter(query -> query.key().query().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> firing(Stage stage) {
    return stage.watch().snapshot(stage.clock().instant()).queries().stream()
        .flatMap(
            query ->
                query.alerts().stream()
                    .filter(alert -> alert.state() == AlertPhase.FIRING)
                    .map(alert -> query.key().query() + " " + alert.alert()))
        .toList();
  }
}
