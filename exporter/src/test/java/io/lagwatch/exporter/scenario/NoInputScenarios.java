package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.none;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_LOST;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** Producers that stop, for longer than is expected or not. */
final class NoInputScenarios {
  private NoInputScenarios() {}

  private static Arrivals stopsFrom1To2(double perSecond) {
    return steady(perSecond).during(at(1, 0), at(2, 0), 0);
  }

  private static Scenario anHour(Scenario scenario) {
    return scenario.fires(NO_INPUT, at(1, 14), at(1, 20)).resolves(at(2, 0), at(2, 5));
  }

  static List<Scenario> all() {
    return List.of(
        anHour(
            Scenario.of("producer-stops-30s", "an hour without input", 3)
                .oneQuery(stopsFrom1To2(500), q -> q.takes(BatchTime.of(3, 2000)))),
        anHour(
            Scenario.of("producer-stops-0s-old-driver", "trigger 0, Spark 3.4", 3)
                .oneQuery(
                    new TopicPlan(TOPIC, 1, stopsFrom1To2(500)),
                    q -> q.every(0).idle(QueryPlan.Idle.PROGRESS_ALONE),
                    d -> d.spark("3.4.4"))),
        anHour(
            Scenario.of("producer-stops-10s", "the agent sends what lastProgress holds", 3)
                .oneQuery(
                    stopsFrom1To2(500), q -> q.every(10).idle(QueryPlan.Idle.EVENT_AND_PROGRESS))),
        Scenario.of("producer-stops-5min", "5 min trigger, 60 partitions", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 60, stopsFrom1To2(500)),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(5, 2000)),
                d -> d)
            .fires(NO_INPUT, at(1, 14), at(1, 22))
            .resolves(at(2, 0), at(2, 8)),
        Scenario.of(
                "quiet-night-old-driver",
                "silence from 01:00 to 05:00 is expected, not for ever",
                13)
            .oneQuery(
                steady(300).during(at(1, 0), at(5, 0), 0).then(at(6, 0), 0),
                q -> q.every(10).idle(QueryPlan.Idle.PROGRESS_ALONE))
            .quietPeriod(Scenario.QUERY, Duration.ofHours(5))
            .fires(NO_INPUT, at(10, 55), at(11, 10)),
        Scenario.of("quiet-nights", "two nights, each within what is expected", 36)
            .oneQuery(
                steady(200).during(at(1, 0), at(5, 30), 0).during(at(25, 0), at(29, 30), 0),
                q -> q.takes(BatchTime.of(3, 2000)))
            .quietPeriod(Duration.ofHours(5)),
        Scenario.of("one-source-quiet", "one of two sources stops; the other goes on", 3)
            .with(s -> twoSources(s, stopsFrom1To2(100)))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .resolves(at(2, 0), at(2, 5)),
        Scenario.of("one-source-slow", "one of two sources gives rows every ten minutes only", 4)
            .with(s -> twoSources(s, none().burst(10 * MINUTE, 5, 20))),
        Scenario.of(
                "one-source-quiet-as-expected", "the quiet source is within its quiet period", 5)
            .with(s -> twoSources(s, steady(100).during(at(1, 0), at(4, 0), 0)))
            .quietPeriod(Duration.ofHours(4)),
        Scenario.of(
                "one-topic-of-many-quiet", "one of a source's topics stops: the source does not", 3)
            .with(
                s ->
                    s.topic(new TopicPlan("a", 4, steady(300)))
                        .topic(new TopicPlan("b", 4, stopsFrom1To2(300)))
                        .driver(
                            new DriverPlan("tiles").runs(new QueryPlan(Scenario.QUERY, "a", "b")))),
        Scenario.of("never-any-input", "a new query on a topic that stays empty", 3)
            .oneQuery(none(), q -> q.fresh())
            .fires(NO_INPUT, at(0, 14), at(0, 20)),
        Scenario.of("no-input-across-restarts", "a new run does not restart the clock", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(300).then(at(1, 0), 0)),
                q -> q.stops(at(1, 5)).starts(at(1, 6)),
                d -> d.killed(at(1, 10)).started(at(1, 11)))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .mayFire(QUERY_LOST, at(1, 10), at(1, 12)),
        Scenario.of("no-input-across-exporter-restarts", "nor does each restart of the exporter", 3)
            .oneQuery(steady(300).then(at(1, 0), 0), q -> q)
            .with(s -> s.exporterDown(at(1, 6), at(1, 8)).exporterDown(at(2, 0), at(2, 1)))
            .fires(NO_INPUT, at(1, 14), at(1, 20)),
        Scenario.of("producer-comes-and-goes", "eight minutes of silence, two of input", 4)
            .oneQuery(
                none().burst(10 * MINUTE, 2 * MINUTE, 800), q -> q.takes(BatchTime.of(2, 3000))));
  }

  private static Simulation twoSources(Simulation simulation, Arrivals second) {
    return simulation
        .topic(new TopicPlan("busy", 8, steady(400)))
        .topic(new TopicPlan("other", 2, second))
        .driver(
            new DriverPlan("tiles").runs(new QueryPlan(Scenario.QUERY, "busy").alsoReads("other")));
  }
}
