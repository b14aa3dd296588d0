package io.lagwatch.demo.check;

import io.lagwatch.demo.metrics.MetricSample;
import io.lagwatch.demo.metrics.Scrape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Detects counters of queries that decrease or disappear between scrapes. */
final class CounterMonitor {
  private static final Pattern COUNTER =
      Pattern.compile("spark_streaming_.*(_total|_bucket|_sum|_count)");

  private final Map<String, Double> last = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private int scrapes;

  void add(Scrape scrape) {
    scrapes++;
    Map<String, Double> now = new HashMap<>();
    for (MetricSample sample : scrape.samples()) {
      if (COUNTER.matcher(sample.name()).matches()) {
        now.put(sample.series(), sample.value());
      }
    }
    last.forEach(
        (series, before) -> {
          Double after = now.get(series);
          if (after == null || after < before) {
            violations.add(series + ": " + before + " -> " + after);
          }
        });
    last.clear();
    last.putAll(now);
  }

  CheckReport.CheckResult monotonic() {
    return new CheckReport.CheckResult(
        violations.isEmpty() && !last.isEmpty(),
        violations.isEmpty()
            ? last.size() + " counters, " + scrapes + " scrapes"
            : violations.toString());
  }
}
