package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.LAG_UNKNOWN;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_FAILED;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import java.time.Duration;
import java.util.List;

/** Triggers that end by themselves or never report, and rows that Spark miscounts. */
final class ModeScenarios {
  private ModeScenarios() {}

  private static QueryPlan hourly(QueryPlan query, Type type, long every, long until) {
    query.trigger(type, null).startsOnlyWhenTold();
    for (long t = every; t < until; t += every) {
      query.starts(t);
    }
    return query;
  }

  static List<Scenario> all() {
    return List.of(
        Scenario.of("available-now-hourly", "a run an hour in a driver that lives on", 8)
            .oneQuery(
                steady(200),
                q ->
                    hourly(q, Type.AVAILABLE_NOW, HOUR, at(8, 0))
                        .takes(BatchTime.of(3, 6000))
                        .maxOffsets(200_000))
            .quietPeriod(Duration.ofHours(2)),
        Scenario.of("available-now-own-driver", "a driver for each hourly run", 8)
            .oneQuery(
                new TopicPlan(TOPIC, 12, steady(300).waving(0.3, 3 * HOUR)),
                q ->
                    hourly(q, Type.AVAILABLE_NOW, HOUR, at(8, 0))
                        .takes(BatchTime.of(3, 6000).slowStart(8))
                        .maxOffsets(200_000),
                d -> d.endsWithItsQueries().spark("3.4.4"))
            .quietPeriod(Duration.ofHours(2)),
        Scenario.of(
                "available-now-one-batch",
                "each hourly run reads all in one batch of a quarter hour",
                8)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(400)),
                q -> hourly(q, Type.AVAILABLE_NOW, HOUR, at(8, 0)).takes(BatchTime.of(5, 1500)),
                DriverPlan::endsWithItsQueries)
            .quietPeriod(Duration.ofHours(2))
            .mayFire(Scenario.BATCH_STUCK, at(1, 0), at(3, 0)),
        Scenario.of("available-now-every-6h", "four runs a day, heavier by day", 24)
            .oneQuery(
                new TopicPlan(TOPIC, 4, Arrivals.daily(50, 400)),
                q ->
                    hourly(q, Type.AVAILABLE_NOW, 6 * HOUR, at(24, 0))
                        .takes(BatchTime.of(3, 9000))
                        .maxOffsets(500_000),
                DriverPlan::endsWithItsQueries)
            .quietPeriod(Duration.ofHours(8)),
        Scenario.of("once-hourly", "Trigger.Once every hour in one batch", 6)
            .oneQuery(
                new TopicPlan(TOPIC, 4, steady(200)),
                q -> hourly(q, Type.ONCE, HOUR, at(6, 0)).takes(BatchTime.of(3, 4000)),
                DriverPlan::endsWithItsQueries)
            .quietPeriod(Duration.ofHours(2)),
        Scenario.of("available-now-fails", "the third hourly run fails, the fourth does not", 6)
            .oneQuery(
                steady(200),
                q ->
                    hourly(q, Type.AVAILABLE_NOW, HOUR, at(6, 0))
                        .takes(BatchTime.of(3, 2000))
                        .fails(at(3, 1)))
            .quietPeriod(Duration.ofMinutes(150))
            .fires(QUERY_FAILED, at(3, 1), at(3, 5))
            .resolves(at(4, 0), at(4, 20))
            .mayFire(Scenario.LAG_GROWING, at(3, 1), at(4, 0)),
        Scenario.of("real-time-30s", "real-time mode: a batch always outlasts its interval", 4)
            .oneQuery(
                steady(800),
                q ->
                    q.trigger(Type.REAL_TIME, Duration.ofSeconds(30)).takes(BatchTime.of(0, 5000))),
        Scenario.of("real-time-5min", "real-time mode with the default interval of 5 min", 6)
            .oneQuery(
                steady(800).waving(0.3, 40 * MINUTE),
                q -> q.trigger(Type.REAL_TIME, Duration.ofMinutes(5)).takes(BatchTime.of(0, 5000))),
        Scenario.of("real-time-without-input", "real-time mode still makes batches of nothing", 4)
            .oneQuery(
                steady(300).then(at(1, 0), 0),
                q -> q.trigger(Type.REAL_TIME, Duration.ofSeconds(30)).takes(BatchTime.of(0, 5000)))
            .fires(NO_INPUT, at(1, 14), at(1, 20)),
        Scenario.of("continuous", "continuous processing: no progress, so nothing can be known", 4)
            .oneQuery(steady(500), q -> q.trigger(Type.CONTINUOUS, Duration.ofSeconds(1)))
            .mayFire(LAG_UNKNOWN, 0, at(4, 0)),
        Scenario.of("rows-counted-twice", "foreachBatch with two actions", 4)
            .oneQuery(steady(600), q -> q.countsRowsTimes(2).takes(BatchTime.of(3, 2000))),
        Scenario.of(
                "rows-counted-as-none", "foreachBatch without an action: 0 rows, offsets move", 4)
            .oneQuery(steady(600), q -> q.countsRowsTimes(0).takes(BatchTime.of(3, 2000))),
        Scenario.of("rows-counted-as-none-old-driver", "0 rows on Spark 3.4, 10 s trigger", 4)
            .oneQuery(
                steady(600),
                q ->
                    q.every(10)
                        .countsRowsTimes(0)
                        .takes(BatchTime.of(1, 2000))
                        .idle(QueryPlan.Idle.PROGRESS)),
        Scenario.of(
                "rows-counted-twice-and-none-come", "what is counted twice stops all the same", 4)
            .oneQuery(
                steady(600).then(at(1, 0), 0),
                q -> q.countsRowsTimes(2).takes(BatchTime.of(3, 2000)))
            .fires(NO_INPUT, at(1, 14), at(1, 20)));
  }
}
