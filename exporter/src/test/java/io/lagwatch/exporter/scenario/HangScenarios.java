package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_STUCK;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** A batch that hangs while records keep coming. */
final class HangScenarios {
  private static final long HANGS = at(1, 0);
  private static final long GOES_ON = at(2, 0);

  private HangScenarios() {}

  /** For triggers up to half a minute; an hour's backlog is read within {@code drainMinutes}. */
  private static Scenario anHour(Scenario scenario, int drainMinutes) {
    long drained = GOES_ON + drainMinutes * MINUTE;
    return scenario
        .fires(LAG_GROWING, at(1, 1), at(1, 15))
        .resolves(GOES_ON, drained + 10 * MINUTE)
        .fires(NO_INPUT, at(1, 14), at(1, 20))
        .resolves(GOES_ON, GOES_ON + 5 * MINUTE)
        .fires(BATCH_STUCK, at(1, 1), at(1, 30))
        .resolves(GOES_ON, GOES_ON + 5 * MINUTE)
        .mayFire(BATCH_STUCK, GOES_ON, drained)
        .mayFire(BATCH_NEAR_TRIGGER, GOES_ON, drained + 20 * MINUTE);
  }

  static List<Scenario> all() {
    return List.of(
        anHour(
            Scenario.of("hang-30s", "the sink hangs for an hour", 4)
                .oneQuery(steady(600), q -> q.takes(BatchTime.of(3, 3000)).hangs(HANGS, GOES_ON)),
            16),
        anHour(
            Scenario.of("hang-30s-seen-in-flight", "the agent sees the batch in flight", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 60, steady(600)).skew(2),
                    q -> q.takes(BatchTime.of(3, 3000)).hangs(HANGS, GOES_ON),
                    DriverPlan::seesBatchesInFlight),
            16),
        anHour(
            Scenario.of("hang-10s-old-driver", "10 s trigger, Spark 3.4, one partition", 4)
                .oneQuery(
                    new TopicPlan(TOPIC, 1, steady(500)),
                    q ->
                        q.every(10)
                            .takes(BatchTime.of(1, 3000))
                            .maxOffsets(24_000)
                            .hangs(HANGS, GOES_ON)
                            .idle(QueryPlan.Idle.PROGRESS_ALONE),
                    d -> d.spark("3.4.4").slowSilentHeartbeat()),
            20),
        anHour(
            Scenario.of("hang-0s", "as fast as possible, then not at all", 4)
                .oneQuery(
                    steady(500),
                    q -> q.every(0).takes(BatchTime.of(1, 3000)).hangs(HANGS, GOES_ON)),
            14),
        anHour(
            Scenario.of("hang-trigger-unknown", "the driver could not learn its trigger", 4)
                .oneQuery(
                    steady(500),
                    q -> q.takes(BatchTime.of(3, 3000)).triggerUnknown().hangs(HANGS, GOES_ON)),
            14),
        Scenario.of("hang-then-idle", "when it goes on, nothing comes any more", 4)
            .quietPeriod(Duration.ofHours(5))
            .oneQuery(
                steady(500).then(at(1, 30), 0),
                q -> q.takes(BatchTime.of(3, 3000)).hangs(HANGS, GOES_ON))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(GOES_ON, GOES_ON + 20 * MINUTE)
            .fires(BATCH_STUCK, at(1, 1), at(1, 30))
            .resolves(GOES_ON, GOES_ON + 5 * MINUTE)
            .mayFire(BATCH_STUCK, GOES_ON, GOES_ON + 20 * MINUTE)
            .mayFire(BATCH_NEAR_TRIGGER, GOES_ON, GOES_ON + 20 * MINUTE),
        Scenario.of("hang-5min", "a 5 min trigger hangs for two hours", 6)
            .oneQuery(
                new TopicPlan(TOPIC, 12, steady(500)),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000)).hangs(at(2, 0), at(4, 0)),
                DriverPlan::seesBatchesInFlight)
            .fires(LAG_GROWING, at(2, 6), at(2, 30))
            .resolves(at(4, 0), at(4, 50))
            .fires(NO_INPUT, at(2, 10), at(2, 22))
            .resolves(at(4, 0), at(4, 10))
            .fires(BATCH_STUCK, at(2, 5), at(2, 45))
            .resolves(at(4, 0), at(4, 10))
            .mayFire(BATCH_STUCK, at(4, 0), at(5, 0))
            .mayFire(NO_INPUT, at(4, 10), at(4, 30))
            .mayFire(BATCH_NEAR_TRIGGER, at(4, 0), at(5, 30)),
        Scenario.of("hang-1h", "an hourly batch hangs until the night is over", 16)
            .oneQuery(
                steady(200),
                q -> q.every(HOUR).takes(BatchTime.of(30, 4000)).hangs(at(5, 0), at(12, 0)))
            .quietPeriod(Duration.ofHours(3))
            .fires(LAG_GROWING, at(5, 10), at(9, 0))
            .resolves(at(12, 0), at(15, 0))
            .fires(NO_INPUT, at(7, 0), at(8, 15))
            .resolves(at(12, 0), at(13, 0))
            .fires(BATCH_STUCK, at(5, 5), at(9, 0))
            .resolves(at(12, 0), at(12, 10))
            .mayFire(BATCH_STUCK, at(12, 0), at(13, 0))
            .mayFire(BATCH_NEAR_TRIGGER, at(12, 0), at(16, 0)),
        Scenario.of("hang-for-good", "nobody is there to help", 6)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(600)),
                q -> q.takes(BatchTime.of(3, 2000)).hangs(HANGS, Span.FOR_EVER),
                d -> d)
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .fires(BATCH_STUCK, at(1, 1), at(1, 30)),
        Scenario.of("hang-of-one-query", "one of three queries of a driver hangs", 4)
            .with(
                s ->
                    s.topic(new TopicPlan("a", 4, steady(600)))
                        .topic(new TopicPlan("b", 4, steady(400)))
                        .driver(
                            new DriverPlan("tiles")
                                .seesBatchesInFlight()
                                .runs(new QueryPlan("one", "a"))
                                .runs(
                                    new QueryPlan("two", "b")
                                        .takes(BatchTime.of(2, 3000))
                                        .hangs(HANGS, GOES_ON))
                                .runs(
                                    new QueryPlan("three", "a")
                                        .alsoReads("b")
                                        .every(10)
                                        .takes(BatchTime.of(1, 3000)))))
            .fires("two", LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(GOES_ON, at(2, 25))
            .fires("two", NO_INPUT, at(1, 14), at(1, 20))
            .resolves(GOES_ON, at(2, 5))
            .fires("two", BATCH_STUCK, at(1, 1), at(1, 30))
            .resolves(GOES_ON, at(2, 5))
            .mayFire("two", BATCH_STUCK, GOES_ON, at(2, 15))
            .mayFire("two", BATCH_NEAR_TRIGGER, GOES_ON, at(2, 40)),
        Scenario.of(
                "hang-without-traffic", "a hung batch while nothing comes: no lag, but stuck", 5)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(300).then(at(1, 0) + 10, 0)),
                q -> q.takes(BatchTime.of(3, 2000)).hangs(HANGS, Span.FOR_EVER),
                DriverPlan::seesBatchesInFlight)
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .mayFire(LAG_GROWING, at(1, 0), at(5, 0))
            .fires(BATCH_STUCK, at(1, 1), at(1, 30)));
  }
}
