package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.demo.accuracy.SharedEnvironment.SharedExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Topics that are deleted, recreated, trimmed or very old, while a query is idle. */
@ExtendWith(SharedExtension.class)
class TopicLifeIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long BEYOND_DOUBLES = (1L << 53) + 1;

  private final SharedEnvironment environment;
  private final ProducedRecords produced;

  TopicLifeIT(SharedEnvironment environment) {
    this.environment = environment;
    this.produced = environment.produced();
  }

  @Test
  void lagExcludesADeletedTopic() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("deleted", KafkaSource.subscribe("staying", "leaving").atMost(10));
    produced.create("staying", 1);
    produced.create("leaving", 2);
    produced.produce("staying", 0, 20);
    produced.produce("leaving", 1, 20);
    environment.start(request);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(30);

    produced.delete("leaving");
    assertThat(environment.lagIsTrue(request).topics("topic_lag_records"))
        .containsOnlyKeys("0/staying");

    produced.delete("staying");
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              ObservedQuery nothing = environment.observed(request);
              assertThat(nothing.basis()).isEqualTo("none");
              assertThat(nothing.lacks("query_lag_records"))
                  .as("without a topic, lag is unknown and not 0")
                  .isTrue();
              assertThat(nothing.api().at("/lag/reason").asText())
                  .isEqualTo("the brokers no longer have what it reads");
            });
  }

  @Test
  void detectsARecreatedTopic() throws IOException {
    QueryRequest request = QueryRequest.oneBatch("again", KafkaSource.subscribe("again"));
    produced.create("again", 3);
    for (int partition = 0; partition < 3; partition++) {
      produced.produce("again", partition, 20);
    }
    environment.start(request);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isZero();

    produced.delete("again");
    produced.create("again", 2);
    produced.produce("again", 0, 5);
    produced.produce("again", 1, 30);
    produced.awaitMatchingBrokerOffsets();
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              ObservedQuery observed = environment.observed(request);
              assertThat(observed.partitions("end_offset"))
                  .isEqualTo(Map.of("0/again-0", 5L, "0/again-1", 30L));
              assertThat(observed.partitions("lag_records"))
                  .as("positions of the old topic, below the new end offset or not")
                  .isEmpty();
              assertThat(observed.lacks("query_lag_records")).isTrue();
              assertThat(observed.value("query_partitions")).isEqualTo(2);
              assertThat(observed.value("query_partitions_unknown")).isEqualTo(2);
              assertThat(observed.value("partitions_beyond_end")).isEqualTo(2);
              for (JsonNode beyond : observed.api().path("partitions")) {
                assertThat(beyond.path("state").asText()).isEqualTo("position_beyond_end");
                assertThat(beyond.path("records").isNull()).isTrue();
              }
            });
  }

  @Test
  void recordsDeletedByRetentionAreNotCountedAsLag() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("trimmed", KafkaSource.subscribe("trimmed").atMost(12));
    produced.create("trimmed", 1);
    produced.produce("trimmed", 0, 30);
    environment.start(request);
    retention(request, 12, 0);

    produced.trim("trimmed", 0, 5);
    retention(request, 7, 0);

    produced.trim("trimmed", 0, 20);
    retention(request, -8, 8);
  }

  @Test
  void offsetsAboveTwoToThe53AreExact() throws IOException {
    QueryRequest request = QueryRequest.oneBatch("old", KafkaSource.subscribe("old").atMost(4));
    produced.create("old", 1);
    environment.broker().stop();
    environment.broker().restartLogAt("old", 0, BEYOND_DOUBLES);
    environment.broker().start();
    produced.startsAt("old", 0, BEYOND_DOUBLES);
    produced.produce("old", 0, 9);
    environment.start(request);

    ObservedQuery observed = environment.lagIsTrue(request);
    assertThat(observed.value("query_lag_records")).isEqualTo(5);
    assertThat(observed.apiPartitions("position")).containsValue(BEYOND_DOUBLES + 4);
    assertThat(observed.apiPartitions("end")).containsValue(BEYOND_DOUBLES + 9);
    // Prometheus rounds it to the nearest double.
    assertThat(observed.partitions("position_offset")).containsValue(BEYOND_DOUBLES + 4);
    produced.produce("old", 0, 1);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(6);
  }

  /**
   * Waits for headroom and lost records; deleting records below the position does not change lag.
   */
  private void retention(QueryRequest request, long headroom, long lost) {
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () -> {
              ObservedQuery observed = environment.observed(request);
              assertThat(observed.topics("retention_headroom_records")).containsValue(headroom);
              assertThat(observed.topics("records_lost_to_retention")).containsValue(lost);
            });
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(18);
  }
}
