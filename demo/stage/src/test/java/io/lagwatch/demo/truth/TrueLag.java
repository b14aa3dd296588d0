package io.lagwatch.demo.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.demo.stage.Checkpoint;
import io.lagwatch.demo.stage.Http;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/**
 * What Lagwatch says of the lag of an application's queries, held against the truth.
 *
 * @param app the application's name
 */
public record TrueLag(Http exporter, String app, Ledger ledger) {
  /**
   * Waits until the lag is the truth to the record, in every partition, topic and in sum, in the
   * metrics and in the API, and nothing is unknown.
   *
   * @param query its name, or its id when it has none
   * @param checkpoint where Spark keeps the query's position
   * @return what was seen then
   */
  public Seen await(String query, List<Source> sources, Checkpoint checkpoint, Duration patience) {
    ledger.agreesWithBroker();
    Seen[] last = new Seen[1];
    Awaitility.await("the true lag of " + query)
        .atMost(patience)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              Seen seen = Seen.of(exporter, app, query);
              isTrue(seen, sources, checkpoint);
              last[0] = seen;
            });
    return last[0];
  }

  private void isTrue(Seen seen, List<Source> sources, Checkpoint checkpoint) throws IOException {
    SortedMap<String, Long> truth = ledger.lag(sources, checkpoint);
    assertThat(seen.partitions("lag_records")).as("by partition").isEqualTo(truth);
    assertThat(seen.topics("topic_lag_records")).as("by topic").isEqualTo(byTopic(truth));
    long sum = truth.values().stream().mapToLong(Long::longValue).sum();
    assertThat(seen.value("query_lag_records")).as("in sum").isEqualTo(sum);
    assertThat(seen.value("query_partitions")).isEqualTo(truth.size());
    assertThat(seen.value("query_partitions_unknown")).isZero();
    assertThat(seen.basis()).isEqualTo("broker");
    assertThat(seen.apiPartitions("records")).as("in the API").isEqualTo(truth);
    assertThat(seen.apiPartitions("end")).isEqualTo(ledger.ends(sources));
    SortedMap<String, Long> positions = Ledger.positions(sources, checkpoint);
    positions.keySet().retainAll(truth.keySet());
    assertThat(seen.apiPartitions("position")).isEqualTo(positions);
    assertThat(seen.api().at("/lag/records").longValue()).isEqualTo(sum);
  }

  private static SortedMap<String, Long> byTopic(SortedMap<String, Long> partitions) {
    SortedMap<String, Long> topics = new TreeMap<>();
    partitions.forEach(
        (place, lag) -> topics.merge(place.substring(0, place.lastIndexOf('-')), lag, Long::sum));
    return topics;
  }
}
