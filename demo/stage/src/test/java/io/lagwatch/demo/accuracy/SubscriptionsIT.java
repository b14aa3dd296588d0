package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.accuracy.SharedEnvironment.SharedExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lag is exact for every kind of subscription. */
@ExtendWith(SharedExtension.class)
class SubscriptionsIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final SharedEnvironment environment;
  private final ProducedRecords produced;

  SubscriptionsIT(SharedEnvironment environment) {
    this.environment = environment;
    this.produced = environment.produced();
  }

  @Test
  void lagIncludesAddedPartitionsBeforeAndAfterSparkReadsThem() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("grown", KafkaSource.subscribe("grown").atMost(12));
    produced.create("grown", 3);
    produced.produce("grown", 0, 20);
    produced.produce("grown", 1, 10);
    environment.start(request);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isBetween(18.0, 29.0);

    produced.produce("grown", 2, 4);
    environment.lagIsTrue(request);

    produced.grow("grown", 5);
    produced.produce("grown", 3, 6);
    ObservedQuery unread = environment.lagIsTrue(request);
    assertThat(unread.partitions("lag_records")).containsEntry("0/grown-3", 6L);
    assertThat(unread.partitions("position_offset")).doesNotContainKeys("0/grown-3", "0/grown-4");

    environment.stop(request);
    environment.start(request);
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                ProducedRecords.positions(request.sources(), environment.checkpoint(request))
                    .containsKey("0/grown-4"));
    environment.lagIsTrue(request);
  }

  @Test
  void lagIncludesANewTopicThatMatchesThePattern() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("pattern", KafkaSource.pattern("pattern-[a-c]").atMost(5));
    produced.create("pattern-a", 2);
    produced.create("pattern-x", 1);
    produced.produce("pattern-a", 0, 8);
    produced.produce("pattern-x", 0, 100);
    environment.start(request);
    environment.lagIsTrue(request);

    produced.create("pattern-c", 2);
    produced.produce("pattern-c", 1, 7);
    ObservedQuery both = environment.lagIsTrue(request);
    assertThat(both.topics("topic_lag_records"))
        .isEqualTo(Map.of("0/pattern-a", 3L, "0/pattern-c", 7L));
  }

  @Test
  void lagIncludesOnlyAssignedPartitions() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("assigned", KafkaSource.assign("assigned", 0, 2).atMost(4));
    produced.create("assigned", 4);
    for (int partition = 0; partition < 4; partition++) {
      produced.produce("assigned", partition, 10);
    }
    environment.start(request);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(16);

    produced.grow("assigned", 5);
    produced.produce("assigned", 4, 3);
    produced.produce("assigned", 2, 2);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(18);
  }

  @Test
  void twoSourcesOfOneTopicHaveSeparateLag() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch(
            "twice",
            KafkaSource.subscribe("twice").atMost(3),
            KafkaSource.subscribe("twice").atMost(11));
    produced.create("twice", 1);
    produced.produce("twice", 0, 15);
    environment.start(request);
    assertThat(environment.lagIsTrue(request).partitions("lag_records"))
        .isEqualTo(Map.of("0/twice-0", 12L, "1/twice-0", 4L));

    produced.produce("twice", 0, 5);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(26);
  }

  @Test
  void lagIsUnknownBeforeTheFirstBatchCompletes() throws IOException {
    QueryRequest request = QueryRequest.oneBatch("never", KafkaSource.subscribe("never")).held();
    produced.create("never", 1);
    produced.produce("never", 0, 5);
    environment.start(request);
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(
                        environment.observed(request).api().path("batchInFlightSince").isTextual())
                    .isTrue());
    environment.awaitPoll();

    ObservedQuery observed = environment.observed(request);
    assertThat(observed.value("query_runs_total")).isEqualTo(1);
    assertThat(observed.basis()).isEqualTo("none");
    assertThat(
            observed.query().scrape().samples().stream()
                .filter(sample -> sample.carries(observed.query().labels()))
                .map(sample -> sample.name())
                .filter(name -> name.matches(".*lag_records|.*lag_seconds|.*_query_partitions.*")))
        .isEmpty();
    assertThat(observed.api().at("/lag/records").isNull()).isTrue();
    assertThat(observed.api().at("/lag/reason").asText())
        .isEqualTo("Spark has not reported a position yet");
  }
}
