package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.daily;
import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;

/** Queries that keep up, whatever the traffic: nothing may fire. */
final class HealthyScenarios {
  private HealthyScenarios() {}

  static List<Scenario> all() {
    return List.of(
        Scenario.of("steady-30s", "1000 rows/s, batches take half of the trigger", 4)
            .oneQuery(steady(1000), q -> q.takes(BatchTime.of(2, 2000))),
        Scenario.of("steady-0s", "as fast as possible, a batch follows the other", 4)
            .oneQuery(steady(500), q -> q.every(0).takes(BatchTime.of(1, 2000))),
        Scenario.of("steady-10s-old-driver", "10 s trigger, Spark 3.4, one partition", 4)
            .oneQuery(
                new TopicPlan(TOPIC, 1, steady(800)),
                q -> q.every(10).takes(BatchTime.of(1, 2000)).idle(QueryPlan.Idle.PROGRESS_ALONE),
                d -> d.spark("3.4.4")),
        Scenario.of("steady-5min-60-partitions", "a high saw-tooth over many uneven partitions", 6)
            .oneQuery(
                new TopicPlan(TOPIC, 60, steady(2000)).skew(2),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 6000)),
                DriverPlan::slowSilentHeartbeat),
        Scenario.of("steady-1h", "1 h trigger, batches of six minutes", 16)
            .oneQuery(steady(500), q -> q.every(HOUR).takes(BatchTime.of(20, 5000)))
            .quietPeriod(Duration.ofHours(3)),
        Scenario.of(
                "steady-1h-quiet-period-unset",
                "no input between batches is the trigger's doing",
                8)
            .oneQuery(steady(500), q -> q.every(HOUR).takes(BatchTime.of(20, 5000)))
            .quietPeriod(Duration.ofMinutes(30)),
        Scenario.of("noisy-traffic", "arrivals swing by half in minutes and jump each second", 6)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(700).waving(0.5, 7 * MINUTE)).noise(1),
                q -> q.takes(BatchTime.of(2, 2000).noise(0.15)),
                d -> d),
        Scenario.of("noisy-traffic-0s", "slow and fast swings on a trigger of 0", 6)
            .oneQuery(
                new TopicPlan(
                        TOPIC, 12, steady(700).waving(0.4, 11 * MINUTE).waving(0.2, 73 * MINUTE))
                    .noise(1),
                q -> q.every(0).takes(BatchTime.of(2, 2000).noise(0.2)),
                d -> d),
        Scenario.of("noisy-traffic-5min", "swings of an hour under a 5 min trigger", 12)
            .oneQuery(
                steady(600).waving(0.4, 50 * MINUTE),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000).noise(0.2))),
        Scenario.of("bursts", "every ten minutes a burst of 40 s that takes a few batches", 5)
            .oneQuery(
                steady(400).burst(10 * MINUTE, 40, 2400),
                q -> q.takes(BatchTime.of(2, 4500)).maxOffsets(60_000)),
        Scenario.of("morning-ramp-10s", "traffic climbs sevenfold in four hours", 6)
            .oneQuery(
                ramp(200, 1400, at(1, 0), at(5, 0)),
                q -> q.every(10).takes(BatchTime.of(1, 2500)).idle(QueryPlan.Idle.PROGRESS)),
        Scenario.of("morning-ramp-5min", "a ramp under a 5 min trigger, many partitions", 8)
            .oneQuery(
                new TopicPlan(TOPIC, 60, ramp(100, 1500, at(1, 0), at(6, 0))),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(8, 3000)),
                d -> d),
        Scenario.of("steep-ramp-30s", "traffic grows tenfold in twenty minutes", 4)
            .oneQuery(ramp(120, 1200, at(1, 0), at(1, 20)), q -> q.takes(BatchTime.of(2, 2500))),
        Scenario.of("ramp-1h", "traffic triples over ten hours of hourly batches", 16)
            .oneQuery(
                ramp(200, 600, at(3, 0), at(13, 0)),
                q -> q.every(HOUR).takes(BatchTime.of(20, 3000)))
            .quietPeriod(Duration.ofHours(3)),
        Scenario.of("daily-curve-30s", "a whole day, nearly silent at four in the morning", 24)
            .oneQuery(daily(5, 1200), q -> q.takes(BatchTime.of(2, 2500))),
        Scenario.of("daily-curve-5min", "a whole day on a 5 min trigger, Spark 3.4", 24)
            .oneQuery(
                daily(50, 1500),
                q ->
                    q.every(5 * MINUTE).takes(BatchTime.of(5, 4000)).idle(QueryPlan.Idle.PROGRESS)),
        Scenario.of("step-up-30s", "from 400 to 1000 rows/s in one step, and it keeps up", 4)
            .oneQuery(steady(400).then(at(1, 0), 1000), q -> q.takes(BatchTime.of(2, 2000))),
        Scenario.of("step-up-0s", "each batch doubles and stays so", 4)
            .oneQuery(
                steady(400).then(at(1, 0), 1200), q -> q.every(0).takes(BatchTime.of(4, 2500))),
        Scenario.of("step-up-5min", "three times the rows in every batch from one hour on", 5)
            .oneQuery(
                steady(400).then(at(1, 12), 1200),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 3000))),
        Scenario.of("step-up-1h", "twice the rows in every hourly batch", 16)
            .oneQuery(
                steady(300).then(at(5, 20), 600), q -> q.every(HOUR).takes(BatchTime.of(20, 3000)))
            .quietPeriod(Duration.ofHours(3)),
        Scenario.of("trickle", "a record every fifty seconds", 6)
            .oneQuery(steady(0.02), q -> q.takes(BatchTime.of(1, 2000))),
        Scenario.of("trickle-5min", "a record every two minutes, 5 min trigger, one partition", 8)
            .oneQuery(
                new TopicPlan(TOPIC, 1, steady(0.008)).noise(3),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(1, 2000)),
                d -> d)
            .quietPeriod(Duration.ofHours(1)),
        Scenario.of("trigger-unknown", "the driver could not learn its trigger of 30 s", 4)
            .oneQuery(steady(600), q -> q.takes(BatchTime.of(3, 2000)).triggerUnknown()),
        Scenario.of("first-batches-slow", "the first batches of every run take far longer", 4)
            .oneQuery(
                steady(600),
                q ->
                    q.takes(BatchTime.of(3, 2000).slowStart(45))
                        .stops(at(1, 0))
                        .starts(at(1, 2))
                        .stops(at(2, 0))
                        .starts(at(2, 3))),
        Scenario.of("first-batches-slow-10s", "a slow start of a minute under a 10 s trigger", 3)
            .oneQuery(
                steady(600),
                q ->
                    q.every(10)
                        .takes(BatchTime.of(1, 2000).slowStart(60))
                        .stops(at(1, 0))
                        .starts(at(1, 1))),
        Scenario.of("odd-slow-batch-10s", "one batch in fifteen takes twice the trigger", 4)
            .oneQuery(steady(400), q -> q.every(10).takes(BatchTime.of(2, 2000).oddSlow(15, 16))),
        Scenario.of("odd-slow-batch-0s", "one batch in thirty takes a minute more", 4)
            .oneQuery(steady(400), q -> q.every(0).takes(BatchTime.of(3, 2000).oddSlow(30, 60))),
        Scenario.of(
                "odd-slow-batch-of-minutes", "once an hour a batch of three and a half minutes", 5)
            .oneQuery(steady(400), q -> q.takes(BatchTime.of(2, 2000).oddSlow(120, 200))),
        Scenario.of("odd-slow-batch-5min", "one batch in six takes longer than the trigger", 8)
            .oneQuery(
                steady(400),
                q -> q.every(5 * MINUTE).takes(BatchTime.of(10, 2000).oddSlow(6, 260))),
        Scenario.of(
                "three-quarters-busy",
                "batches take three quarters of the trigger: near, not at",
                5)
            .oneQuery(steady(500), q -> q.takes(BatchTime.of(14, 1800).noise(0.04))),
        Scenario.of(
                "planned-maintenance-batches", "compaction every 40th batch, four triggers long", 6)
            .oneQuery(steady(300), q -> q.takes(BatchTime.of(3, 3000).oddSlow(40, 110))));
  }
}
