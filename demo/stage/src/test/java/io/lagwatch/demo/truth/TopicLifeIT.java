package io.lagwatch.demo.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.demo.truth.TruthStage.Shared;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Topics that are deleted, made again, trimmed or very old, below a query that stands still. */
@ExtendWith(Shared.class)
class TopicLifeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long BEYOND_DOUBLES = (1L << 53) + 1;

  private final TruthStage stage;
  private final Ledger ledger;

  TopicLifeIT(TruthStage stage) {
    this.stage = stage;
    this.ledger = stage.ledger();
  }

  @Test
  void dropsATopicThatIsDeleted() throws IOException {
    Ask ask = Ask.oneBatch("deleted", Source.subscribe("staying", "leaving").atMost(10));
    ledger.create("staying", 1);
    ledger.create("leaving", 2);
    ledger.produce("staying", 0, 20);
    ledger.produce("leaving", 1, 20);
    stage.start(ask);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(30);

    ledger.delete("leaving");
    assertThat(stage.lagIsTrue(ask).topics("topic_lag_records")).containsOnlyKeys("0/staying");

    ledger.delete("staying");
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Seen nothing = stage.seen(ask);
              assertThat(nothing.basis()).isEqualTo("none");
              assertThat(nothing.lacks("query_lag_records")).as("no topic is not no lag").isTrue();
              assertThat(nothing.api().at("/lag/reason").asText())
                  .isEqualTo("the brokers no longer have what it reads");
            });
  }

  @Test
  void doesNotTakeATopicThatWasMadeAgainForTheOldOne() throws IOException {
    Ask ask = Ask.oneBatch("again", Source.subscribe("again"));
    ledger.create("again", 3);
    for (int partition = 0; partition < 3; partition++) {
      ledger.produce("again", partition, 20);
    }
    stage.start(ask);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isZero();

    ledger.delete("again");
    ledger.create("again", 2);
    ledger.produce("again", 0, 5);
    ledger.produce("again", 1, 30);
    ledger.agreesWithBroker();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Seen seen = stage.seen(ask);
              assertThat(seen.partitions("lag_records")).isEqualTo(Map.of("0/again-1", 10L));
              assertThat(seen.partitions("end_offset"))
                  .isEqualTo(Map.of("0/again-0", 5L, "0/again-1", 30L));
              assertThat(seen.value("query_partitions")).isEqualTo(2);
              assertThat(seen.value("query_partitions_unknown")).isEqualTo(1);
              assertThat(seen.value("partitions_beyond_end")).isEqualTo(1);
              JsonNode beyond = seen.api().path("partitions").path(0);
              assertThat(beyond.path("state").asText()).isEqualTo("position_beyond_end");
              assertThat(beyond.path("records").isNull()).isTrue();
            });
  }

  @Test
  void tellsRecordsThatRetentionTookFromRecordsToRead() throws IOException {
    Ask ask = Ask.oneBatch("trimmed", Source.subscribe("trimmed").atMost(12));
    ledger.create("trimmed", 1);
    ledger.produce("trimmed", 0, 30);
    stage.start(ask);
    retention(ask, 12, 0);

    ledger.trim("trimmed", 0, 5);
    retention(ask, 7, 0);

    ledger.trim("trimmed", 0, 20);
    retention(ask, -8, 8);
  }

  @Test
  void countsExactlyWhereDoublesCannot() throws IOException {
    Ask ask = Ask.oneBatch("old", Source.subscribe("old").atMost(4));
    ledger.create("old", 1);
    stage.broker().stop();
    stage.broker().restartLogAt("old", 0, BEYOND_DOUBLES);
    stage.broker().start();
    ledger.startsAt("old", 0, BEYOND_DOUBLES);
    ledger.produce("old", 0, 9);
    stage.start(ask);

    Seen seen = stage.lagIsTrue(ask);
    assertThat(seen.value("query_lag_records")).isEqualTo(5);
    assertThat(seen.apiPartitions("position")).containsValue(BEYOND_DOUBLES + 4);
    assertThat(seen.apiPartitions("end")).containsValue(BEYOND_DOUBLES + 9);
    // Prometheus has nothing but doubles: the nearest one is all that its text can mean.
    assertThat(seen.partitions("position_offset"))
        .containsValue((long) (double) (BEYOND_DOUBLES + 4));
    ledger.produce("old", 0, 1);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(6);
  }

  /** Lag does not change with what lies below the position. */
  private void retention(Ask ask, long headroom, long lost) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Seen seen = stage.seen(ask);
              assertThat(seen.topics("retention_headroom_records")).containsValue(headroom);
              assertThat(seen.topics("records_lost_to_retention")).containsValue(lost);
            });
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(18);
  }
}
