package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.QueryView;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.producer.Counts;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/**
 * The story: steady traffic, a surge, a driver that is killed, a new driver on the same checkpoint,
 * a pause. Every claim is held against the producer's counts, the checkpoint or the result files.
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
   * A story on a stage that has been started.
   *
   * @param out gets a line for each claim
   */
  public Scenario(DemoEnvironment environment, PrintStream out) {
    this.environment = environment;
    checks = new CheckReport(out);
    poller = new ScrapePoller(environment, checks);
    offsetChecks = new OffsetChecks(environment, poller, checks);
  }

  /** Plays it; true when every claim held. */
  public boolean run() {
    long began = System.nanoTime();
    try {
      Scrape early = steady();
      surge();
      Scrape before = driverKilled();
      newDriver(before);
      pause(early);
      checks.record("no counter of a query went back or vanished", poller.counters().monotonic());
    } catch (IOException | RuntimeException e) {
      checks.record("the story comes to its end", new CheckResult(false, environment.reason(e)));
    }
    checks.print(
        "The story took %d s".formatted(Duration.ofNanos(System.nanoTime() - began).toSeconds()));
    return checks.printTotal();
  }

  private Scrape steady() throws IOException {
    checks.print("Steady traffic");
    environment.steadyTraffic();
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "has finished three batches", v -> atLeast(v, "batches_total", 3));
      eventually(
          query,
          "keeps up: " + NORMAL_BACKLOG.toSeconds() + " s of traffic at most",
          v -> keepsUp(query, v));
      eventually(query, "moves its rows", v -> atLeast(v, "processed_rows_per_second", 1));
      eventually(query, "holds state", Scenario::holdsState);
      eventually(query, "has a watermark", v -> atLeast(v, "watermark_timestamp_seconds", 1));
      offsetChecks.endsLieBetweenCounts(query);
      offsetChecks.positionIsTheCheckpoints(query);
    }
    double watermark = poller.query(COURSE).value("watermark_timestamp_seconds").orElse(0);
    eventually(
        COURSE,
        "moves its watermark",
        v -> atLeast(v, "watermark_timestamp_seconds", watermark + 1));
    eventually(
        COURSE, "drops late rows and counts them", v -> atLeast(v, "late_rows_dropped_total", 1));
    QueryOutput results = new QueryOutput(environment.results());
    poller.eventually("closed windows are written by date", TIMEOUT, scrape -> results.tiles());
    poller.eventually("each batch of figures is written", TIMEOUT, scrape -> results.figures());
    if (environment.prometheus().isPresent()) {
      PrometheusChecks prometheus = new PrometheusChecks(environment.prometheus().get(), poller);
      prometheus.scrapes();
      prometheus.evaluatesRules();
    }
    return poller.scrape();
  }

  private void surge() throws IOException {
    checks.print("The producer surges");
    environment.producer().rate(COURSE.feed(), SURGE_RATE);
    eventually(COURSE, "falls behind", v -> atLeast(v, "query_lag_records", SURGE_LAG));
    eventually(
        COURSE, "is held back by its limit", v -> atLeast(v, "rate_limited_backlog_records", 1));
    environment.steadyTraffic();
    checks.print("The surge is over");
    eventually(COURSE, "drains", v -> keepsUp(COURSE, v));
  }

  private Scrape driverKilled() throws IOException {
    checks.print("The driver is killed (kill -9)");
    Scrape before = poller.fresh();
    environment.killDriver();
    offsetChecks.lagRisesAsProduced();
    Counts counts = environment.noTraffic();
    checks.print("The producer stands still, so that every record can be counted");
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
    checks.print("A new driver on the same checkpoints");
    environment.startDriver();
    for (DemoQuery query : DemoQuery.values()) {
      double batches = QueryView.of(before, query).value("batches_total").orElse(0);
      eventually(query, "is in its second run", v -> atLeast(v, "query_runs_total", 2));
      eventually(query, "counts on from before", v -> atLeast(v, "batches_total", batches + 2));
      eventually(query, "drains what waited", v -> keepsUp(query, v));
      eventually(query, "goes on in the same series", v -> SeriesComparison.compare(before, v));
    }
    if (environment.prometheus().isPresent()) {
      new PrometheusChecks(environment.prometheus().get(), poller).oneSeriesPerQuery();
    }
  }

  private void pause(Scrape early) throws IOException {
    checks.print("The producer pauses");
    Counts counts = environment.noTraffic();
    checks.record(
        "the producer knows of every record it sent",
        new CheckResult(counts.failed() == 0, counts.failed() + " unsure"));
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "has no lag", v -> nothing(v, "query_lag_records"));
      eventually(query, "takes nothing in", v -> nothing(v, "input_rows_per_second"));
      eventually(query, "processes nothing", v -> nothing(v, "processed_rows_per_second"));
      eventually(query, "is idle", v -> new CheckResult(v.state().equals("idle"), v.state()));
      Scrape still = poller.fresh();
      offsetChecks.lagIsExact(query, still, counts);
      offsetChecks.positionIsTheLastCommit(query, still);
      offsetChecks.consumedIsWhatWasProduced(query, early, still, counts);
    }
  }

  private void eventually(DemoQuery query, String claim, QueryCheck check) throws IOException {
    poller.eventually(
        query.label() + " " + claim, TIMEOUT, s -> check.evaluate(QueryView.of(s, query)));
  }

  private static CheckResult keepsUp(DemoQuery query, QueryView view) {
    long most = query.steadyRate() * NORMAL_BACKLOG.toSeconds();
    double lag = view.value("query_lag_records").orElse(Double.NaN);
    return new CheckResult(lag <= most, "lag " + lag + ", at most " + most);
  }

  private static CheckResult atLeast(QueryView view, String metric, double least) {
    double found = view.value(metric).orElse(Double.NaN);
    return new CheckResult(found >= least, metric + " " + found);
  }

  private static CheckResult holdsState(QueryView view) {
    double rows = view.sum("state_rows").orElse(Double.NaN);
    return new CheckResult(rows > 0, "state rows " + rows);
  }

  private static CheckResult nothing(QueryView view, String metric) {
    double found = view.value(metric).orElse(Double.NaN);
    return new CheckResult(found == 0, metric + " " + found);
  }

  /** Something that a query may show. */
  @FunctionalInterface
  private interface QueryCheck {
    CheckResult evaluate(QueryView check) throws IOException;
  }
}
