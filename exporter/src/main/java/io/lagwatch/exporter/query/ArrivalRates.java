package io.lagwatch.exporter.query;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rates at which records arrive in the topics of a query, from the polled end offsets.
 * Immutable.
 *
 * @param byTopic records per second by topic; a topic is absent while its rate is unknown
 */
public record ArrivalRates(Map<String, Double> byTopic) {
  /** No rate is known. */
  public static final ArrivalRates NONE = new ArrivalRates(Map.of());

  public ArrivalRates {
    byTopic = Map.copyOf(byTopic);
  }

  /**
   * Returns the sum over these topics; null without topics, and while one of their rates is
   * unknown.
   */
  public @Nullable Double ofAll(Collection<String> topics) {
    return topics.isEmpty() || !byTopic.keySet().containsAll(topics) ? null : sum(topics);
  }

  /**
   * Returns the sum over the topics with a known rate, which is a lower bound; null without any.
   */
  public @Nullable Double ofKnown() {
    return byTopic.isEmpty() ? null : sum(byTopic.keySet());
  }

  private Double sum(Collection<String> topics) {
    return topics.stream().distinct().mapToDouble(byTopic::get).sum();
  }
}
