package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.queries.QueryBench.BenchExtension;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A batch that a kill interrupts, and two drivers with one checkpoint. */
@ExtendWith({CompatEnvironment.CompatExtension.class, BenchExtension.class})
class RunsIT {
  private static final String QUERY = "interrupted";
  private static final String APP = "runs";

  private final QueryBench other;

  RunsIT(QueryBench other) {
    this.other = other;
  }

  @Test
  void replayedBatchIsCountedOnceInTheRunThatCompletesIt(CompatEnvironment environment)
      throws IOException {
    KafkaSource source = KafkaSource.subscribe(QUERY);
    try (QueryBench first = QueryBench.start(environment, "3.5", APP, APP)) {
      first.produced().create(QUERY, 2);
      first.produced().produce(QUERY, 0, 4);
      first.start(
          Query.of("Hanging")
              .named(QUERY)
              .with("holdBatch", "1")
              .trigger("1 second")
              .reading(source));
      first.trueLag(QUERY, source);
      first.produced().produce(QUERY, 1, 6);
      first.await(
          QUERY,
          observed -> {
            assertThat(observed.api().path("batchInFlightSince").isTextual()).isTrue();
            assertThat(observed.value("query_lag_records")).isEqualTo(6);
          });
      first.driver().kill();
      ObservedQuery killed = first.trueLag(QUERY, source);
      assertThat(killed.value("batches_total")).isEqualTo(1);

      try (QueryBench second = QueryBench.start(environment, "3.5", APP, APP)) {
        second.start(Query.plain(QUERY).trigger(QueryBench.ONE_BATCH).reading(source));
        first.await(QUERY, read -> assertThat(read.value("query_lag_records")).isZero());
        ObservedQuery observed = first.trueLag(QUERY, source);
        assertThat(observed.value("batches_total")).isEqualTo(2);
        assertThat(observed.value("replayed_batches_total")).isEqualTo(1);
        assertThat(observed.value("query_runs_total")).isEqualTo(2);
        assertThat(observed.value("input_rows_total")).isEqualTo(10);
        assertThat(observed.consumed()).isEqualTo(6);
        assertThat(observed.value("batch_id")).isEqualTo(1);
        assertThat(observed.api().at("/batch/replayed").asBoolean()).isTrue();
        assertThat(observed.api().at("/counters/replayedBatches").asLong()).isEqualTo(1);
        assertThat(environment.exporter().text("/?q=" + QUERY))
            .contains("started by an earlier run");
        assertThat(observed.value("checkpoint_shared")).isZero();

        verifySharedCheckpoint(second, source);
      }
    }
  }

  /** Another driver starts the query with the checkpoint that this driver still uses. */
  private void verifySharedCheckpoint(QueryBench bench, KafkaSource source) throws IOException {
    String folder = bench.driver().checkpoint(QUERY).folder().toAbsolutePath().toString();
    String run =
        other.start(
            Query.plain(QUERY)
                .with("checkpoint", folder)
                .trigger(QueryBench.ONE_BATCH)
                .reading(source));
    ObservedQuery shared = observed(bench, 1);
    assertThat(shared.api().path("runId").asText()).isEqualTo(run);
    assertThat(shared.api().path("otherLiveRun").asText()).isNotEmpty().isNotEqualTo(run);
    // The alert is pending for a minute before it fires.
    other.await(QUERY, observed -> assertThat(alert(observed)).isIn("pending", "firing"));

    other.driver().stopRun(run);
    observed(bench, 0);
  }

  private static String alert(ObservedQuery observed) {
    for (JsonNode alert : observed.api().path("alerts")) {
      if (alert.path("alert").asText().equals("CheckpointShared")) {
        return alert.path("state").asText();
      }
    }
    return "unseen";
  }

  /** The query has the name of the application that started it last. */
  private ObservedQuery observed(QueryBench bench, int shared) {
    return (shared == 1 ? other : bench)
        .await(
            QUERY, observed -> assertThat(observed.value("checkpoint_shared")).isEqualTo(shared));
  }
}
