package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.lag.ClusterTopic;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows and records per second at the time of the snapshot. Immutable.
 *
 * @param inputRowsPerSecond Spark's rate of the last batch; 0 if the query is idle or has ended
 * @param processedRowsPerSecond Spark's rate of the last batch; 0 if the query is idle or has ended
 * @param reason why Spark's rates are unknown; null if both are known
 * @param arrivalPerSecond records that arrive in all topics of the query; null if unknown for one
 *     of them
 * @param arrivalAtLeast records that arrive in the topics whose rate is known; null if none is
 *     known
 * @param arrivalByTopic the known arrival rates
 */
public record RatesView(
    @Nullable Double inputRowsPerSecond,
    @Nullable Double processedRowsPerSecond,
    @Nullable String reason,
    @Nullable Double arrivalPerSecond,
    @Nullable Double arrivalAtLeast,
    SortedMap<ClusterTopic, Double> arrivalByTopic) {

  /** The known arrival rates by the name of the topic, over all clusters. */
  public SortedMap<String, Double> arrivalByTopicName() {
    var rates = new TreeMap<String, Double>();
    arrivalByTopic.forEach((topic, rate) -> rates.merge(topic.topic(), rate, Double::sum));
    return rates;
  }
}
