package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.environment.Checkpoint;
import io.lagwatch.demo.environment.Http;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/**
 * Compares the lag that Lagwatch reports for an application's queries with the expected lag.
 *
 * @param app the application's name
 */
public record LagVerifier(Http exporter, String app, ProducedRecords produced) {
  /**
   * Waits until the lag is exact in every partition, every topic and in total, in the metrics and
   * in the API, and no partition is unknown.
   *
   * @param query its name, or its id if it has no name
   * @param checkpoint the query's checkpoint
   * @return the values at that moment
   */
  public ObservedQuery await(
      String query, List<KafkaSource> sources, Checkpoint checkpoint, Duration timeout) {
    produced.awaitMatchingBrokerOffsets();
    ObservedQuery[] last = new ObservedQuery[1];
    Awaitility.await("the true lag of " + query)
        .atMost(timeout)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              ObservedQuery observed = ObservedQuery.of(exporter, app, query);
              isTrue(observed, sources, checkpoint);
              last[0] = observed;
            });
    return last[0];
  }

  private void isTrue(ObservedQuery observed, List<KafkaSource> sources, Checkpoint checkpoint)
      throws IOException {
    SortedMap<String, Long> truth = produced.lag(sources, checkpoint);
    assertThat(observed.partitions("lag_records")).as("by partition").isEqualTo(truth);
    assertThat(observed.topics("topic_lag_records")).as("by topic").isEqualTo(byTopic(truth));
    long sum = truth.values().stream().mapToLong(Long::longValue).sum();
    assertThat(observed.value("query_lag_records")).as("in sum").isEqualTo(sum);
    assertThat(observed.value("query_partitions")).isEqualTo(truth.size());
    assertThat(observed.value("query_partitions_unknown")).isZero();
    assertThat(observed.basis()).isEqualTo("broker");
    assertThat(observed.apiPartitions("records")).as("in the API").isEqualTo(truth);
    assertThat(observed.apiPartitions("end")).isEqualTo(produced.ends(sources));
    SortedMap<String, Long> positions = ProducedRecords.positions(sources, checkpoint);
    positions.keySet().retainAll(truth.keySet());
    assertThat(observed.apiPartitions("position")).isEqualTo(positions);
    assertThat(observed.api().at("/lag/records").longValue()).isEqualTo(sum);
  }

  private static SortedMap<String, Long> byTopic(SortedMap<String, Long> partitions) {
    SortedMap<String, Long> topics = new TreeMap<>();
    partitions.forEach(
        (place, lag) -> topics.merge(place.substring(0, place.lastIndexOf('-')), lag, Long::sum));
    return topics;
  }
}
