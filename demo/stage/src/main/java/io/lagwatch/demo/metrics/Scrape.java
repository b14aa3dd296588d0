package io.lagwatch.demo.metrics;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One response of {@code /metrics}, parsed by {@link TextFormat}. Immutable.
 *
 * @param types type by metric family
 * @param samples in the order of the text; no two have the same name and labels
 */
public record Scrape(Map<String, String> types, List<MetricSample> samples) {
  public Scrape {
    types = Map.copyOf(types);
    samples = List.copyOf(samples);
  }

  /** Returns the samples of a name that have all of these labels; they may have others too. */
  public List<MetricSample> all(String name, Map<String, String> labels) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name) && sample.carries(labels))
        .toList();
  }

  /** Returns the only sample with these labels; empty if there is none. */
  public OptionalDouble value(String name, Map<String, String> labels) {
    List<MetricSample> found = all(name, labels);
    if (found.size() > 1) {
      throw new IllegalStateException(
          name + labels + ": expected one sample, found " + found.size());
    }
    return found.stream().mapToDouble(MetricSample::value).findFirst();
  }

  /** Returns the sum of the samples with these labels; empty if there is none. */
  public OptionalDouble sum(String name, Map<String, String> labels) {
    List<MetricSample> found = all(name, labels);
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(found.stream().mapToDouble(MetricSample::value).sum());
  }
}
