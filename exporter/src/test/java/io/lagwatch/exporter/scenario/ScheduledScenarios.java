package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_FAILED;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_LOST;
import static io.lagwatch.exporter.scenario.Scenario.RUN_MISSED;
import static io.lagwatch.exporter.scenario.Scenario.STOPPED_TOO_LONG;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;

import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Jobs that are started on a schedule, and queries that are stopped. */
final class ScheduledScenarios {
  private static final String RETENTION_AT_RISK = "RetentionAtRisk";
  private static final Duration DAY = Duration.ofHours(24);

  private ScheduledScenarios() {}

  static List<Scenario> all() {
    return List.of(
        daily("daily-job-on-time", "a run a day, which takes half an hour", 80, job(2, 26, 50, 74)),
        daily(
            "daily-job-late-within-grace",
            "the second run is 110 min late, the third on time",
            60,
            q -> job(2, 50).apply(q).starts(at(27, 50))),
        daily(
                "daily-job-missed",
                "the third run does not start, the fourth does",
                80,
                job(2, 26, 74))
            .fires(RUN_MISSED, at(52, 0), at(52, 1))
            .resolves(at(74, 0), at(74, 1)),
        daily("daily-job-never-again", "no run starts for three days", 100, job(2))
            .fires(RUN_MISSED, at(28, 0), at(28, 1)),
        daily(
                "daily-job-fails-and-is-retried",
                "the second run fails and is retried after an hour",
                52,
                q -> job(2, 26).apply(q).fails(at(26, 1)).starts(at(27, 0)))
            .fires(QUERY_FAILED, at(26, 1), at(26, 3))
            .resolves(at(27, 0), at(27, 30))
            .mayFire(LAG_GROWING, at(26, 1), at(27, 10)),
        daily(
                "daily-job-fails-and-stays-down",
                "the second run fails, and the third does not start",
                60,
                q -> job(2, 26).apply(q).fails(at(26, 1)))
            .fires(QUERY_FAILED, at(26, 1), at(26, 3))
            .fires(RUN_MISSED, at(52, 0), at(52, 1))
            .mayFire(LAG_GROWING, at(26, 1), at(60, 0)),
        daily(
                "daily-job-killed",
                "the driver of the second run is killed, and the third does not start",
                60,
                new TopicPlan(TOPIC, 4, steady(20)),
                job(2, 26),
                d -> d.killed(at(26, 1)))
            .fires(QUERY_LOST, at(26, 1), at(26, 4))
            .fires(RUN_MISSED, at(52, 0), at(52, 1))
            .mayFire(Scenario.NO_INPUT, at(56, 0), at(60, 0))
            .mayFire(LAG_GROWING, at(26, 1), at(60, 0)),
        daily(
                "job-longer-than-its-interval",
                "a run takes 5 h, one is expected every 4 h and starts 3 h after its end",
                22,
                q ->
                    job(1)
                        .apply(q)
                        .takes(BatchTime.of(5 * 3600, 1e9))
                        .startsBehind(1000)
                        .starts(at(9, 0)))
            .setting("expectEvery", Duration.ofHours(4))
            .mayFire(Scenario.BATCH_STUCK, 0, at(22, 0))
            .mayFire(LAG_GROWING, 0, at(22, 0))
            .mayFire(Scenario.NO_INPUT, 0, at(22, 0)),
        daily(
                "daily-job-exporter-down",
                "the exporter restarts before, at and after a missed run",
                80,
                job(2, 74))
            .with(
                s ->
                    s.exporterDown(at(20, 0), at(20, 5))
                        .exporterDown(at(27, 50), at(28, 20))
                        .exporterDown(at(40, 0), at(40, 1)))
            .fires(RUN_MISSED, at(28, 20), at(28, 21))
            .resolves(at(74, 0), at(74, 1)),
        daily("weekend", "a job of Monday to Friday with expectEvery of 72 h", 80, job(2, 74))
            .setting("expectEvery", Duration.ofHours(72)),
        Scenario.of(
                "stopped-while-segments-of-12h-are-deleted",
                "a stopped query's records are lost after 48 h: at 46 h they are old enough",
                60)
            .oneQuery(
                new TopicPlan(TOPIC, 2, steady(20)).segments(12 * HOUR, 36 * HOUR),
                q -> q.stops(at(10, 0)),
                d -> d)
            .fires(RETENTION_AT_RISK, at(39, 30), at(40, 30)),
        Scenario.of(
                "stopped-and-started-in-time",
                "the query reads on four hours before its records are deleted",
                60)
            .oneQuery(
                new TopicPlan(TOPIC, 2, steady(20)).segments(12 * HOUR, 36 * HOUR),
                q -> q.stops(at(10, 0)).starts(at(44, 0)),
                d -> d)
            .fires(RETENTION_AT_RISK, at(39, 30), at(40, 30))
            .resolves(at(44, 0), at(44, 30)),
        Scenario.of("segments-of-24h", "a healthy query, while the log start jumps by a day", 27)
            .oneQuery(
                new TopicPlan(TOPIC, 2, steady(20)).segments(24 * HOUR, 24 * HOUR),
                q -> q.every(300),
                d -> d),
        daily(
                "daily-job-segments-of-12h",
                "two runs on time and no third: its records are lost after 70 h",
                72,
                new TopicPlan(TOPIC, 2, steady(20)).segments(12 * HOUR, 34 * HOUR),
                job(2, 26),
                DriverPlan::endsWithItsQueries)
            .fires(RUN_MISSED, at(52, 0), at(52, 1))
            .fires(RETENTION_AT_RISK, at(53, 30), at(54, 30)),
        Scenario.of(
                "lost-and-exporter-down",
                "neither a short nor a long restart of the exporter resolves what a dead driver"
                    + " fires",
                5)
            .oneQuery(new TopicPlan(TOPIC, 4, steady(200)), q -> q, d -> d.killed(at(1, 0)))
            .with(s -> s.exporterDown(at(2, 0), at(2, 1)).exporterDown(at(3, 0), at(3, 20)))
            .fires(QUERY_LOST, at(1, 0), at(1, 5))
            .fires(LAG_GROWING, at(1, 0), at(1, 15))
            .fires(Scenario.NO_INPUT, at(1, 10), at(1, 20)),
        Scenario.of("stopped-too-long", "a query is stopped twice, for one and for three hours", 8)
            .oneQuery(
                steady(200),
                q -> q.stops(at(1, 0)).starts(at(2, 0)).stops(at(3, 0)).starts(at(6, 0)))
            .setting("stoppedTolerated", Duration.ofHours(2))
            .fires(STOPPED_TOO_LONG, at(5, 0), at(5, 1))
            .resolves(at(6, 0), at(6, 1)),
        Scenario.of("stopped-without-a-limit", "a stop that nobody minds, without a setting", 8)
            .oneQuery(steady(200), q -> q.stops(at(1, 0))),
        Scenario.of("stopped-and-exporter-down", "the exporter restarts while it fires", 8)
            .oneQuery(steady(200), q -> q.stops(at(1, 0)))
            .with(s -> s.exporterDown(at(4, 0), at(4, 10)))
            .setting("stoppedTolerated", Duration.ofHours(2))
            .fires(STOPPED_TOO_LONG, at(3, 0), at(3, 1)));
  }

  private static Scenario daily(
      String name, String what, double hours, UnaryOperator<QueryPlan> query) {
    return daily(
        name,
        what,
        hours,
        new TopicPlan(TOPIC, 4, steady(20)),
        query,
        DriverPlan::endsWithItsQueries);
  }

  private static Scenario daily(
      String name,
      String what,
      double hours,
      TopicPlan topic,
      UnaryOperator<QueryPlan> query,
      UnaryOperator<DriverPlan> driver) {
    return Scenario.of(name, what, hours)
        .oneQuery(topic, query, driver)
        .quietPeriod(Duration.ofHours(30))
        .setting("expectEvery", DAY);
  }

  /** Starts at these hours and ends by itself. */
  private static UnaryOperator<QueryPlan> job(int... hours) {
    return query -> {
      query
          .trigger(Type.AVAILABLE_NOW, null)
          .takes(BatchTime.of(30, 2000))
          .maxOffsets(400_000)
          .startsOnlyWhenTold();
      for (int hour : hours) {
        query.starts(at(hour, 0));
      }
      return query;
    };
  }
}
