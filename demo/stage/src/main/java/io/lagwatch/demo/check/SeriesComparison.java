package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.QueryView;
import io.lagwatch.demo.metrics.Sample;
import io.lagwatch.demo.metrics.Scrape;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the series of a query before and after its restart. */
final class SeriesComparison {
  /** What is there only at times, or names the run on purpose. */
  private static final Set<String> OPTIONAL_METRICS =
      Set.of(
          "spark_streaming_query_info",
          "spark_streaming_catch_up_seconds",
          "spark_streaming_batch_in_flight_since_timestamp_seconds",
          "spark_streaming_last_batch_phase_seconds");

  private SeriesComparison() {}

  /** Every series of before is there, and no metric of before has got further series. */
  static CheckResult compare(Scrape before, QueryView after) {
    Set<String> old = series(before, after, before);
    Set<String> now = series(after.scrape(), after, before);
    Set<String> gone = new TreeSet<>(old);
    gone.removeAll(now);
    Set<String> further = new TreeSet<>(now);
    further.removeAll(old);
    return new CheckResult(
        gone.isEmpty() && further.isEmpty() && !old.isEmpty(),
        old.size() + " series, gone " + gone + ", further " + further);
  }

  private static Set<String> series(Scrape scrape, QueryView query, Scrape before) {
    Set<String> names =
        before.samples().stream()
            .filter(sample -> sample.carries(query.labels()))
            .map(Sample::name)
            .filter(name -> !OPTIONAL_METRICS.contains(name))
            .collect(Collectors.toSet());
    return scrape.samples().stream()
        .filter(sample -> names.contains(sample.name()) && sample.carries(query.labels()))
        .map(Sample::series)
        .collect(Collectors.toSet());
  }
}
