package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.demo.environment.DemoEnvironment;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.producer.Counts;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Compares the exporter's offsets and lag with {@link ExpectedOffsets}, to the record. */
final class OffsetChecks {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int SAMPLES = 3;
  private static final int RISE_SECONDS = 2;

  private final DemoEnvironment environment;
  private final ScrapePoller poller;
  private final CheckReport checks;

  OffsetChecks(DemoEnvironment environment, ScrapePoller poller, CheckReport checks) {
    this.environment = environment;
    this.poller = poller;
    this.checks = checks;
  }

  /** While records arrive, an end offset lies between the counts before and after the scrape. */
  void endsLieBetweenCounts(DemoQuery query) throws IOException {
    Map<String, Long> least = ExpectedOffsets.ends(environment.producer().counts(), query);
    Map<String, Long> found = QuerySamples.of(poller.fresh(), query).partitions("end_offset");
    Map<String, Long> most = ExpectedOffsets.ends(environment.producer().counts(), query);
    boolean between =
        found.keySet().equals(least.keySet())
            && found.entrySet().stream()
                .allMatch(
                    end ->
                        least.get(end.getKey()) <= end.getValue()
                            && end.getValue() <= most.get(end.getKey()));
    checks.record(
        query.label() + ": end offsets match the producer's counts, by partition",
        new CheckResult(between, least + " <= " + found + " <= " + most));
  }

  /** The position equals the end of the last reported batch in Spark's checkpoint. */
  void positionIsTheCheckpoints(DemoQuery query) throws IOException {
    QuerySamples view = poller.query(query);
    Map<String, Long> found = view.partitions("position_offset");
    Map<String, Long> truth = position(query, view);
    checks.record(
        query.label() + ": position matches the checkpoint, by partition",
        new CheckResult(found.equals(truth), "found " + found + ", checkpoint " + truth));
  }

  /** Without a driver, lag grows exactly by the produced records. */
  void lagRisesAsProduced() throws IOException {
    Map<DemoQuery, Long> position = new EnumMap<>(DemoQuery.class);
    for (DemoQuery query : DemoQuery.values()) {
      position.put(query, ExpectedOffsets.sum(position(query, poller.query(query))));
    }
    for (int sample = 1; sample <= SAMPLES; sample++) {
      Scrape from = poller.scrape();
      for (DemoQuery query : DemoQuery.values()) {
        poller.eventually(
            query.label() + ": lag rises without a driver, sample " + sample,
            TIMEOUT,
            now -> risen(QuerySamples.of(from, query), QuerySamples.of(now, query), query));
      }
      Counts least = environment.producer().counts();
      Scrape scrape = poller.fresh();
      Counts most = environment.producer().counts();
      for (DemoQuery query : DemoQuery.values()) {
        double lag = lag(QuerySamples.of(scrape, query));
        long low = least.of(query.feed()).records() - position.get(query);
        long high = most.of(query.feed()).records() - position.get(query);
        checks.record(
            query.label()
                + ": lag matches the records produced since the checkpoint, sample "
                + sample,
            new CheckResult(low <= lag && lag <= high, low + " <= " + lag + " <= " + high));
      }
    }
  }

  private static CheckResult risen(QuerySamples from, QuerySamples now, DemoQuery query) {
    double rise = lag(now) - lag(from);
    return new CheckResult(rise >= query.steadyRate() * RISE_SECONDS, "by " + rise);
  }

  /** Without traffic, lag is exact in every partition and in total. */
  void lagIsExact(DemoQuery query, Scrape still, Counts counts) throws IOException {
    QuerySamples view = QuerySamples.of(still, query);
    Map<String, Long> truth =
        ExpectedOffsets.lag(ExpectedOffsets.ends(counts, query), position(query, view));
    Map<String, Long> found = view.partitions("lag_records");
    checks.record(
        query.label() + ": lag is exact, by partition and in total",
        new CheckResult(
            found.equals(truth) && lag(view) == ExpectedOffsets.sum(truth),
            "found " + found + " total " + lag(view) + ", expected " + truth));
  }

  /** Without traffic, the position equals Spark's last commit. */
  void positionIsTheLastCommit(DemoQuery query, Scrape still) throws IOException {
    Checkpoint checkpoint = environment.checkpoint(query);
    Map<String, Long> truth =
        ExpectedOffsets.position(checkpoint, checkpoint.lastCommitted().orElseThrow());
    Map<String, Long> found = QuerySamples.of(still, query).partitions("position_offset");
    checks.record(
        query.label() + ": position matches the last commit, by partition",
        new CheckResult(found.equals(truth), "found " + found + ", checkpoint " + truth));
  }

  /** Both drivers together consumed every record since the early scrape exactly once. */
  void consumedIsWhatWasProduced(DemoQuery query, Scrape early, Scrape still, Counts counts)
      throws IOException {
    QuerySamples from = QuerySamples.of(early, query);
    long produced = counts.of(query.feed()).records() - ExpectedOffsets.sum(position(query, from));
    double consumed = consumed(QuerySamples.of(still, query)) - consumed(from);
    checks.record(
        query.label() + ": every record is counted as consumed once",
        new CheckResult(consumed == produced, "consumed " + consumed + ", produced " + produced));
  }

  private static double consumed(QuerySamples view) {
    return view.sum("consumed_offsets_total").orElse(Double.NaN);
  }

  private Map<String, Long> position(DemoQuery query, QuerySamples view) throws IOException {
    long batchId = (long) view.value("batch_id").orElseThrow();
    return ExpectedOffsets.position(environment.checkpoint(query), batchId);
  }

  private static double lag(QuerySamples view) {
    return view.value("query_lag_records").orElse(Double.NaN);
  }
}
