package io.lagwatch.demo.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.demo.stage.QueryView;
import io.lagwatch.demo.truth.TruthStage.Shared;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A broker that is gone: Lagwatch says so, at once, and gives no old number for a new one. */
@ExtendWith(Shared.class)
class OutageIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> MAIN = Map.of("kafka", "main");

  private final TruthStage stage;
  private final Ledger ledger;

  OutageIT(TruthStage stage) {
    this.stage = stage;
    this.ledger = stage.ledger();
  }

  @Test
  void withdrawsLagWhenTheBrokersHaveNotAnsweredForThreePolls() throws IOException {
    Ask ask = Ask.oneBatch("outage", Source.subscribe("outage").atMost(4));
    ledger.create("outage", 2);
    ledger.produce("outage", 0, 9);
    stage.start(ask);
    double lag = stage.lagIsTrue(ask).value("query_lag_records");
    assertThat(lag).isEqualTo(5);

    stage.broker().stop();
    double lastAnswer =
        scrape().value("lagwatch_kafka_last_poll_timestamp_seconds", MAIN).orElse(0);
    await("lag is withdrawn")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> !known(ask, lag));
    // A poll that is under way is given more time than three of these short intervals.
    await("the failed poll is told of")
        .atMost(PATIENCE)
        .until(() -> scrape().value("lagwatch_kafka_up", MAIN).orElse(1) == 0);
    assertThat(scrape().value("lagwatch_kafka_last_poll_timestamp_seconds", MAIN))
        .as("the age of what was known shows")
        .hasValue(lastAnswer);
    Seen without = stage.seen(ask);
    assertThat(without.lacks("lag_records")).isTrue();
    assertThat(without.lacks("topic_lag_records")).isTrue();
    assertThat(without.value("query_partitions_unknown")).isEqualTo(2);
    assertThat(without.basis()).isEqualTo("none");
    assertThat(without.api().at("/lag/reason").asText())
        .isEqualTo("no broker has answered for its partitions");

    stage.broker().start();
    ledger.produce("outage", 1, 3);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(8);
    assertThat(scrape().value("lagwatch_kafka_up", MAIN)).hasValue(1);
  }

  /** As long as lag is known, it is what it was. */
  private boolean known(Ask ask, double lag) throws IOException {
    QueryView now = Seen.metrics(scrape(), Driver.APP, ask.name());
    OptionalDouble found = now.value("query_lag_records");
    if (found.isPresent()) {
      assertThat(found).hasValue(lag);
    }
    return found.isPresent();
  }

  private Scrape scrape() throws IOException {
    return stage.exporter().scrape();
  }
}
