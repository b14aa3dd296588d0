package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** Event time and state of stateful queries. */
final class StateScenarios {
  private static final String WATERMARK_STALLED = "WatermarkStalled";
  private static final String LATE_ROWS_DROPPED = "LateRowsDropped";
  private static final String STATE_GROWING = "StateGrowing";

  private StateScenarios() {}

  private static Scenario one(String name, String what, double hours, StatePlan state) {
    return Scenario.of(name, what, hours)
        .oneQuery(steady(600), q -> q.takes(BatchTime.of(3, 2000)).state(state));
  }

  static List<Scenario> all() {
    return List.of(
        one("stateful", "a windowed count, all is well", 4, StatePlan.windowed()),
        one(
            "state-breathes",
            "windows open and close: state swings by a third",
            8,
            StatePlan.windowed().rows(steady(300_000).waving(0.3, 60 * MINUTE))),
        one(
                "state-grows",
                "keys never expire",
                12,
                StatePlan.windowed().rows(ramp(100_000, 3_000_000, at(1, 0), at(12, 0))))
            .fires(STATE_GROWING, at(1, 30), at(8, 0)),
        one(
                "watermark-stalls",
                "rows come, the watermark stands for two hours",
                5,
                StatePlan.windowed().watermarkStands(at(1, 0), at(3, 0)))
            .fires(WATERMARK_STALLED, at(1, 3), at(1, 45))
            .resolves(at(3, 0), at(3, 10)),
        one(
                "late-rows",
                "each batch drops late rows for an hour",
                4,
                StatePlan.windowed().drops(Arrivals.none().during(at(1, 0), at(2, 0), 800)))
            .fires(LATE_ROWS_DROPPED, at(1, 0), at(1, 20))
            .resolves(at(2, 0), at(2, 30)),
        Scenario.of("watermark-rests-with-its-input", "no rows, so no watermark moves", 6)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(300).during(at(1, 0), at(4, 0), 0)),
                q -> q.takes(BatchTime.of(3, 2000)).state(StatePlan.windowed()),
                d -> d)
            .quietPeriod(Duration.ofHours(4)));
  }
}
