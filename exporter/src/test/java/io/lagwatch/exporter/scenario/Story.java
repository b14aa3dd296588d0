package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.at;

import io.lagwatch.exporter.ingest.Report.Trigger;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Situations that the status page is looked at in. */
public enum Story {
  /** Six queries of three applications, none of which has a fault. */
  WELL("All is well", Duration.ofMinutes(75), Story::shop),

  /** One falls behind on a hot partition, one is near its trigger, one has failed. */
  TROUBLE("Three of seven need somebody", Duration.ofMinutes(84), Story::trouble),

  /** The brokers have not answered for a while, after one partition's leader had been lost. */
  UNKNOWN("Nobody knows", Duration.ofMinutes(70), Story::unknown),

  /** The driver was killed twelve minutes ago; records go on to come. */
  DEAD("A dead driver", Duration.ofMinutes(72), Story::dead),

  /** As many as a page should bear. */
  MANY("Three hundred queries", Duration.ofMinutes(6), Story::many);

  private static final double HOURS = 48;

  private final String title;
  private final Duration moment;
  private final UnaryOperator<Simulation> plot;

  Story(String title, Duration moment, UnaryOperator<Simulation> plot) {
    this.title = title;
    this.moment = moment;
    this.plot = plot;
  }

  Duration moment() {
    return moment;
  }

  Scenario scenario() {
    return Scenario.of(name(), title, HOURS).quietPeriod(Duration.ofHours(1)).with(plot);
  }

  private static Simulation shop(Simulation story) {
    return tiles(
        orders(story),
        new TopicPlan("learning.progress", 8, steady(1200).waving(0.2, 1500)),
        query -> query,
        driver -> driver);
  }

  private static Simulation orders(Simulation story) {
    var payments =
        new QueryPlan("payments-to-ledger", "payments")
            .every(10)
            .takes(BatchTime.of(1.2, 900))
            .state(StatePlan.windowed().rows(steady(48_200).waving(0.1, 2400)));
    var orders =
        new QueryPlan("orders-enriched", "orders", "customers")
            .every(60)
            .takes(BatchTime.of(9, 2400));
    var fraud = new QueryPlan("fraud-scores", "payments").every(0).takes(BatchTime.of(0.8, 1500));
    var nightly =
        new QueryPlan("nightly-archive", "orders")
            .trigger(Trigger.Type.AVAILABLE_NOW, null)
            .takes(BatchTime.of(20, 6000))
            .startsBehind(400_000);
    return story
        .topic(new TopicPlan("payments", 6, steady(310)))
        .topic(new TopicPlan("orders", 12, steady(640).waving(0.3, 2000)))
        .topic(new TopicPlan("customers", 3, steady(4)))
        .driver(new DriverPlan("payments").host("driver-2").runs(payments).runs(fraud))
        .driver(new DriverPlan("orders").host("driver-7").runs(orders).runs(nightly));
  }

  private static Simulation tiles(
      Simulation story,
      TopicPlan topic,
      UnaryOperator<QueryPlan> change,
      UnaryOperator<DriverPlan> fate) {
    var tile =
        new QueryPlan("course-activity-tile", topic.name)
            .every(30)
            .takes(BatchTime.of(2.2, 3200))
            .state(StatePlan.windowed().rows(steady(182_000).waving(0.08, 3000)));
    var sessions =
        new QueryPlan("session-ends", topic.name)
            .every(30)
            .takes(BatchTime.of(3, 6000))
            .state(StatePlan.windowed().rows(steady(9_400)));
    return story
        .topic(topic)
        .driver(fate.apply(new DriverPlan("course-tiles").runs(change.apply(tile)).runs(sessions)));
  }

  private static Simulation trouble(Simulation story) {
    var learning =
        new TopicPlan("learning.progress", 8, steady(1150).then(at(1, 2), 2050)).hot(5, at(1, 0));
    var search =
        new QueryPlan("search-index", "catalogue")
            .every(20)
            .takes(BatchTime.of(4, 420).creeping(ramp(0, 11, at(0, 30), at(1, 20))));
    var mails =
        new QueryPlan("mail-digests", "mails")
            .every(60)
            .takes(BatchTime.of(4, 900))
            .hangs(at(1, 10), at(48, 0))
            .fails(at(1, 12));
    return tiles(
            orders(story),
            learning,
            query -> query.takes(BatchTime.of(2.2, 2400)).maxOffsets(44_000),
            driver -> driver)
        .topic(new TopicPlan("catalogue", 4, steady(60)))
        .topic(new TopicPlan("mails", 2, steady(25)))
        .driver(new DriverPlan("search").host("driver-3").runs(search))
        .driver(new DriverPlan("mails").host("driver-3").runs(mails));
  }

  private static Simulation unknown(Simulation story) {
    var learning =
        new TopicPlan("learning.progress", 8, steady(1200)).deaf(3, at(0, 40), at(48, 0));
    return tiles(orders(story), learning, query -> query, driver -> driver)
        .brokerDown(at(1, 4), at(1, 20));
  }

  private static Simulation dead(Simulation story) {
    return tiles(
        orders(story),
        new TopicPlan("learning.progress", 8, steady(1200)),
        query -> query,
        driver -> driver.seesBatchesInFlight().killed(at(1, 0)));
  }

  private static Simulation many(Simulation story) {
    for (int app = 0; app < 30; app++) {
      var topic = "events-" + app;
      var driver = new DriverPlan("app-" + String.format("%02d", app)).host("driver-" + app);
      for (int i = 0; i < 10; i++) {
        double seconds = 4 + (app * 7 + i * 3) % 21;
        driver.runs(
            new QueryPlan(String.format("query-%02d-%d", app, i), topic)
                .every(60)
                .takes(BatchTime.of(seconds, 1800)));
      }
      if (app % 13 == 4) {
        driver.killed(at(0, 2));
      }
      story.topic(new TopicPlan(topic, 2, steady(40 + 10 * app))).driver(driver);
    }
    return story;
  }
}
