package io.lagwatch.demo.metrics;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a scrape. Immutable. The value is kept as text, so offsets above 2^53 stay exact.
 *
 * @param labels labels by name
 * @param text the value in the text: a decimal number, {@code NaN}, {@code +Inf} or {@code -Inf}
 */
public record MetricSample(String name, SortedMap<String, String> labels, String text) {
  public MetricSample {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** Returns name and labels, which no other sample of the scrape has. */
  public String series() {
    return name + labels;
  }

  /** Returns the value as Prometheus stores it. */
  public double value() {
    return number(text);
  }

  /**
   * Returns the value as a whole number.
   *
   * @throws ArithmeticException if it is not one
   */
  public long exact() {
    return new BigDecimal(text).longValueExact();
  }

  /** Returns the value of a label; null if the sample does not have it. */
  public @Nullable String label(String label) {
    return labels.get(label);
  }

  /** True if the sample has all of these labels. */
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
