package io.lagwatch.demo.check;

import io.lagwatch.demo.check.Checks.Fact;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.producer.Counts;
import io.lagwatch.demo.stage.DemoQuery;
import io.lagwatch.demo.stage.QueryView;
import io.lagwatch.demo.stage.Stage;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;

/**
 * The story: steady traffic, a surge, a driver that is killed, a new driver on the same checkpoint,
 * a pause. Every claim is held against the producer's counts, the checkpoint or the result files.
 */
public final class Story {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int SURGE_RATE = 4_000;
  private static final long SURGE_LAG = 9_000;
  private static final Duration CALM = Duration.ofSeconds(20);
  private static final DemoQuery COURSE = DemoQuery.COURSE_ACTIVITY_TILE;

  private final Stage stage;
  private final Checks checks;
  private final Eyes eyes;
  private final Exactness exactness;

  /**
   * A story on a stage that has been started.
   *
   * @param out gets a line for each claim
   */
  public Story(Stage stage, PrintStream out) {
    this.stage = stage;
    checks = new Checks(out);
    eyes = new Eyes(stage, checks);
    exactness = new Exactness(stage, eyes, checks);
  }

  /** Plays it; true when every claim held. */
  public boolean play() {
    long began = System.nanoTime();
    try {
      Scrape early = steady();
      surge();
      Scrape before = driverKilled();
      newDriver(before);
      pause(early);
      checks.that("no counter of a query went back or vanished", eyes.counters().monotonic());
    } catch (IOException | RuntimeException e) {
      checks.that("the story comes to its end", new Fact(false, stage.reason(e)));
    }
    checks.say(
        "The story took %d s".formatted(Duration.ofNanos(System.nanoTime() - began).toSeconds()));
    return checks.sum();
  }

  private Scrape steady() throws IOException {
    checks.say("Steady traffic");
    stage.steadyTraffic();
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "has finished three batches", v -> atLeast(v, "batches_total", 3));
      eventually(
          query, "keeps up: " + CALM.toSeconds() + " s of traffic at most", v -> calm(query, v));
      eventually(query, "moves its rows", v -> atLeast(v, "processed_rows_per_second", 1));
      eventually(query, "holds state", Story::holdsState);
      eventually(query, "has a watermark", v -> atLeast(v, "watermark_timestamp_seconds", 1));
      exactness.endsLieBetweenCounts(query);
      exactness.positionIsTheCheckpoints(query);
    }
    double watermark = eyes.query(COURSE).value("watermark_timestamp_seconds").orElse(0);
    eventually(
        COURSE,
        "moves its watermark",
        v -> atLeast(v, "watermark_timestamp_seconds", watermark + 1));
    eventually(
        COURSE, "drops late rows and counts them", v -> atLeast(v, "late_rows_dropped_total", 1));
    Results results = new Results(stage.results());
    eyes.eventually("closed windows are written by date", PATIENCE, scrape -> results.tiles());
    eyes.eventually("each batch of figures is written", PATIENCE, scrape -> results.figures());
    if (stage.prometheus().isPresent()) {
      InPrometheus prometheus = new InPrometheus(stage.prometheus().get(), eyes);
      prometheus.scrapes();
      prometheus.evaluatesRules();
    }
    return eyes.scrape();
  }

  private void surge() throws IOException {
    checks.say("The producer surges");
    stage.producer().rate(COURSE.feed(), SURGE_RATE);
    eventually(COURSE, "falls behind", v -> atLeast(v, "query_lag_records", SURGE_LAG));
    eventually(
        COURSE, "is held back by its limit", v -> atLeast(v, "rate_limited_backlog_records", 1));
    stage.steadyTraffic();
    checks.say("The surge is over");
    eventually(COURSE, "drains", v -> calm(COURSE, v));
  }

  private Scrape driverKilled() throws IOException {
    checks.say("The driver is killed (kill -9)");
    Scrape before = eyes.fresh();
    stage.killDriver();
    exactness.lagRisesAsProduced();
    Counts counts = stage.noTraffic();
    checks.say("The producer stands still, so that every record can be counted");
    Scrape still = eyes.fresh();
    for (DemoQuery query : DemoQuery.values()) {
      exactness.lagIsExact(query, still, counts);
    }
    stage.steadyTraffic();
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "is lost", v -> new Fact(v.state().equals("lost"), v.state()));
    }
    return before;
  }

  private void newDriver(Scrape before) throws IOException {
    checks.say("A new driver on the same checkpoints");
    stage.startDriver();
    for (DemoQuery query : DemoQuery.values()) {
      double batches = QueryView.of(before, query).value("batches_total").orElse(0);
      eventually(query, "is in its second run", v -> atLeast(v, "query_runs_total", 2));
      eventually(query, "counts on from before", v -> atLeast(v, "batches_total", batches + 2));
      eventually(query, "drains what waited", v -> calm(query, v));
      eventually(query, "goes on in the same series", v -> SameSeries.compare(before, v));
    }
    if (stage.prometheus().isPresent()) {
      new InPrometheus(stage.prometheus().get(), eyes).oneSeriesPerQuery();
    }
  }

  private void pause(Scrape early) throws IOException {
    checks.say("The producer pauses");
    Counts counts = stage.noTraffic();
    checks.that(
        "the producer knows of every record it sent",
        new Fact(counts.failed() == 0, counts.failed() + " unsure"));
    for (DemoQuery query : DemoQuery.values()) {
      eventually(query, "has no lag", v -> nothing(v, "query_lag_records"));
      eventually(query, "takes nothing in", v -> nothing(v, "input_rows_per_second"));
      eventually(query, "processes nothing", v -> nothing(v, "processed_rows_per_second"));
      eventually(query, "is idle", v -> new Fact(v.state().equals("idle"), v.state()));
      Scrape still = eyes.fresh();
      exactness.lagIsExact(query, still, counts);
      exactness.positionIsTheLastCommit(query, still);
      exactness.consumedIsWhatWasProduced(query, early, still, counts);
    }
  }

  private void eventually(DemoQuery query, String claim, View view) throws IOException {
    eyes.eventually(query.label() + " " + claim, PATIENCE, s -> view.at(QueryView.of(s, query)));
  }

  private static Fact calm(DemoQuery query, QueryView view) {
    long most = query.steadyRate() * CALM.toSeconds();
    double lag = view.value("query_lag_records").orElse(Double.NaN);
    return new Fact(lag <= most, "lag " + lag + ", at most " + most);
  }

  private static Fact atLeast(QueryView view, String metric, double least) {
    double found = view.value(metric).orElse(Double.NaN);
    return new Fact(found >= least, metric + " " + found);
  }

  private static Fact holdsState(QueryView view) {
    double rows = view.sum("state_rows").orElse(Double.NaN);
    return new Fact(rows > 0, "state rows " + rows);
  }

  private static Fact nothing(QueryView view, String metric) {
    double found = view.value(metric).orElse(Double.NaN);
    return new Fact(found == 0, metric + " " + found);
  }

  /** Something that a query may show. */
  @FunctionalInterface
  private interface View {
    Fact at(QueryView view) throws IOException;
  }
}
