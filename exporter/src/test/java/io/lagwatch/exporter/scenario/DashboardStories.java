package io.lagwatch.exporter.scenario;

import static io.lagwatch.exporter.scenario.Arrivals.ramp;
import static io.lagwatch.exporter.scenario.Arrivals.steady;
import static io.lagwatch.exporter.scenario.Scenario.at;
import static io.lagwatch.exporter.scenario.Span.HOUR;
import static io.lagwatch.exporter.scenario.Span.MINUTE;

import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.ingest.Report.Trigger.Type;
import java.time.Duration;
import java.util.List;

/** The stories that {@link DashboardStory} tells. */
final class DashboardStories {
  private DashboardStories() {}

  private static final long END = at(4, 30);

  /** A dozen queries of which half get into trouble, each into its own. */
  static DashboardStory trouble() {
    var story = new Simulation(Duration.ofSeconds(END), 11);
    falling(story);
    hanging(story);
    draining(story);
    ended(story);
    strange(story);
    story.brokerDown(at(2, 20), at(2, 26)).exporterDown(at(1, 50), at(1, 53));
    var rules =
        new QueryRules(
            List.of(
                new QueryRules.QueryRule(
                    new Glob("nightly-*"),
                    Glob.ANY,
                    QuerySettings.DEFAULTS
                        .with("expectEvery", Duration.ofHours(1))
                        .with("stoppedTolerated", Duration.ofHours(2))),
                Scenario.rule("audit-*", Duration.ofHours(5)),
                Scenario.rule("*", Duration.ofMinutes(30))));
    return new DashboardStory(
        "trouble", story, rules, PartitionMetrics.ALL, Duration.ofSeconds(30));
  }

  /** It loses two thirds of its capacity; its neighbour is well. */
  private static void falling(Simulation story) {
    story
        .topic(
            new TopicPlan("learning.progress", 12, steady(900).waving(0.15, 40 * MINUTE)).skew(1))
        .topic(new TopicPlan("learning.completions", 4, steady(120).waving(0.3, 70 * MINUTE)))
        .driver(
            new DriverPlan("course-tiles")
                .seesBatchesInFlight()
                .runs(
                    new QueryPlan("course-activity-tile", "learning.progress")
                        .alsoReads("learning.completions")
                        .maxOffsets(60_000)
                        .state(
                            StatePlan.windowed()
                                .rows(steady(410_000).waving(0.2, 60 * MINUTE))
                                .drops(Arrivals.none().burst(10 * MINUTE, MINUTE, 60)))
                        .takes(
                            BatchTime.of(3, 2600)
                                .capacity(t -> t < at(3, 25) ? 1 : 0.33)
                                .noise(0.08)))
                .runs(
                    new QueryPlan("course-completions", "learning.completions")
                        .takes(BatchTime.of(2, 2000))));
  }

  /** A batch of it hangs until its records are deleted; its neighbour fails for good. */
  private static void hanging(Simulation story) {
    story
        .topic(new TopicPlan("network.events", 24, steady(2400)).keeps(240_000))
        .topic(new TopicPlan("network.scores", 6, steady(200)))
        .driver(
            new DriverPlan("network")
                .seesBatchesInFlight()
                .runs(
                    new QueryPlan("network-kpi", "network.events")
                        .every(10)
                        .takes(BatchTime.of(1.5, 6000).oddSlow(40, 6))
                        .state(StatePlan.windowed().rows(steady(88_000).waving(0.1, 25 * MINUTE)))
                        .hangs(at(3, 40), Span.FOR_EVER))
                .runs(
                    new QueryPlan("anomaly-scores", "network.scores")
                        .takes(BatchTime.of(4, 900))
                        .fails(at(2, 50))
                        .starts(at(2, 51))
                        .fails(at(4, 5))));
  }

