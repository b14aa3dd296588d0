package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_STUCK;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_FAILED;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_LOST;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** The driver is gone, comes back, or comes back only to fall over again. */
final class DeadDriverScenarios {
  private DeadDriverScenarios() {}

  private static Scenario lost(Scenario scenario) {
    return scenario
        .fires(LAG_GROWING, at(1, 1), at(1, 15))
        .fires(NO_INPUT, at(1, 14), at(1, 20))
        .fires(QUERY_LOST, at(1, 0), at(1, 5));
  }

  private static Scenario crashLoop(Scenario scenario, long until) {
    return scenario
        .fires(LAG_GROWING, at(1, 1), at(1, 20))
        .resolves(until, until + 45 * MINUTE)
        .fires(NO_INPUT, at(1, 14), at(1, 20))
        .resolves(until, until + 10 * MINUTE)
        .mayFire(QUERY_FAILED, at(1, 0), until)
        .mayFire(QUERY_LOST, at(1, 0), until)
        .mayFire(BATCH_STUCK, at(1, 0), until + 20 * MINUTE)
        .mayFire(BATCH_NEAR_TRIGGER, at(1, 0), until + HOUR);
  }

  static List<Scenario> all() {
    return List.of(
        lost(
            Scenario.of("killed-30s", "killed in the middle of a batch", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 4, steady(500)),
                    q -> q.takes(BatchTime.of(3, 2000)),
                    d -> d.killed(at(1, 0) + 4))),
        lost(
            Scenario.of("killed-10s-old-driver", "killed between batches, Spark 3.4", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 60, steady(900)),
                    q -> q.every(10).takes(BatchTime.of(1, 3000)).idle(QueryPlan.Idle.PROGRESS),
                    d -> d.killed(at(1, 0) - 3).spark("3.4.4"))),
        lost(
            Scenario.of("killed-0s", "killed on a trigger of 0, heartbeat of 30 s", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 4, steady(500)),
                    q -> q.every(0).takes(BatchTime.of(1, 2000)),
                    d -> d.killed(at(1, 0)).heartbeat(30))),
        Scenario.of("killed-5min", "killed under a 5 min trigger", 5)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(500)),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000)),
                d -> d.killed(at(2, 2)))
            .fires(LAG_GROWING, at(2, 6), at(2, 30))
            .fires(NO_INPUT, at(2, 14), at(2, 20))
            .fires(QUERY_LOST, at(2, 2), at(2, 7)),
        Scenario.of("killed-1h", "killed under an hourly trigger", 14)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(300)),
                q -> q.every(HOUR).takes(BatchTime.of(20, 4000)),
                d -> d.killed(at(5, 30)))
            .quietPeriod(Duration.ofHours(3))
            .fires(LAG_GROWING, at(6, 5), at(9, 30))
            .fires(NO_INPUT, at(7, 55), at(8, 20))
            .fires(QUERY_LOST, at(5, 30), at(5, 36)),
        Scenario.of(
                "killed-restarted", "killed, started again an hour later, replays and drains", 5)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(500)),
                q -> q.takes(BatchTime.of(3, 2500)).maxOffsets(45_000),
                d -> d.killed(at(1, 0) + 4).started(at(2, 0)))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(at(2, 0), at(2, 20))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .resolves(at(2, 0), at(2, 5))
            .fires(QUERY_LOST, at(1, 0), at(1, 5))
            .resolves(at(2, 0), at(2, 5)),
        Scenario.of("killed-restarted-at-once", "back after a minute: nobody needs to know", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(500)),
                q -> q.takes(BatchTime.of(3, 2500).slowStart(10)).maxOffsets(45_000),
                d ->
                    d.killed(at(1, 0) + 4).started(at(1, 1)).killed(at(2, 0) + 4).started(at(2, 2)))
            .mayFire(QUERY_LOST, at(1, 0), at(1, 5))
            .mayFire(QUERY_LOST, at(2, 0), at(2, 5)),
        Scenario.of("killed-at-night", "killed while nothing comes: lost, and later no input", 8)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(300).then(at(1, 0), 0)),
                q -> q.takes(BatchTime.of(3, 2000)),
                d -> d.killed(at(2, 0)))
            .quietPeriod(Duration.ofHours(5))
            .fires(QUERY_LOST, at(2, 0), at(2, 5))
            .fires(NO_INPUT, at(5, 55), at(6, 10)),
        Scenario.of("failed-for-good", "an exception ends the query, its driver lives on", 4)
            .oneQuery(steady(500), q -> q.takes(BatchTime.of(3, 2000)).fails(at(1, 0)))
            .fires(QUERY_FAILED, at(1, 0), at(1, 3))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .fires(NO_INPUT, at(1, 14), at(1, 20)),
        Scenario.of("failed-with-its-driver", "an exception ends the query and then the driver", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(500)),
                q -> q.takes(BatchTime.of(3, 2000)).fails(at(1, 0)),
                DriverPlan::endsWithItsQueries)
            .fires(QUERY_FAILED, at(1, 0), at(1, 3))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .fires(NO_INPUT, at(1, 14), at(1, 20)),
        Scenario.of("failed-once", "fails and is started again within a minute", 4)
            .oneQuery(
                steady(500),
                q -> q.takes(BatchTime.of(3, 2500)).fails(at(1, 0) + 5).starts(at(1, 1)))
            .mayFire(QUERY_FAILED, at(1, 0), at(1, 2)),
        crashLoop(
            Scenario.of("crash-loop", "fails every two minutes before its first batch is done", 4)
                .oneQuery(
                    steady(500),
                    q ->
                        q.takes(BatchTime.of(3, 3000))
                            .crashLoop(at(1, 0), at(2, 0), 2 * MINUTE, 20)),
            at(2, 0)),
        crashLoop(
            Scenario.of(
                    "crash-loop-of-the-driver", "killed every three minutes, started each time", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 12, steady(500)),
                    q -> q.takes(BatchTime.of(3, 3000)),
                    d -> d.crashLoop(at(1, 0), at(2, 0), 3 * MINUTE, 40)),
            at(2, 0)),
        crashLoop(
            Scenario.of("crash-loop-10s", "10 s trigger, seven minutes a life, Spark 3.4", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 1, steady(500)),
                    q -> q.every(10).takes(BatchTime.of(1, 3000)).idle(QueryPlan.Idle.PROGRESS),
                    d -> d.crashLoop(at(1, 0), at(2, 0), 7 * MINUTE, 30).spark("3.4.4")),
            at(2, 0)),
        Scenario.of("crash-loop-5min", "5 min trigger, ten minutes a life", 7)
            .oneQuery(
                steady(400),
                q ->
                    q.every(5 * MINUTE)
                        .takes(BatchTime.of(10, 3000))
                        .crashLoop(at(2, 1), at(4, 0), 10 * MINUTE, 30))
            .fires(LAG_GROWING, at(2, 6), at(2, 35))
            .resolves(at(4, 0), at(5, 15))
            .fires(NO_INPUT, at(2, 12), at(2, 22))
            .resolves(at(4, 0), at(4, 15))
            .mayFire(NO_INPUT, at(4, 10), at(4, 30))
            .mayFire(QUERY_FAILED, at(2, 0), at(4, 0))
            .mayFire(BATCH_STUCK, at(2, 0), at(5, 0))
            .mayFire(BATCH_NEAR_TRIGGER, at(2, 0), at(6, 0)));
  }
}
