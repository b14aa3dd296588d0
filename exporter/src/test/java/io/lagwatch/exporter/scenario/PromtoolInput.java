package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.watch.Monitor;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The scrapes of a replay as the input of {@code promtool test rules}, whose clock begins at 0 and
 * goes on by the interval of the evaluations.
 */
final class PromtoolInput {
  private static final String TARGET = "job=\"lagwatch\",instance=\"exporter:9877\"";
  private static final Duration STEP = Monitor.EVALUATION_INTERVAL;

  private final Instant from;
  private final Set<String> wanted;
  private final Map<String, List<@Nullable Double>> series = new LinkedHashMap<>();
  private int last;

  /**
   * @param from when the clock stands at 0
   * @param wanted the metrics that are asked for
   */
  PromtoolInput(Instant from, Set<String> wanted) {
    this.from = from;
    this.wanted = wanted;
  }

  /** Adds one scrape in the Prometheus text format. */
  void scraped(Instant at, String scrape) {
    last = (int) Duration.between(from, at).dividedBy(STEP);
    put("up{" + TARGET + "}", 1);
    for (String line : scrape.split("\n")) {
      int brace = line.indexOf('{');
      if (brace > 0 && wanted.contains(line.substring(0, brace))) {
        int end = line.lastIndexOf(' ');
        double value = Double.parseDouble(line.substring(end + 1));
        boolean moment = line.startsWith("_timestamp_seconds", brace - 18);
        put(
            line.substring(0, brace + 1) + TARGET + "," + line.substring(brace + 1, end),
            moment ? value - from.getEpochSecond() : value);
      }
    }
  }

  private void put(String name, double value) {
    List<@Nullable Double> values = series.computeIfAbsent(name, n -> new ArrayList<>());
    while (values.size() < last) {
      values.add(null);
    }
    values.add(value);
  }

  /** When the last scrape was, on promtool's clock. */
  String end() {
    return last * STEP.toSeconds() + "s";
  }

  /**
   * The whole file.
   *
   * @param rules the rules under test
   * @param checks lines under {@code promql_expr_test}
   */
  String file(List<Path> rules, List<String> checks) {
    var lines = new ArrayList<String>();
    lines.add("rule_files:");
    rules.forEach(path -> lines.add("  - '" + path.toAbsolutePath().normalize() + "'"));
    lines.add("evaluation_interval: " + STEP.toSeconds() + "s");
    lines.add("tests:");
    lines.add("  - interval: " + STEP.toSeconds() + "s");
    lines.add("    input_series:");
    series.forEach(
        (name, values) -> {
          lines.add("      - series: '" + name + "'");
          lines.add("        values: '" + compressed(values) + "'");
        });
    lines.add("    promql_expr_test:");
    lines.addAll(checks);
    return String.join("\n", lines) + "\n";
  }

  /** Promtool's notation: equal values as {@code 5x3}, what is not there as stale. */
  private String compressed(List<@Nullable Double> values) {
    List<String> words =
        IntStream.rangeClosed(0, last)
            .mapToObj(i -> i < values.size() ? values.get(i) : null)
            .map(value -> value == null ? "stale" : value.toString())
            .toList();
    var runs = new ArrayList<String>();
    for (int i = 0; i < words.size(); ) {
      int end = i;
      while (end + 1 < words.size() && words.get(end + 1).equals(words.get(i))) {
        end++;
      }
      boolean absent = words.get(i).equals("stale");
      int more = end - i;
      runs.add(more == 0 ? words.get(i) : absent ? "stale _x" + more : words.get(i) + "x" + more);
      i = end + 1;
    }
    return String.join(" ", runs);
  }
}
