package io.lagwatch.demo.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.truth.TruthStage.Shared;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever way a query says what it reads, its lag is the truth. */
@ExtendWith(Shared.class)
class SubscriptionsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TruthStage stage;
  private final Ledger ledger;

  SubscriptionsIT(TruthStage stage) {
    this.stage = stage;
    this.ledger = stage.ledger();
  }

  @Test
  void countsPartitionsThatWereAddedBeforeAndAfterSparkReadsThem() throws IOException {
    Ask ask = Ask.oneBatch("grown", Source.subscribe("grown").atMost(12));
    ledger.create("grown", 3);
    ledger.produce("grown", 0, 20);
    ledger.produce("grown", 1, 10);
    stage.start(ask);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isBetween(18.0, 29.0);

    ledger.produce("grown", 2, 4);
    stage.lagIsTrue(ask);

    ledger.grow("grown", 5);
    ledger.produce("grown", 3, 6);
    Seen unread = stage.lagIsTrue(ask);
    assertThat(unread.partitions("lag_records")).containsEntry("0/grown-3", 6L);
    assertThat(unread.partitions("position_offset")).doesNotContainKeys("0/grown-3", "0/grown-4");

    stage.stop(ask);
    stage.start(ask);
    await()
        .atMost(PATIENCE)
        .until(
            () -> Ledger.positions(ask.sources(), stage.checkpoint(ask)).containsKey("0/grown-4"));
    stage.lagIsTrue(ask);
  }

  @Test
  void countsATopicThatComesToMatchThePattern() throws IOException {
    Ask ask = Ask.oneBatch("pattern", Source.pattern("pattern-[a-c]").atMost(5));
    ledger.create("pattern-a", 2);
    ledger.create("pattern-x", 1);
    ledger.produce("pattern-a", 0, 8);
    ledger.produce("pattern-x", 0, 100);
    stage.start(ask);
    stage.lagIsTrue(ask);

    ledger.create("pattern-c", 2);
    ledger.produce("pattern-c", 1, 7);
    Seen both = stage.lagIsTrue(ask);
    assertThat(both.topics("topic_lag_records"))
        .isEqualTo(Map.of("0/pattern-a", 3L, "0/pattern-c", 7L));
  }

  @Test
  void countsAssignedPartitionsAlone() throws IOException {
    Ask ask = Ask.oneBatch("assigned", Source.assign("assigned", 0, 2).atMost(4));
    ledger.create("assigned", 4);
    for (int partition = 0; partition < 4; partition++) {
      ledger.produce("assigned", partition, 10);
    }
    stage.start(ask);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(16);

    ledger.grow("assigned", 5);
    ledger.produce("assigned", 4, 3);
    ledger.produce("assigned", 2, 2);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(18);
  }

  @Test
  void keepsTwoSourcesOfOneTopicApart() throws IOException {
    Ask ask =
        Ask.oneBatch(
            "twice", Source.subscribe("twice").atMost(3), Source.subscribe("twice").atMost(11));
    ledger.create("twice", 1);
    ledger.produce("twice", 0, 15);
    stage.start(ask);
    assertThat(stage.lagIsTrue(ask).partitions("lag_records"))
        .isEqualTo(Map.of("0/twice-0", 12L, "1/twice-0", 4L));

    ledger.produce("twice", 0, 5);
    assertThat(stage.lagIsTrue(ask).value("query_lag_records")).isEqualTo(26);
  }

  @Test
  void saysThatLagIsUnknownBeforeTheFirstBatchHasEnded() throws IOException {
    Ask ask = Ask.oneBatch("never", Source.subscribe("never")).held();
    ledger.create("never", 1);
    ledger.produce("never", 0, 5);
    stage.start(ask);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(stage.seen(ask).api().path("batchInFlightSince").isTextual()).isTrue());
    stage.awaitPoll();

    Seen seen = stage.seen(ask);
    assertThat(seen.value("query_runs_total")).isEqualTo(1);
    assertThat(seen.basis()).isEqualTo("none");
    assertThat(
            seen.query().scrape().samples().stream()
                .filter(sample -> sample.carries(seen.query().labels()))
                .map(sample -> sample.name())
                .filter(name -> name.matches(".*lag_records|.*lag_seconds|.*_query_partitions.*")))
        .isEmpty();
    assertThat(seen.api().at("/lag/records").isNull()).isTrue();
    assertThat(seen.api().at("/lag/reason").asText())
        .isEqualTo("Spark has not reported a position yet");
  }
}
