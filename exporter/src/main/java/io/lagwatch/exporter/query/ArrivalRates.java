package io.lagwatch.exporter.query;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records per second that arrive in the topics of a query, measured at the brokers. Immutable.
 *
 * @param byTopic a topic is absent while its rate is unknown
 */
public record ArrivalRates(Map<String, Double> byTopic) {
  /** No rate is known. */
  public static final ArrivalRates NONE = new ArrivalRates(Map.of());

  public ArrivalRates {
    byTopic = Map.copyOf(byTopic);
  }

  /** The sum over these topics; null without any, and while one of their rates is unknown. */
  public @Nullable Double ofAll(Collection<String> topics) {
    return topics.isEmpty() || !byTopic.keySet().containsAll(topics) ? null : sum(topics);
  }

  /** The sum over the topics with a known rate, which is a lower bound; null without any. */
  public @Nullable Double ofKnown() {
    return byTopic.isEmpty() ? null : sum(byTopic.keySet());
  }

  private Double sum(Collection<String> topics) {
    return topics.stream().distinct().mapToDouble(byTopic::get).sum();
  }
}
