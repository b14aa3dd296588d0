package io.lagwatch.demo.environment;

import io.lagwatch.demo.metrics.MetricSample;
import io.lagwatch.demo.metrics.Scrape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The samples of one query in a scrape. Immutable.
 *
 * @param labels its {@code app} and {@code query}
 */
public record QuerySamples(Scrape scrape, Map<String, String> labels) {
  private static final String UNSEEN = "unknown";

  /** Returns the samples of this query of the demo. */
  public static QuerySamples of(Scrape scrape, DemoQuery query) {
    return new QuerySamples(scrape, Map.of("app", DemoEnvironment.APP, "query", query.label()));
  }

  /**
   * Returns the only value of a metric, named without the prefix {@code spark_streaming_}; empty if
   * it is absent.
   */
  public OptionalDouble value(String metric) {
    return scrape.value("spark_streaming_" + metric, labels);
  }

  /** Returns the sum of a metric over its other labels; empty if it is absent. */
  public OptionalDouble sum(String metric) {
    return scrape.sum("spark_streaming_" + metric, labels);
  }

  /** Returns the samples of a metric. */
  public List<MetricSample> all(String metric) {
    return scrape.all("spark_streaming_" + metric, labels);
  }

  /** Returns the current state; {@code unknown} before the first report of the query. */
  public String state() {
    return on("query_state", "state").stream().findFirst().orElse(UNSEEN);
  }

  /** Returns the names of the firing alerts. */
  public List<String> alerts() {
    return on("alert_firing", "alert");
  }

  /** Returns a metric of partitions by {@code topic-partition}. */
  public Map<String, Long> partitions(String metric) {
    return all(metric).stream()
        .collect(
            Collectors.toMap(
                sample -> sample.label("topic") + "-" + sample.label("partition"),
                MetricSample::exact,
                Long::sum,
                TreeMap::new));
  }

  private List<String> on(String metric, String label) {
    return all(metric).stream()
        .filter(sample -> sample.value() == 1)
        .map(sample -> String.valueOf(sample.label(label)))
        .sorted()
        .toList();
  }

  /** Returns one line of text; a dash for an unknown number. */
  public String line() {
    if (state().equals(UNSEEN)) {
      return String.format(Locale.ROOT, "%-20s has not reported yet", labels.get("query"));
    }
    String bound = value("query_lag_seconds_is_lower_bound").orElse(0) == 1 ? ">" : "";
    return String.format(
        Locale.ROOT,
        "%-20s %-7s lag %7s rec %1s%5s s | in %5s/s out %5s/s | batch %4s s | watermark %11s |"
            + " state %4s | %s",
        labels.get("query"),
        state(),
        text("%,.0f", value("query_lag_records")),
        bound,
        text("%.1f", value("query_lag_seconds")),
        text("%,.0f", value("input_rows_per_second")),
        text("%,.0f", value("processed_rows_per_second")),
        text("%.1f", value("last_batch_duration_seconds")),
        watermark(),
        text("%.0f", sum("state_rows")),
        alerts().isEmpty() ? "no alert" : String.join(", ", alerts()));
  }

  private String watermark() {
    OptionalDouble watermark = value("watermark_timestamp_seconds");
    return watermark.isEmpty()
        ? "-"
        : Instant.ofEpochSecond((long) watermark.getAsDouble())
            .truncatedTo(ChronoUnit.MINUTES)
            .toString()
            .substring(5, 16);
  }

  private static String text(String format, OptionalDouble value) {
    return value.isEmpty() ? "-" : String.format(Locale.ROOT, format, value.getAsDouble());
  }
}
