package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_NEAR_TRIGGER;
import static io.lagwatch.exporter.scenario.Scenario.BATCH_STUCK;
import static io.lagwatch.exporter.scenario.Scenario.LAG_GROWING;
import static io.lagwatch.exporter.scenario.Scenario.LAG_UNKNOWN;
import static io.lagwatch.exporter.scenario.Scenario.NO_INPUT;
import static io.lagwatch.exporter.scenario.Scenario.QUERY_FAILED;
import static io.lagwatch.exporter.scenario.Scenario.TOPIC;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** What happens to the topics under a query, and to its checkpoint. */
final class TopicScenarios {
  private static final String POSITION_BEYOND_END = "PositionBeyondEnd";
  private static final String RETENTION_AT_RISK = "RetentionAtRisk";
  private static final String CHECKPOINT_REPLACED = "CheckpointReplaced";
  private static final String CHECKPOINT_SHARED = "CheckpointShared";

  private TopicScenarios() {}

  private static Scenario one(
      String name, String what, TopicPlan topic, UnaryOperator<QueryPlan> query) {
    return Scenario.of(name, what, 4).oneQuery(topic, query, d -> d);
  }

  private static TopicPlan topic(double perSecond) {
    return new TopicPlan(TOPIC, 4, steady(perSecond));
  }

  static List<Scenario> all() {
    var flat = new TopicPlan(TOPIC, 60, steady(1000));
    for (int p = 0; p < 60; p += 7) {
      flat.deaf(p, at(1, p), at(1, p + 20));
    }
    return List.of(
        one(
            "partitions-added",
            "4 partitions become 12 and are read immediately",
            topic(600).growsTo(at(1, 0), 12),
            q -> q.takes(BatchTime.of(3, 2000))),
        one(
            "partitions-added-seen-late",
            "Spark 3.3 sees the new partition after five minutes",
            topic(600).growsTo(at(1, 0), 5),
            q -> q.takes(BatchTime.of(3, 2500)).seesPartitionsAfter(5 * MINUTE)),
        one(
                "partitions-come-and-go-unanswered",
                "some ends of a flat backlog cannot be had for a while",
                flat,
                q -> q.takes(BatchTime.of(2, 2000)).maxOffsets(30_000).startsBehind(3_000_000))
            .mayFire(LAG_UNKNOWN, at(1, 0), at(2, 20)),
        one(
                "topic-recreated",
                "deleted and recreated; the query continues after the loss",
                topic(600).recreated(at(1, 0) + 10, 4),
                q -> q.takes(BatchTime.of(3, 2000)).goesOnAfterDataLoss())
            .mayFire(POSITION_BEYOND_END, at(1, 0), at(1, 5)),
        one(
                "topic-recreated-fails",
                "deleted and recreated; the query fails and is not restarted",
                topic(600).recreated(at(1, 0) + 10, 4),
                q -> q.takes(BatchTime.of(3, 2000)))
            .fires(QUERY_FAILED, at(1, 0), at(1, 3))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .fires(POSITION_BEYOND_END, at(1, 0), at(1, 10))
            .mayFire(LAG_GROWING, at(1, 0), at(4, 0)),
        one(
                "retention-overtakes",
                "it hangs until its records are deleted",
                topic(600).keeps(1_000_000),
                q -> q.takes(BatchTime.of(3, 2000)).hangs(at(1, 0), Span.FOR_EVER))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .fires(NO_INPUT, at(1, 14), at(1, 20))
            .fires(BATCH_STUCK, at(1, 1), at(1, 30))
            .fires(RETENTION_AT_RISK, at(1, 0), at(2, 55)),
        one(
                "retention-risk-averted",
                "it hangs until its records are nearly deleted, and then reads them",
                topic(600).keeps(1_000_000),
                q -> q.takes(BatchTime.of(3, 2000)).hangs(at(1, 0), at(2, 15)))
            .quietPeriod(Duration.ofHours(5))
            .fires(LAG_GROWING, at(1, 1), at(1, 15))
            .resolves(at(2, 15), at(3, 5))
            .fires(BATCH_STUCK, at(1, 1), at(1, 30))
            .resolves(at(2, 15), at(2, 20))
            .fires(RETENTION_AT_RISK, at(1, 45), at(2, 10))
            .resolves(at(2, 15), at(3, 10))
            .mayFire(BATCH_STUCK, at(2, 15), at(3, 10))
            .mayFire(BATCH_NEAR_TRIGGER, at(2, 15), at(3, 30)),
        Scenario.of("checkpoint-replaced", "the same name starts on an empty checkpoint", 3)
            .oneQuery(
                topic(600),
                q -> q.takes(BatchTime.of(3, 2000)).stops(at(1, 0)).startsOnNewCheckpoint(at(1, 1)),
                d -> d)
            .fires(CHECKPOINT_REPLACED, at(1, 1), at(1, 5))
            .mayFire(CHECKPOINT_REPLACED, at(1, 5), at(3, 0)),
        Scenario.of("checkpoint-shared", "two drivers run the same query for an hour", 4)
            .with(
                s ->
                    s.topic(topic(600))
                        .driver(new DriverPlan("tiles").runs(new QueryPlan(Scenario.QUERY, TOPIC)))
                        .driver(
                            new DriverPlan("tiles")
                                .host("driver-1")
                                .startedFirst(HOUR)
                                .exits(2 * HOUR)
                                .runs(new QueryPlan(Scenario.QUERY, TOPIC).stops(2 * HOUR))))
            .fires(CHECKPOINT_SHARED, at(1, 0), at(1, 5))
            .resolves(at(2, 0), at(2, 10)));
  }
}