  /** One driver is away for three quarters of an hour, one for good. */
  private static void draining(Simulation story) {
    story
        .topic(new TopicPlan("billing.invoices", 8, steady(500)))
        .topic(new TopicPlan("billing.payments", 8, steady(260)))
        .driver(
            new DriverPlan("billing")
                .killed(at(2, 55))
                .started(at(3, 40))
                .runs(
                    new QueryPlan("invoices", "billing.invoices")
                        .maxOffsets(25_000)
                        .startsBehind(250_000)
                        .takes(BatchTime.of(3, 1500))))
        .driver(
            new DriverPlan("payments")
                .killed(at(4, 6))
                .runs(new QueryPlan("payments", "billing.payments").takes(BatchTime.of(3, 900))));
  }

  /** Runs that end by themselves, and a query that nobody sends anything. */
  private static void ended(Simulation story) {
    var export =
        new QueryPlan("nightly-export", "billing.payments")
            .trigger(Type.AVAILABLE_NOW, null)
            .maxOffsets(200_000)
            .takes(BatchTime.of(4, 5000))
            .startsOnlyWhenTold();
    for (long t = HOUR / 2; t < END; t += HOUR) {
      export.starts(t);
    }
    story
        .topic(new TopicPlan("audit.trail", 2, steady(20).then(at(0, 40), 0)))
        .driver(new DriverPlan("exports").endsWithItsQueries().runs(export))
        .driver(
            new DriverPlan("audit")
                .runs(new QueryPlan("audit-trail", "audit.trail").takes(BatchTime.of(1, 2000))));
  }

  /** Topics and checkpoints that are not what they were. */
  private static void strange(Simulation story) {
    story
        .topic(
            new TopicPlan("orders.eu", 6, steady(300))
                .deaf(2, at(4, 0), END)
                .deaf(5, at(4, 0), END))
        .topic(new TopicPlan("orders.us", 6, steady(300)).recreated(at(4, 12), 6))
        .topic(new TopicPlan("web.clicks", 12, ramp(900, 1300, 0, END)))
        .driver(
            new DriverPlan("orders")
                .unreachable(at(3, 0), at(3, 0) + 40)
                .runs(new QueryPlan("orders-eu", "orders.eu").takes(BatchTime.of(2, 2000)))
                .runs(new QueryPlan("orders-us", "orders.us").takes(BatchTime.of(2, 2000))))
        .driver(
            new DriverPlan("web")
                .spark("4.0.1")
                .runs(sessions())
                .runs(
                    new QueryPlan("clicks", "web.clicks")
                        .every(5)
                        .takes(BatchTime.of(0.6, 9000))
                        .stops(at(4, 10))
                        .startsOnNewCheckpoint(at(4, 11))))
        .driver(new DriverPlan("web").host("driver-1").startedFirst(at(4, 20)).runs(sessions()));
  }

  private static QueryPlan sessions() {
    return new QueryPlan("sessions", "web.clicks")
        .every(60)
        .takes(BatchTime.of(6, 4000))
        .state(
            StatePlan.windowed()
                .rows(ramp(200_000, 3_400_000, 0, END))
                .drops(Arrivals.none().during(at(3, 30), END, 2500))
                .watermarkStands(at(4, 0), END));
  }

  /** Many queries in thirty applications; a few have lost capacity, a few their driver. */
  static DashboardStory crowd(int queries) {
    var story = new Simulation(Duration.ofMinutes(25), 13);
    for (int app = 0; app < 30; app++) {
      var driver = new DriverPlan("team-%02d".formatted(app));
      if (app % 10 == 9) {
        driver.killed(at(0, 20));
      }
      for (int i = app; i < queries; i += 30) {
        String topic = "topic-%03d".formatted(i);
        double perSecond = 40 + i;
        story.topic(new TopicPlan(topic, 2, steady(perSecond)));
        var time = BatchTime.of(1 + i % 9, 900);
        if (i % 97 == 5) {
          time.capacity(t -> t < at(0, 5) ? 1 : 0.7 * perSecond / 900);
        }
        driver.runs(new QueryPlan("ingest-%03d".formatted(i), topic).takes(time));
      }
      story.driver(driver);
    }
    return new DashboardStory(
        "crowd", story, QueryRules.NONE, SampledMonitor.NO_PARTITIONS, Duration.ofMinutes(1));
  }
}
