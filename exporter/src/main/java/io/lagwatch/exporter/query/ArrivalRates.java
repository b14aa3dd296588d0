package io.lagwatch.exporter.query;

import io.lagwatch.exporter.lag.ClusterTopic;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rates at which records arrive in the topics of a query, from the polled end offsets.
 * Immutable.
 *
 * @param topics one entry for each topic of each source
 */
public record ArrivalRates(List<TopicRate> topics) {
  /** No rate is known. */
  public static final ArrivalRates NONE = new ArrivalRates(List.of());

  public ArrivalRates {
    topics = List.copyOf(topics);
  }

  /**
   * The rate of one topic of one source. Two sources that read the same topic of the same cluster
   * have the same rate.
   *
   * @param cluster null while it is not known which cluster the source reads
   * @param perSecond null while it is not known
   */
  public record TopicRate(
      int source, @Nullable String cluster, String topic, @Nullable Double perSecond) {}

  /** The sum over all topics; null without any, and while one of the rates is unknown. */
  public @Nullable Double ofAll() {
    return complete(topics);
  }

  /** The sum over the topics of one source; null without any, and while one is unknown. */
  public @Nullable Double ofSource(int source) {
    return complete(topics.stream().filter(topic -> topic.source() == source).toList());
  }

  /**
   * Returns the sum over the topics with a known rate, which is a lower bound; null without any.
   */
  public @Nullable Double ofKnown() {
    SortedMap<ClusterTopic, Double> known = byTopic();
    return known.isEmpty() ? null : (Double) sum(known.values());
  }

  /** The known rates. */
  public SortedMap<ClusterTopic, Double> byTopic() {
    return byTopic(topics);
  }

  private static @Nullable Double complete(List<TopicRate> topics) {
    boolean isComplete =
        !topics.isEmpty() && topics.stream().allMatch(topic -> topic.perSecond() != null);
    return isComplete ? (Double) sum(byTopic(topics).values()) : null;
  }

  private static SortedMap<ClusterTopic, Double> byTopic(List<TopicRate> topics) {
    var rates = new TreeMap<ClusterTopic, Double>();
    for (TopicRate topic : topics) {
      if (topic.cluster() != null && topic.perSecond() != null) {
        rates.put(new ClusterTopic(topic.cluster(), topic.topic()), topic.perSecond());
      }
    }
    return Collections.unmodifiableSortedMap(rates);
  }

  private static double sum(Collection<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).sum();
  }
}
