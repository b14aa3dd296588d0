package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.producer.Counts;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/**
 * The scripted scenario: steady traffic, a surge, a killed driver, a new driver on the same
 * checkpoint, a pause. Checks compare with the producer's counts, the checkpoint or the result
 * files.
 */
public final class Scenario {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final int SURGE_RATE = 4_000;
  private static final long SURGE_LAG = 9_000;
  private static final Duration NORMAL_BACKLOG = Duration.ofSeconds(20);
  private static final DemoQuery COURSE = DemoQuery.COURSE_ACTIVITY_TILE;

  private final DemoEnvironment environment;
  private final CheckReport checks;
  private final ScrapePoller poller;
  private final OffsetChecks offsetChecks;

  /**
   * Creates a scenario for a started environment.
   *
   * @param out receives a line for each check
   */
  public Scenario(DemoEnvironment environment, PrintStream out) {
    this.environment = environment;
    checks = new CheckReport(out);
    poller = new ScrapePoller(environment, checks);
    offsetChecks = new OffsetChecks(environment, poller, checks);
  }

  /** Runs the scenario; returns true if every check passed. */
  public boolean run() {
    long began = System.nanoTime();
    try {
      Scrape early = steady();
      surge();
      Scrape before = driverKilled();
      newDriver(before);
      pause(early);
      checks.record(
          "no counter of a query decreased or disappeared", poller.counters().monotonic());
    } catch (IOException | RuntimeException e) {
      checks.record("the scenario finishes", new CheckResult(false, environment.reason(e)));
    }
    checks.print(
        "The scenario took %d s"
            .formatted(Duration.ofNanos(System.nanoTime() - began).toSeconds()));
    return checks.printTotal();
  }

  private Scrape steady() throws IOException {
    checks.print("Steady traffic");
    environment.steadyTraffic();
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "has completed three batches", v -> atLeast(v, "batches_total", 3));
      eventually(
          query,
          "keeps up: lag is at most " + NORMAL_BACKLOG.toSeconds() + " s of traffic",
          v -> keepsUp(query, v));
      eventually(query, "processes rows", v -> atLeast(v, "processed_rows_per_second", 1));
      eventually(query, "has state", Scenario::holdsState);
      eventually(query, "has a watermark", v -> atLeast(v, "watermark_timestamp_seconds", 1));
      offsetChecks.endsLieBetweenCounts(query);
      offsetChecks.positionIsTheCheckpoints(query);
    }
    double watermark = poller.query(COURSE).value("watermark_timestamp_seconds").orElse(0);
    eventually(
        COURSE,
        "advances its watermark",
        v -> atLeast(v, "watermark_timestamp_seconds", watermark + 1));
    eventually(
        COURSE, "drops late rows and counts them", v -> atLeast(v, "late_rows_dropped_total", 1));
    QueryOutput results = new QueryOutput(environment.results());
    poller.eventually(
        "closed windows are written, partitioned by date", TIMEOUT, scrape -> results.tiles());
    poller.eventually("every batch of KPIs is written", TIMEOUT, scrape -> results.figures());
    if (environment.prometheus().isPresent()) {
      PrometheusChecks prometheus = new PrometheusChecks(environment.prometheus().get(), poller);
      prometheus.scrapes();
      prometheus.evaluatesRules();
    }
    return poller.scrape();
  }

  private void surge() throws IOException {
    checks.print("Surge of the producer");
    environment.producer().rate(COURSE.feed(), SURGE_RATE);
    eventually(COURSE, "falls behind", v -> atLeast(v, "query_lag_records", SURGE_LAG));
    eventually(
        COURSE,
        "is limited by maxOffsetsPerTrigger",
        v -> atLeast(v, "rate_limited_backlog_records", 1));
    environment.steadyTraffic();
    checks.print("End of the surge");
    eventually(COURSE, "drains its backlog", v -> keepsUp(COURSE, v));
  }

  private Scrape driverKilled() throws IOException {
    checks.print("The driver is killed (kill -9)");
    Scrape before = poller.fresh();
    environment.killDriver();
    offsetChecks.lagRisesAsProduced();
    Counts counts = environment.noTraffic();
    checks.print("No traffic, so that every record can be counted");
    Scrape still = poller.fresh();
    for (DemoQuery query : DemoQuery.values()) {
      offsetChecks.lagIsExact(query, still, counts);
    }
    environment.steadyTraffic();
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "is lost", v -> new CheckResult(v.state().equals("lost"), v.state()));
    }
    return before;
  }

  private void newDriver(Scrape before) throws IOException {
    checks.print("New driver on the same checkpoints");
    environment.startDriver();
    for (DemoQuery query : DemoQuery.values()) {
      double batches = QuerySamples.of(before, query).value("batches_total").orElse(0);
      eventually(query, "is in its second run", v -> atLeast(v, "query_runs_total", 2));
      eventually(query, "continues its counters", v -> atLeast(v, "batches_total", batches + 2));
      eventually(query, "drains its backlog", v -> keepsUp(query, v));
      eventually(query, "continues in the same series", v -> SeriesComparison.compare(before, v));
    }
    if (environment.prometheus().isPresent()) {
      new PrometheusChecks(environment.prometheus().get(), poller).oneSeriesPerQuery();
    }
  }

  private void pause(Scrape early) throws IOException {
    checks.print("The producer pauses");
    Counts counts = environment.noTraffic();
    checks.record(
        "the broker acknowledged every record",
        new CheckResult(counts.failed() == 0, counts.failed() + " not acknowledged"));
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "has no lag", v -> nothing(v, "query_lag_records"));
      eventually(query, "has no input", v -> nothing(v, "input_rows_per_second"));
      eventually(query, "processes no rows", v -> nothing(v, "processed_rows_per_second"));
      eventually(query, "is idle", v -> new CheckResult(v.state().equals("idle"), v.state()));
      Scrape still = poller.fresh();
      offsetChecks.lagIsExact(query, still, counts);
      offsetChecks.positionIsTheLastCommit(query, still);
      offsetChecks.consumedIsWhatWasProduced(query, early, still, counts);
    }
  }

  private void eventually(DemoQuery query, String claim, QueryCheck check) throws IOException {
    poller.eventually(
        query.label() + " " + claim, TIMEOUT, s -> check.evaluate(QuerySamples.of(s, query)));
  }

  private static CheckResult keepsUp(DemoQuery query, QuerySamples view) {
    long most = query.steadyRate() * NORMAL_BACKLOG.toSeconds();
    double lag = view.value("query_lag_records").orElse(Double.NaN);
    return new CheckResult(lag <= most, "lag " + lag + ", at most " + most);
  }

  private static CheckResult atLeast(QuerySamples view, String metric, double least) {
    double found = view.value(metric).orElse(Double.NaN);
    return new CheckResult(found >= least, metric + " " + found);
  }

  private static CheckResult holdsState(QuerySamples view) {
    double rows = view.sum("state_rows").orElse(Double.NaN);
    return new CheckResult(rows > 0, "state rows " + rows);
  }

  private static CheckResult nothing(QuerySamples view, String metric) {
    double found = view.value(metric).orElse(Double.NaN);
    return new CheckResult(found == 0, metric + " " + found);
  }

  /** A check of one query. */
  @FunctionalInterface
  private interface QueryCheck {
    CheckResult evaluate(QuerySamples check) throws IOException;
  }
}
