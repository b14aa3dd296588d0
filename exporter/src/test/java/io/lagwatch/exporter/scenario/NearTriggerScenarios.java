package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.none;
import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** Batches that take nearly as long as the trigger allows, or only seem to. */
final class NearTriggerScenarios {
  private NearTriggerScenarios() {}

  static List<Scenario> all() {
    return List.of(
        Scenario.of("creeping-batch-10s", "overhead creeps from 2 s to 8.5 s under 10 s", 4)
            .oneQuery(
                steady(300),
                q -> q.every(10).takes(BatchTime.of(1, 3000).creeping(ramp(0, 7, 0, at(3, 0)))))
            .fires(BATCH_NEAR_TRIGGER, at(2, 15), at(2, 55)),
        Scenario.of(
                "creeping-batch-5min",
                "a table that grows makes batches longer for eight hours",
                12)
            .oneQuery(
                new TopicPlan(TOPIC, 12, steady(500)),
                q ->
                    q.every(5 * MINUTE)
                        .takes(BatchTime.of(10, 3000).creeping(ramp(0, 220, 0, at(8, 0)))),
                d -> d)
            .fires(BATCH_NEAR_TRIGGER, at(5, 45), at(7, 15)),
        Scenario.of("near-step-30s", "batches jump to nine tenths of the trigger and back", 4)
            .oneQuery(
                steady(500),
                q -> q.takes(BatchTime.of(4, 3000).creeping(none().during(at(1, 0), at(2, 0), 18))))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 15))
            .resolves(at(2, 0), at(2, 15)),
        Scenario.of("near-step-10s-old-driver", "the same at 10 s on Spark 3.4", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 1, steady(500)),
                q ->
                    q.every(10)
                        .takes(
                            BatchTime.of(1, 3000).creeping(none().during(at(1, 0), at(2, 0), 6.4)))
                        .idle(QueryPlan.Idle.PROGRESS),
                d -> d.spark("3.4.4"))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 10))
            .resolves(at(2, 0), at(2, 10)),
        Scenario.of("near-step-5min", "batches of four and a half minutes for two hours", 6)
            .oneQuery(
                steady(500),
                q ->
                    q.every(5 * MINUTE)
                        .takes(
                            BatchTime.of(10, 3000)
                                .creeping(none().during(at(1, 0), at(3, 0), 210))))
            .fires(BATCH_NEAR_TRIGGER, at(1, 4), at(1, 40))
            .resolves(at(3, 0), at(3, 40)),
        Scenario.of("near-step-1h", "hourly batches take fifty-five minutes", 14)
            .oneQuery(
                steady(200),
                q ->
                    q.every(HOUR)
                        .takes(
                            BatchTime.of(30, 4000)
                                .creeping(none().during(at(4, 0), at(9, 0), 50 * MINUTE))))
            .quietPeriod(Duration.ofHours(3))
            .fires(BATCH_NEAR_TRIGGER, at(4, 50), at(8, 0))
            .resolves(at(9, 0), at(13, 0))
            .mayFire(Scenario.BATCH_STUCK, at(4, 0), at(5, 0)),
        Scenario.of("near-then-idle", "the last busy numbers of an idle query do not stand", 5)
            .oneQuery(
                steady(500).then(at(2, 0), 0),
                q -> q.takes(BatchTime.of(4, 3000).creeping(none().then(at(1, 0), 18))))
            .quietPeriod(Duration.ofHours(4))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 15))
            .resolves(at(2, 0), at(2, 15)),
        Scenario.of(
                "near-then-idle-old-driver", "the same where idle is a progress without rows", 5)
            .oneQuery(
                steady(500).then(at(2, 0), 0),
                q ->
                    q.takes(BatchTime.of(4, 3000).creeping(none().then(at(1, 0), 18)))
                        .idle(QueryPlan.Idle.PROGRESS_ALONE))
            .quietPeriod(Duration.ofHours(4))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 15))
            .resolves(at(2, 0), at(2, 15)),
        Scenario.of("idle-after-a-long-batch", "one long batch, then nothing for hours", 5)
            .oneQuery(
                steady(500).then(at(1, 0), 0),
                q ->
                    q.takes(
                        BatchTime.of(4, 3000)
                            .creeping(none().during(at(0, 59) + 30, at(1, 0) + 1, 22))))
            .quietPeriod(Duration.ofHours(5)),
        Scenario.of("near-and-lost", "nine tenths of the trigger, then the driver is killed", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(500)),
                q -> q.takes(BatchTime.of(4, 3000).creeping(none().then(at(1, 0), 18))),
                d -> d.killed(at(2, 0)))
            .fires(BATCH_NEAR_TRIGGER, at(1, 0), at(1, 15))
            .fires(LAG_GROWING, at(2, 1), at(2, 15))
            .fires(NO_INPUT, at(2, 14), at(2, 20))
            .fires(Scenario.QUERY_LOST, at(2, 0), at(2, 5))
            .mayFire(BATCH_NEAR_TRIGGER, at(2, 0), at(4, 0)));
  }
}
