package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_STUCK;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.LAG_UNKNOWN;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_LOST;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.util.List;
import java.util.function.UnaryOperator;

/** What goes wrong around a healthy query: broker, network, exporter, clock. */
final class OutageScenarios {
  private OutageScenarios() {}

  private static Scenario healthy(String name, String what, UnaryOperator<DriverPlan> driver) {
    return Scenario.of(name, what, 4)
        .oneQuery(
            new TopicPlan(TOPIC, 4, steady(600)), q -> q.takes(BatchTime.of(3, 2000)), driver);
  }

  static List<Scenario> all() {
    return List.of(
        healthy("broker-unreachable", "half an hour without an answer from the broker", d -> d)
            .with(s -> s.brokerDown(at(1, 0), at(1, 30)))
            .fires(LAG_UNKNOWN, at(1, 1), at(1, 15))
            .resolves(at(1, 30), at(1, 35)),
        Scenario.of(
                "broker-unreachable-flat-backlog", "and two million records wait all the time", 4)
            .oneQuery(
                steady(1000),
                q -> q.takes(BatchTime.of(2, 2000)).maxOffsets(30_000).startsBehind(2_000_000))
            .with(s -> s.brokerDown(at(1, 0), at(1, 12)).brokerDown(at(2, 0), at(2, 45)))
            .mayFire(LAG_UNKNOWN, at(1, 0), at(2, 45)),
        Scenario.of("broker-unreachable-5min", "twenty minutes under a 5 min trigger", 5)
            .oneQuery(steady(500), q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000)))
            .with(s -> s.brokerDown(at(1, 3), at(1, 23)))
            .mayFire(LAG_UNKNOWN, at(1, 0), at(1, 25)),
        healthy(
                "reports-lost",
                "eight minutes without a report, the query runs on",
                d -> d.unreachable(at(1, 0), at(1, 8)).unreachable(at(2, 0), at(2, 3)))
            .mayFire(QUERY_LOST, at(1, 0), at(1, 8))
            .mayFire(QUERY_LOST, at(2, 0), at(2, 4)),
        Scenario.of("reports-lost-5min", "eight minutes without a report under a 5 min trigger", 5)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(500)),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000)),
                d -> d.unreachable(at(1, 2), at(1, 10)))
            .mayFire(QUERY_LOST, at(1, 0), at(1, 10)),
        healthy(
                "cut-off",
                "neither broker nor drivers can be reached for twelve minutes",
                d -> d.unreachable(at(1, 0), at(1, 12)))
            .with(s -> s.brokerDown(at(1, 0), at(1, 12)))
            .mayFire(LAG_UNKNOWN, at(1, 0), at(1, 12))
            .mayFire(QUERY_LOST, at(1, 0), at(1, 12)),
        healthy(
            "reports-late",
            "reports overtake each other and come twice for two hours",
            d ->
                d.late(at(1, 0), at(2, 0), 20)
                    .doubled(at(2, 0), at(3, 0))
                    .late(at(2, 30), at(3, 0), 40)),
        healthy(
            "driver-clock-behind",
            "the driver's clock is two hours behind",
            d -> d.clockAhead(-2 * HOUR)),
        healthy(
            "driver-clock-ahead",
            "the driver's clock is 40 minutes ahead, heartbeat of 30 s",
            d -> d.clockAhead(40 * MINUTE).heartbeat(30)),
        Scenario.of("driver-clock-ahead-5min", "a clock three days ahead and a 5 min trigger", 5)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(600)),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(5, 3000)),
                d -> d.clockAhead(72 * HOUR)),
        Scenario.of(
                "driver-clock-behind-hang", "a hang is seen whatever the driver's clock says", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(600)),
                q -> q.takes(BatchTime.of(3, 3000)).hangs(at(1, 0), at(2, 0)),
                d -> d.clockAhead(-5 * HOUR).seesBatchesInFlight())
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(at(2, 0), at(2, 25))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .resolves(at(2, 0), at(2, 5))
            .fires(BATCH_STUCK, at(1, 1), at(1, 30))
            .resolves(at(2, 0), at(2, 5))
            .mayFire(BATCH_STUCK, at(2, 0), at(2, 20))
            .mayFire(BATCH_NEAR_TRIGGER, at(2, 0), at(2, 40)),
        healthy("exporter-restarts", "three restarts, the longest of six minutes", d -> d)
            .with(
                s ->
                    s.exporterDown(at(1, 0), at(1, 1))
                        .exporterDown(at(2, 0), at(2, 6))
                        .exporterDown(at(3, 0), at(3, 0) + 20)),
        Scenario.of("exporter-restarts-5min", "restarts between the batches of a 5 min trigger", 5)
            .oneQuery(steady(500), q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000)))
            .with(s -> s.exporterDown(at(1, 2), at(1, 3)).exporterDown(at(2, 0), at(2, 4))),
        Scenario.of("exporter-restarts-in-catch-up", "a restart while a backlog is drained", 4)
            .oneQuery(
                steady(300),
                q -> q.takes(BatchTime.of(3, 3500)).maxOffsets(40_000).startsBehind(12_000_000))
            .with(s -> s.exporterDown(at(1, 0), at(1, 2))),
        Scenario.of("exporter-restarts-while-firing", "an alert goes on through a restart", 4)
            .oneQuery(
                steady(600).then(at(1, 0), 1800),
                q -> q.takes(BatchTime.of(3, 2000)).maxOffsets(36_000))
            .with(s -> s.exporterDown(at(2, 0), at(2, 1)).exporterDown(at(3, 0), at(3, 3)))
            .fires(LAG_GROWING, at(1, 1), at(1, 15)),
        Scenario.of("exporter-restarts-in-hang", "down for two minutes while a batch hangs", 4)
            .oneQuery(
                steady(600), q -> q.takes(BatchTime.of(3, 3000)).hangs(at(1, 0), Span.FOR_EVER))
            .with(s -> s.exporterDown(at(1, 3), at(1, 5)).exporterDown(at(2, 0), at(2, 1)))
            .fires(LAG_GROWING, at(1, 1), at(1, 18))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .fires(BATCH_STUCK, at(1, 1), at(1, 30)),
        Scenario.of("broker-unreachable-while-firing", "unknown is not well: the alert stays", 4)
            .oneQuery(
                steady(600).then(at(1, 0), 1800),
                q -> q.takes(BatchTime.of(3, 2000)).maxOffsets(36_000))
            .with(s -> s.brokerDown(at(1, 40), at(2, 0)))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .mayFire(LAG_UNKNOWN, at(1, 40), at(2, 0)));
  }
}
