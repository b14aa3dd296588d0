package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** High lag that does not grow: drained, held back on purpose, or flat. Nothing may fire. */
final class BacklogScenarios {
  private BacklogScenarios() {}

  static List<Scenario> all() {
    return List.of(
        Scenario.of("catch-up-30s", "twelve million records behind, drained by limited batches", 5)
            .oneQuery(
                steady(300),
                q -> q.takes(BatchTime.of(3, 3500)).maxOffsets(40_000).startsBehind(12_000_000)),
        Scenario.of("catch-up-0s-ramp", "drains while the traffic climbs", 5)
            .oneQuery(
                ramp(300, 900, 0, at(4, 0)),
                q ->
                    q.every(0)
                        .takes(BatchTime.of(2, 2500))
                        .maxOffsets(30_000)
                        .startsBehind(6_000_000)),
        Scenario.of("catch-up-5min", "drains in batches of minutes, 60 partitions", 8)
            .oneQuery(
                new TopicPlan(TOPIC, 60, steady(800)).skew(1),
                q ->
                    q.every(5 * MINUTE)
                        .takes(BatchTime.of(20, 3000))
                        .maxOffsets(450_000)
                        .startsBehind(15_000_000),
                d -> d),
        Scenario.of(
                "short-burst-drained", "three minutes of burst, then a quarter hour of draining", 3)
            .oneQuery(
                steady(700).during(at(1, 0), at(1, 3), 3000),
                q -> q.takes(BatchTime.of(2, 2200)).maxOffsets(36_000)),
        Scenario.of(
                "short-burst-drained-at-once", "the same without a limit: some batches are long", 3)
            .oneQuery(
                steady(600).during(at(1, 0), at(1, 3), 3000), q -> q.takes(BatchTime.of(2, 2500)))
            .mayFire(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 20)),
        Scenario.of(
                "flat-backlog-30s", "the limit equals the arrivals: two million behind for ever", 4)
            .oneQuery(
                steady(1000).waving(0.1, 5 * MINUTE),
                q -> q.takes(BatchTime.of(2, 2000)).maxOffsets(30_000).startsBehind(2_000_000)),
        Scenario.of("flat-backlog-10s-old-driver", "a flat backlog on 60 partitions, Spark 3.4", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 60, steady(1200)),
                q ->
                    q.every(10)
                        .takes(BatchTime.of(1, 2500))
                        .maxOffsets(12_030)
                        .startsBehind(1_500_000)
                        .idle(QueryPlan.Idle.PROGRESS),
                d -> d.spark("3.4.4")),
        Scenario.of("flat-backlog-5min", "a flat backlog under a 5 min trigger", 8)
            .oneQuery(
                steady(400).waving(0.1, 17 * MINUTE),
                q ->
                    q.every(5 * MINUTE)
                        .takes(BatchTime.of(10, 2000))
                        .maxOffsets(120_200)
                        .startsBehind(900_000)),
        Scenario.of("waits-for-minimum", "holds back until 500,000 records or 15 min", 6)
            .oneQuery(
                steady(200), q -> q.minOffsets(500_000, 15 * MINUTE).takes(BatchTime.of(3, 8000)))
            .quietPeriod(Duration.ofMinutes(30)),
        Scenario.of(
                "waits-for-minimum-old-driver",
                "the same, and Spark 3.4 sends an empty progress",
                6)
            .oneQuery(
                steady(200),
                q ->
                    q.every(0)
                        .minOffsets(500_000, 10 * MINUTE)
                        .takes(BatchTime.of(3, 8000))
                        .idle(QueryPlan.Idle.PROGRESS_ALONE))
            .quietPeriod(Duration.ofMinutes(30)),
        Scenario.of("waits-for-minimum-reached", "the minimum comes together every four minutes", 5)
            .oneQuery(
                steady(500),
                q ->
                    q.minOffsets(120_000, 30 * MINUTE)
                        .takes(BatchTime.of(3, 8000))
                        .idle(QueryPlan.Idle.EVENT_AND_PROGRESS))
            .quietPeriod(Duration.ofMinutes(30)),
        Scenario.of("planned-stop", "stopped for forty minutes, then drains under its limit", 5)
            .oneQuery(
                steady(600),
                q ->
                    q.takes(BatchTime.of(2, 2000))
                        .maxOffsets(40_000)
                        .stops(at(1, 0))
                        .starts(at(1, 40))),
        Scenario.of("planned-stop-no-limit", "its first batch reads all of twenty minutes", 4)
            .oneQuery(
                steady(600), q -> q.takes(BatchTime.of(2, 2000)).stops(at(1, 0)).starts(at(1, 20)))
            .mayFire(BATCH_NEAR_TRIGGER, at(1, 20), at(1, 50)),
        Scenario.of("starts-behind-no-limit", "its first batch reads all three million records", 4)
            .oneQuery(steady(400), q -> q.takes(BatchTime.of(2, 2000)).startsBehind(3_000_000))
            .mayFire(Scenario.BATCH_STUCK, 0, at(0, 26))
            .mayFire(Scenario.NO_INPUT, 0, at(0, 26))
            .mayFire(BATCH_NEAR_TRIGGER, at(0, 20), at(1, 0)),
        Scenario.of("planned-stop-driver-ends", "driver and all, for six hours", 10)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(200)),
                q ->
                    q.takes(BatchTime.of(2, 2500))
                        .maxOffsets(40_000)
                        .stops(at(1, 0))
                        .starts(at(7, 0)),
                DriverPlan::endsWithItsQueries),
        Scenario.of("planned-stop-5min", "a stop of half an hour under a 5 min trigger", 6)
            .oneQuery(
                steady(400),
                q ->
                    q.every(5 * MINUTE)
                        .takes(BatchTime.of(10, 3000))
                        .stops(at(1, 31))
                        .starts(at(2, 2))),
        Scenario.of("stopped-for-good", "stopped on purpose; the producer goes on", 6)
            .oneQuery(steady(400), q -> q.takes(BatchTime.of(3, 2000)).stops(at(2, 0))),
        Scenario.of("deployments", "stopped and started five times, two minutes each", 6)
            .oneQuery(
                steady(700),
                q -> {
                  for (long t = HOUR; t <= 5 * HOUR; t += HOUR) {
                    q.stops(t).starts(t + 2 * MINUTE);
                  }
                  return q.takes(BatchTime.of(2, 2500).slowStart(15)).maxOffsets(45_000);
                }));
  }
}
