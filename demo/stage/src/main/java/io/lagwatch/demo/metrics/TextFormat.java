package io.lagwatch.demo.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses the Prometheus text format 0.0.4 and the part of OpenMetrics 1.0 with the same form.
 * Stricter than Prometheus: every sample belongs to the family declared directly before it. A
 * family has a type and a help text and occurs once. No series occurs twice, and no sample has a
 * timestamp.
 */
public final class TextFormat {
  private static final Map<String, List<String>> SUFFIXES =
      Map.of(
          "counter", List.of("", "_total", "_created"),
          "histogram", List.of("_bucket", "_sum", "_count", "_created"),
          "summary", List.of("", "_sum", "_count", "_created"),
          "info", List.of("_info"),
          "gauge", List.of(""),
          "unknown", List.of(""),
          "untyped", List.of(""));

  private final Map<String, String> types = new HashMap<>();
  private final Set<String> helped = new HashSet<>();
  private final Set<String> series = new HashSet<>();
  private final List<MetricSample> samples = new ArrayList<>();
  private @Nullable String family;
  private boolean ended;

  private TextFormat() {}

  /**
   * Parses a response.
   *
   * @throws IllegalArgumentException with the line and the error
   */
  public static Scrape read(String text) {
    if (!text.endsWith("\n")) {
      throw new IllegalArgumentException("last line: expected a line feed at its end, found none");
    }
    TextFormat format = new TextFormat();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      try {
        format.line(lines.get(i));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("line " + (i + 1) + ": " + e.getMessage(), e);
      }
    }
    return new Scrape(format.types, format.samples);
  }

  private void line(String line) {
    if (ended) {
      throw new IllegalArgumentException("expected nothing after # EOF, found " + line);
    } else if (line.equals("# EOF")) {
      ended = true;
    } else if (line.startsWith("# ")) {
      comment(line.split(" ", 4), line);
    } else if (!line.isEmpty()) {
      sample(SampleLine.read(line));
    }
  }

  private void comment(String[] words, String line) {
    if (words.length != 4) {
      throw new IllegalArgumentException(
          "expected # HELP, TYPE or UNIT of a family, found " + line);
    }
    switch (words[1]) {
      case "HELP" -> once(helped.add(words[2]), line);
      case "TYPE" -> {
        once(types.put(words[2], words[3]) == null, line);
        if (!SUFFIXES.containsKey(words[3])) {
          throw new IllegalArgumentException("expected a known type, found " + line);
        }
        family = words[2];
      }
      case "UNIT" -> {}
      default -> throw new IllegalArgumentException("expected HELP, TYPE or UNIT, found " + line);
    }
  }

  private static void once(boolean first, String line) {
    if (!first) {
      throw new IllegalArgumentException("expected each family once, found again " + line);
    }
  }

  private void sample(MetricSample sample) {
    String current = family;
    if (current == null) {
      throw new IllegalArgumentException("expected # TYPE first, found " + sample.name());
    }
    if (SUFFIXES.get(types.get(current)).stream()
        .noneMatch(suffix -> sample.name().equals(current + suffix))) {
      throw new IllegalArgumentException(
          "expected a sample of " + current + ", found " + sample.name());
    }
    if (!helped.contains(current)) {
      throw new IllegalArgumentException("expected # HELP " + current + ", found none");
    }
    if (!series.add(sample.series())) {
      throw new IllegalArgumentException(
          "expected each series once, found again " + sample.series());
    }
    samples.add(sample);
  }
}
