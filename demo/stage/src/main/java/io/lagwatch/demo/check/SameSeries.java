package io.lagwatch.demo.check;

import io.lagwatch.demo.check.Checks.Fact;
import io.lagwatch.demo.metrics.Sample;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.stage.QueryView;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the series of a query before and after its restart. */
final class SameSeries {
  /** What is there only at times, or names the run on purpose. */
  private static final Set<String> COME_AND_GO =
      Set.of(
          "spark_streaming_query_info",
          "spark_streaming_catch_up_seconds",
          "spark_streaming_batch_in_flight_since_timestamp_seconds",
          "spark_streaming_last_batch_phase_seconds");

  private SameSeries() {}

  /** Every series of before is there, and no metric of before has got further series. */
  static Fact compare(Scrape before, QueryView after) {
    Set<String> old = series(before, after, before);
    Set<String> now = series(after.scrape(), after, before);
    Set<String> gone = new TreeSet<>(old);
    gone.removeAll(now);
    Set<String> further = new TreeSet<>(now);
    further.removeAll(old);
    return new Fact(
        gone.isEmpty() && further.isEmpty() && !old.isEmpty(),
        old.size() + " series, gone " + gone + ", further " + further);
  }

  private static Set<String> series(Scrape scrape, QueryView query, Scrape before) {
    Set<String> names =
        before.samples().stream()
            .filter(sample -> sample.carries(query.labels()))
            .map(Sample::name)
            .filter(name -> !COME_AND_GO.contains(name))
            .collect(Collectors.toSet());
    return scrape.samples().stream()
        .filter(sample -> names.contains(sample.name()) && sample.carries(query.labels()))
        .map(Sample::series)
        .collect(Collectors.toSet());
  }
}
