package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_STUCK;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** Batches end, and yet the query does not keep up. */
final class FallingBehindScenarios {
  private FallingBehindScenarios() {}

  private static Scenario leak(Scenario scenario) {
    return scenario.fires(LAG_GROWING, at(1, 5), at(2, 0));
  }

  static List<Scenario> all() {
    return List.of(
        leak(
            Scenario.of("leak-3-percent-30s", "the limit is 3 % below the arrivals from 1 h on", 4)
                .oneQuery(
                    steady(970).then(at(1, 0), 1030),
                    q -> q.takes(BatchTime.of(2, 2500)).maxOffsets(30_000))),
        leak(
            Scenario.of("leak-3-percent-noisy", "the same under noise and swings of minutes", 4)
                .oneQuery(
                    new TopicPlan(
                            TOPIC, 8, steady(960).then(at(1, 0), 1031).waving(0.1, 7 * MINUTE))
                        .noise(0.6),
                    q -> q.takes(BatchTime.of(2, 2500).noise(0.12)).maxOffsets(30_000),
                    d -> d)),
        leak(
            Scenario.of("leak-3-percent-10s-old-driver", "10 s trigger, Spark 3.4", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 1, steady(970).then(at(1, 0), 1030)),
                    q ->
                        q.every(10)
                            .takes(BatchTime.of(1, 2500))
                            .maxOffsets(10_000)
                            .idle(QueryPlan.Idle.PROGRESS),
                    d -> d.spark("3.4.4"))),
        leak(
            Scenario.of("leak-3-percent-0s", "as fast as possible is 3 % too slow", 4)
                .oneQuery(
                    steady(900).then(at(1, 0), 1030),
                    q -> q.every(0).takes(BatchTime.of(2, 1250)).maxOffsets(10_000))),
        Scenario.of("leak-3-percent-5min", "3 % too little in each batch of five minutes", 6)
            .oneQuery(
                steady(970).then(at(1, 0), 1030),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000)).maxOffsets(300_000))
            .fires(LAG_GROWING, at(1, 15), at(4, 0)),
        Scenario.of("leak-10-percent-1h", "a tenth too little in each hourly batch", 24)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(240).then(at(4, 0), 275)),
                q -> q.every(HOUR).takes(BatchTime.of(30, 3000)).maxOffsets(900_000),
                d -> d)
            .quietPeriod(Duration.ofHours(3))
            .fires(LAG_GROWING, at(6, 0), at(18, 0)),
        Scenario.of(
                "leak-no-limit", "without a limit each batch is a little longer than the last", 5)
            .oneQuery(
                steady(600).then(at(1, 0), 1030), q -> q.takes(BatchTime.of(1, 1000).noise(0.01)))
            .fires(LAG_GROWING, at(1, 3), at(2, 0))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 20)),
        Scenario.of("capacity-loss-10s", "a third of the capacity is gone for an hour", 4)
            .oneQuery(
                steady(1000),
                q ->
                    q.every(10)
                        .takes(
                            BatchTime.of(1, 2200)
                                .capacity(steady(1).during(at(1, 0), at(2, 0), 0.36)))
                        .maxOffsets(20_000))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(at(2, 0), at(2, 15))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 10))
            .resolves(at(2, 0), at(2, 45)),
        Scenario.of("capacity-loss-0s", "no trigger to be near to, but it falls behind", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 60, steady(1000)).skew(1),
                q ->
                    q.every(0)
                        .takes(
                            BatchTime.of(1, 3000)
                                .capacity(steady(1).during(at(1, 0), at(2, 0), 0.25)))
                        .maxOffsets(40_000),
                d -> d)
            .fires(LAG_GROWING, at(1, 1), at(1, 20))
            .resolves(at(2, 0), at(2, 20)),
        Scenario.of("capacity-loss-0s-no-limit", "batches double and double again", 4)
            .oneQuery(
                steady(1000),
                q ->
                    q.every(0)
                        .takes(
                            BatchTime.of(2, 3000)
                                .capacity(steady(1).during(at(1, 0), at(2, 0), 0.28))))
            .fires(LAG_GROWING, at(1, 1), at(1, 30))
            .resolves(at(2, 0), at(2, 50))
            .mayFire(BATCH_STUCK, at(1, 0), at(2, 30)),
        Scenario.of("capacity-loss-5min", "two hours at two thirds of what is needed", 8)
            .oneQuery(
                steady(800),
                q ->
                    q.every(5 * MINUTE)
                        .takes(
                            BatchTime.of(10, 2000)
                                .capacity(steady(1).during(at(2, 0), at(4, 0), 0.28)))
                        .maxOffsets(450_000))
            .fires(LAG_GROWING, at(2, 6), at(2, 45))
            .resolves(at(4, 0), at(4, 45))
            .fires(BATCH_NEAR_TRIGGER, at(2, 5), at(2, 45))
            .resolves(at(4, 0), at(5, 30)),
        Scenario.of("capacity-loss-twice", "falls behind, recovers, and falls behind again", 6)
            .oneQuery(
                steady(600),
                q ->
                    q.takes(
                            BatchTime.of(2, 2000)
                                .capacity(
                                    steady(1)
                                        .during(at(1, 0), at(1, 30), 0.2)
                                        .during(at(4, 0), at(4, 30), 0.2)))
                        .maxOffsets(36_000))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(at(1, 30), at(1, 50))
            .fires(LAG_GROWING, at(4, 1), at(4, 15))
            .resolves(at(4, 30), at(4, 50))
            .mayFire(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 20))
            .mayFire(BATCH_NEAR_TRIGGER, at(4, 0), at(4, 20)),
        Scenario.of("surge-for-good", "arrivals step above the capacity and stay there", 5)
            .oneQuery(
                steady(600).then(at(1, 0), 1500),
                q -> q.takes(BatchTime.of(3, 2000)).maxOffsets(36_000))
            .fires(LAG_GROWING, at(1, 1), at(1, 15)),
        Scenario.of("surge-for-half-an-hour", "a long burst is worth a call, its drain is not", 5)
            .oneQuery(
                steady(600).during(at(1, 0), at(1, 30), 1800),
                q -> q.takes(BatchTime.of(3, 2000)).maxOffsets(36_000))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(at(1, 30), at(1, 45)),
        Scenario.of("ramp-beyond-capacity", "the morning's ramp ends above what can be done", 6)
            .oneQuery(
                ramp(300, 1500, at(1, 0), at(4, 0)),
                q -> q.takes(BatchTime.of(3, 2200)).maxOffsets(36_000))
            .fires(LAG_GROWING, at(3, 15), at(3, 50)),
        Scenario.of("flat-backlog-then-grows", "two million behind and flat, then growing", 5)
            .oneQuery(
                steady(1000).then(at(2, 0), 1200),
                q -> q.takes(BatchTime.of(2, 2500)).maxOffsets(30_000).startsBehind(2_000_000))
            .fires(LAG_GROWING, at(2, 3), at(2, 50)));
  }
}
