package io.lagwatch.demo.check;

import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.MetricSample;
import io.lagwatch.demo.metrics.Scrape;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the series of a query before and after its restart. */
final class SeriesComparison {
  /** Metrics that are not always present, or that contain the run id. */
  private static final Set<String> OPTIONAL_METRICS =
      Set.of(
          "spark_streaming_query_info",
          "spark_streaming_catch_up_seconds",
          "spark_streaming_batch_in_flight_since_timestamp_seconds",
          "spark_streaming_last_batch_phase_seconds");

  private SeriesComparison() {}

  /** Checks that every earlier series exists and that no earlier metric has additional series. */
  static CheckResult compare(Scrape before, QuerySamples after) {
    Set<String> old = series(before, after, before);
    Set<String> now = series(after.scrape(), after, before);
    Set<String> gone = new TreeSet<>(old);
    gone.removeAll(now);
    Set<String> further = new TreeSet<>(now);
    further.removeAll(old);
    return new CheckResult(
        gone.isEmpty() && further.isEmpty() && !old.isEmpty(),
        old.size() + " series, missing " + gone + ", additional " + further);
  }

  private static Set<String> series(Scrape scrape, QuerySamples query, Scrape before) {
    Set<String> names =
        before.samples().stream()
            .filter(sample -> sample.carries(query.labels()))
            .map(MetricSample::name)
            .filter(name -> !OPTIONAL_METRICS.contains(name))
            .collect(Collectors.toSet());
    return scrape.samples().stream()
        .filter(sample -> names.contains(sample.name()) && sample.carries(query.labels()))
        .map(MetricSample::series)
        .collect(Collectors.toSet());
  }
}
