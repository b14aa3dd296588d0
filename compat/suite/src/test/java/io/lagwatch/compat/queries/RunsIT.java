package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.queries.Bench.Shared;
import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A batch that a kill interrupts, and two drivers on one checkpoint. */
@ExtendWith({CompatStage.Shared.class, Shared.class})
class RunsIT {
  private static final String QUERY = "interrupted";
  private static final String APP = "runs";

  private final Bench other;

  RunsIT(Bench other) {
    this.other = other;
  }

  @Test
  void aBatchIsCountedOnceByTheRunThatFinishesItAndShownAsReplayed(CompatStage stage)
      throws IOException {
    Source source = Source.subscribe(QUERY);
    try (Bench first = Bench.start(stage, "3.5", APP, APP)) {
      first.ledger().create(QUERY, 2);
      first.ledger().produce(QUERY, 0, 4);
      first.start(
          Query.of("Held").named(QUERY).with("holdBatch", "1").trigger("1 second").reading(source));
      first.trueLag(QUERY, source);
      first.ledger().produce(QUERY, 1, 6);
      first.await(
          QUERY,
          seen -> {
            assertThat(seen.api().path("batchInFlightSince").isTextual()).isTrue();
            assertThat(seen.value("query_lag_records")).isEqualTo(6);
          });
      first.driver().kill();
      Seen killed = first.trueLag(QUERY, source);
      assertThat(killed.value("batches_total")).isEqualTo(1);

      try (Bench second = Bench.start(stage, "3.5", APP, APP)) {
        second.start(Query.plain(QUERY).trigger(Bench.ONE_BATCH).reading(source));
        first.await(QUERY, read -> assertThat(read.value("query_lag_records")).isZero());
        Seen seen = first.trueLag(QUERY, source);
        assertThat(seen.value("batches_total")).isEqualTo(2);
        assertThat(seen.value("replayed_batches_total")).isEqualTo(1);
        assertThat(seen.value("query_runs_total")).isEqualTo(2);
        assertThat(seen.value("input_rows_total")).isEqualTo(10);
        assertThat(seen.consumed()).isEqualTo(6);
        assertThat(seen.value("batch_id")).isEqualTo(1);
        assertThat(seen.api().at("/batch/replayed").asBoolean()).isTrue();
        assertThat(seen.api().at("/counters/replayedBatches").asLong()).isEqualTo(1);
        assertThat(stage.exporter().text("/?q=" + QUERY)).contains("begun by an earlier run");
        assertThat(seen.value("checkpoint_shared")).isZero();

        isSharedWith(second, source);
      }
    }
  }

  /** Another driver starts the query on the checkpoint on which this one still runs. */
  private void isSharedWith(Bench bench, Source source) throws IOException {
    String folder = bench.driver().checkpoint(QUERY).folder().toAbsolutePath().toString();
    String run =
        other.start(
            Query.plain(QUERY).with("checkpoint", folder).trigger(Bench.ONE_BATCH).reading(source));
    Seen shared = seen(bench, 1);
    assertThat(shared.api().path("runId").asText()).isEqualTo(run);
    assertThat(shared.api().path("otherLiveRun").asText()).isNotEmpty().isNotEqualTo(run);
    // It is held for a minute before it fires.
    other.await(QUERY, seen -> assertThat(alert(seen)).isIn("pending", "firing"));

    other.driver().stopRun(run);
    seen(bench, 0);
  }

  private static String alert(Seen seen) {
    for (JsonNode alert : seen.api().path("alerts")) {
      if (alert.path("alert").asText().equals("CheckpointShared")) {
        return alert.path("state").asText();
      }
    }
    return "unseen";
  }

  /** The query goes by the name of the application that started it last. */
  private Seen seen(Bench bench, int shared) {
    return (shared == 1 ? other : bench)
        .await(QUERY, seen -> assertThat(seen.value("checkpoint_shared")).isEqualTo(shared));
  }
}
