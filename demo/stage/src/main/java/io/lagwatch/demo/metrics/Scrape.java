package io.lagwatch.demo.metrics;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One answer of {@code /metrics}, read by {@link TextFormat}. Immutable.
 *
 * @param types metric family to its type
 * @param samples in the order of the text; no two have the same name and labels
 */
public record Scrape(Map<String, String> types, List<MetricSample> samples) {
  public Scrape {
    types = Map.copyOf(types);
    samples = List.copyOf(samples);
  }

  /** The samples of a name that carry all of these labels and possibly more. */
  public List<MetricSample> all(String name, Map<String, String> labels) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name) && sample.carries(labels))
        .toList();
  }

  /** The one sample that carries these labels; empty when there is none. */
  public OptionalDouble value(String name, Map<String, String> labels) {
    List<MetricSample> found = all(name, labels);
    if (found.size() > 1) {
      throw new IllegalStateException(
          name + labels + ": expected one sample, found " + found.size());
    }
    return found.stream().mapToDouble(MetricSample::value).findFirst();
  }

  /** The sum over the samples that carry these labels; empty when there is none. */
  public OptionalDouble sum(String name, Map<String, String> labels) {
    List<MetricSample> found = all(name, labels);
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(found.stream().mapToDouble(MetricSample::value).sum());
  }
}
