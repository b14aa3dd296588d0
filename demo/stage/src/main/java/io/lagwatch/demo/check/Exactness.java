package io.lagwatch.demo.check;

import io.lagwatch.demo.check.Checks.Fact;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.producer.Counts;
import io.lagwatch.demo.stage.Checkpoint;
import io.lagwatch.demo.stage.DemoQuery;
import io.lagwatch.demo.stage.QueryView;
import io.lagwatch.demo.stage.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The claims to the record: what Lagwatch says against what {@link Truth} knows. */
final class Exactness {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LOOKS = 3;
  private static final int RISE_SECONDS = 2;

  private final Stage stage;
  private final Eyes eyes;
  private final Checks checks;

  Exactness(Stage stage, Eyes eyes, Checks checks) {
    this.stage = stage;
    this.eyes = eyes;
    this.checks = checks;
  }

  /** While records keep coming, an end offset lies between the counts before and after. */
  void endsLieBetweenCounts(DemoQuery query) throws IOException {
    Map<String, Long> least = Truth.ends(stage.producer().counts(), query);
    Map<String, Long> found = QueryView.of(eyes.fresh(), query).partitions("end_offset");
    Map<String, Long> most = Truth.ends(stage.producer().counts(), query);
    boolean between =
        found.keySet().equals(least.keySet())
            && found.entrySet().stream()
                .allMatch(
                    end ->
                        least.get(end.getKey()) <= end.getValue()
                            && end.getValue() <= most.get(end.getKey()));
    checks.that(
        query.label() + ": end offsets are the producer's, by partition",
        new Fact(between, least + " <= " + found + " <= " + most));
  }

  /** The position is where Spark's checkpoint says the last reported batch ended. */
  void positionIsTheCheckpoints(DemoQuery query) throws IOException {
    QueryView view = eyes.query(query);
    Map<String, Long> found = view.partitions("position_offset");
    Map<String, Long> truth = position(query, view);
    checks.that(
        query.label() + ": position is the checkpoint's, by partition",
        new Fact(found.equals(truth), "found " + found + ", checkpoint " + truth));
  }

  /** With no driver, lag grows by what is produced and nothing else: looked at while it grows. */
  void lagRisesAsProduced() throws IOException {
    Map<DemoQuery, Long> position = new EnumMap<>(DemoQuery.class);
    for (DemoQuery query : DemoQuery.values()) {
      position.put(query, Truth.sum(position(query, eyes.query(query))));
    }
    for (int look = 1; look <= LOOKS; look++) {
      Scrape from = eyes.scrape();
      for (DemoQuery query : DemoQuery.values()) {
        eyes.eventually(
            query.label() + ": lag rises without a driver, look " + look,
            PATIENCE,
            now -> risen(QueryView.of(from, query), QueryView.of(now, query), query));
      }
      Counts least = stage.producer().counts();
      Scrape scrape = eyes.fresh();
      Counts most = stage.producer().counts();
      for (DemoQuery query : DemoQuery.values()) {
        double lag = lag(QueryView.of(scrape, query));
        long low = least.of(query.feed()).records() - position.get(query);
        long high = most.of(query.feed()).records() - position.get(query);
        checks.that(
            query.label() + ": lag is what was produced beyond the checkpoint, look " + look,
            new Fact(low <= lag && lag <= high, low + " <= " + lag + " <= " + high));
      }
    }
  }

  private static Fact risen(QueryView from, QueryView now, DemoQuery query) {
    double rise = lag(now) - lag(from);
    return new Fact(rise >= query.steadyRate() * RISE_SECONDS, "by " + rise);
  }

  /** Once nothing moves, lag is right to the record in every partition, and so is its sum. */
  void lagIsExact(DemoQuery query, Scrape still, Counts counts) throws IOException {
    QueryView view = QueryView.of(still, query);
    Map<String, Long> truth = Truth.lag(Truth.ends(counts, query), position(query, view));
    Map<String, Long> found = view.partitions("lag_records");
    checks.that(
        query.label() + ": lag is exact, by partition and in sum",
        new Fact(
            found.equals(truth) && lag(view) == Truth.sum(truth),
            "found " + found + " sum " + lag(view) + ", truth " + truth));
  }

  /** Once nothing moves, the position is what Spark committed last. */
  void positionIsTheLastCommit(DemoQuery query, Scrape still) throws IOException {
    Checkpoint checkpoint = stage.checkpoint(query);
    Map<String, Long> truth = Truth.position(checkpoint, checkpoint.lastCommitted().orElseThrow());
    Map<String, Long> found = QueryView.of(still, query).partitions("position_offset");
    checks.that(
        query.label() + ": position is the last commit's, by partition",
        new Fact(found.equals(truth), "found " + found + ", checkpoint " + truth));
  }

  /** Over both drivers, every record since the early scrape was counted as consumed once. */
  void consumedIsWhatWasProduced(DemoQuery query, Scrape early, Scrape still, Counts counts)
      throws IOException {
    QueryView from = QueryView.of(early, query);
    long produced = counts.of(query.feed()).records() - Truth.sum(position(query, from));
    double consumed = consumed(QueryView.of(still, query)) - consumed(from);
    checks.that(
        query.label() + ": every record counts as consumed once",
        new Fact(consumed == produced, "consumed " + consumed + ", produced " + produced));
  }

  private static double consumed(QueryView view) {
    return view.sum("consumed_offsets_total").orElse(Double.NaN);
  }

  private Map<String, Long> position(DemoQuery query, QueryView view) throws IOException {
    long batchId = (long) view.value("batch_id").orElseThrow();
    return Truth.position(stage.checkpoint(query), batchId);
  }

  private static double lag(QueryView view) {
    return view.value("query_lag_records").orElse(Double.NaN);
  }
}
