package io.lagwatch.demo.metrics;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a scrape. Immutable; the value is kept as it was written, so offsets above 2^53
 * stay exact.
 *
 * @param labels by name
 * @param text the value as it stood in the text: a decimal number, {@code NaN}, {@code +Inf} or
 *     {@code -Inf}
 */
public record MetricSample(String name, SortedMap<String, String> labels, String text) {
  public MetricSample {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** What no other sample of a scrape has: name and labels. */
  public String series() {
    return name + labels;
  }

  /** The value as Prometheus stores it. */
  public double value() {
    return number(text);
  }

  /**
   * The value as a whole number.
   *
   * @throws ArithmeticException when it is not one
   */
  public long exact() {
    return new BigDecimal(text).longValueExact();
  }

  /** The value of a label, null when the sample does not carry it. */
  public @Nullable String label(String label) {
    return labels.get(label);
  }

  /** Whether it carries all of these labels. */
  public boolean carries(Map<String, String> wanted) {
    return labels.entrySet().containsAll(wanted.entrySet());
  }

  static double number(String text) {
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
