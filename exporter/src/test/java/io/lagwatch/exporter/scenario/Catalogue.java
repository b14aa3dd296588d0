package io.lagwatch.exporter.scenario;

import java.util.List;
import java.util.stream.Stream;

/** Every labelled scenario of this package. */
final class Catalogue {
  private Catalogue() {}

  static Stream<Scenario> all() {
    return Stream.of(
            HealthyScenarios.all(),
            BacklogScenarios.all(),
            ModeScenarios.all(),
            ScheduledScenarios.all(),
            FallingBehindScenarios.all(),
            HangScenarios.all(),
            DeadDriverScenarios.all(),
            NearTriggerScenarios.all(),
            NoInputScenarios.all(),
            OutageScenarios.all(),
            TopicScenarios.all(),
            StateScenarios.all())
        .flatMap(List::stream);
  }
}
