package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.accuracy.SharedEnvironment.SharedExtension;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.Scrape;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stopped broker: lag becomes unknown, and no old value is shown as a current one. */
@ExtendWith(SharedExtension.class)
class OutageIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Map<String, String> MAIN = Map.of("kafka", "main");

  private final SharedEnvironment environment;
  private final ProducedRecords produced;

  OutageIT(SharedEnvironment environment) {
    this.environment = environment;
    this.produced = environment.produced();
  }

  @Test
  void lagBecomesUnknownAfterThreePollsWithoutAnswer() throws IOException {
    QueryRequest request =
        QueryRequest.oneBatch("outage", KafkaSource.subscribe("outage").atMost(4));
    produced.create("outage", 2);
    produced.produce("outage", 0, 9);
    environment.start(request);
    double lag = environment.lagIsTrue(request).value("query_lag_records");
    assertThat(lag).isEqualTo(5);

    environment.broker().stop();
    double lastAnswer =
        scrape().value("lagwatch_kafka_last_poll_timestamp_seconds", MAIN).orElse(0);
    await("lag is unknown")
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> !known(request, lag));
    // The timeout of a running poll is longer than three of these short intervals.
    await("the failed poll is reported")
        .atMost(TIMEOUT)
        .until(() -> scrape().value("lagwatch_kafka_up", MAIN).orElse(1) == 0);
    assertThat(scrape().value("lagwatch_kafka_last_poll_timestamp_seconds", MAIN))
        .as("time of the last successful poll")
        .hasValue(lastAnswer);
    ObservedQuery without = environment.observed(request);
    assertThat(without.lacks("lag_records")).isTrue();
    assertThat(without.lacks("topic_lag_records")).isTrue();
    assertThat(without.value("query_partitions_unknown")).isEqualTo(2);
    assertThat(without.basis()).isEqualTo("none");
    assertThat(without.api().at("/lag/reason").asText())
        .isEqualTo("no broker has answered for its partitions");

    environment.broker().start();
    produced.produce("outage", 1, 3);
    assertThat(environment.lagIsTrue(request).value("query_lag_records")).isEqualTo(8);
    assertThat(scrape().value("lagwatch_kafka_up", MAIN)).hasValue(1);
  }

  /** Returns whether lag is known; if it is, it must be unchanged. */
  private boolean known(QueryRequest request, double lag) throws IOException {
    QuerySamples now = ObservedQuery.metrics(scrape(), QueryDriver.APP, request.name());
    OptionalDouble found = now.value("query_lag_records");
    if (found.isPresent()) {
      assertThat(found).hasValue(lag);
    }
    return found.isPresent();
  }

  private Scrape scrape() throws IOException {
    return environment.exporter().scrape();
  }
}
