package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.compat.stage.Query;
import io.lagwatch.demo.stage.Checkpoint;
import io.lagwatch.demo.truth.Ledger;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts and positions are the truth. */
interface Counts extends VersionTest {
  @Test
  @Shows({Check.EVENTS, Check.TOTALS})
  default void countsEveryBatchAndEveryRow() throws IOException {
    String topic = run().topic("counted");
    Source source = Source.subscribe(topic).atMost(5);
    run().ledger.create(topic, 2);
    run().ledger.produce(topic, 0, 10);
    run().ledger.produce(topic, 1, 7);
    run().driver().start(Query.plain("counted").trigger("300 milliseconds").reading(source));
    drained("counted", source);
    run().ledger.produce(topic, 1, 11);
    drained("counted", source);
    run().driver().stop("counted");
    Checkpoint checkpoint = run().driver().checkpoint("counted");
    long batches = checkpoint.lastCommitted().orElseThrow() + 1;
    long first =
        checkpoint.position(0, 0).get(topic).values().stream().mapToLong(Long::longValue).sum();
    await("the end of counted")
        .atMost(VersionRun.PATIENCE)
        .untilAsserted(
            () -> {
              Seen seen = run().seen("counted");
              assertThat(seen.query().state()).isEqualTo("stopped");
              assertThat(seen.value("batches_total")).isEqualTo(batches);
              assertThat(seen.value("batch_duration_seconds_count")).isEqualTo(batches);
              assertThat(seen.value("empty_batches_total")).isZero();
              assertThat(seen.value("batch_id")).isEqualTo(batches - 1);
              assertThat(seen.value("input_rows_total")).isEqualTo(28);
              assertThat(seen.consumed()).as("all but the first batch").isEqualTo(28 - first);
              assertThat(seen.value("query_runs_total")).isEqualTo(1);
              assertThat(seen.value("listener_reports_failed_total")).isZero();
            });
  }

  private void drained(String query, Source source) {
    await("all of " + query + " is read")
        .atMost(VersionRun.PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () ->
                Ledger.positions(List.of(source), run().driver().checkpoint(query))
                    .equals(run().ledger.ends(List.of(source))));
  }

  @Test
  @Shows({Check.LAG, Check.LEARNT, Check.END})
  default void knowsTheLagOfEveryPartitionWhileItRunsAndWhenItIsStopped() throws IOException {
    String topic = run().topic("behind");
    Source source = Source.subscribe(topic).atMost(4);
    run().ledger.create(topic, 3);
    for (int partition = 0; partition < 3; partition++) {
      run().ledger.produce(topic, partition, 5 + partition);
    }
    run().driver().start(Query.plain("behind").trigger("2 days").reading(source));
    Seen seen = run().lagIsTrue("behind", source);
    double left = seen.value("query_lag_records");
    assertThat(left).isBetween(10.0, 17.0);

    assertThat(seen.value("trigger_interval_seconds")).isEqualTo(2 * 24 * 3600);
    assertThat(seen.api().at("/trigger/type").asText()).isEqualTo("ProcessingTime");
    assertThat(seen.api().at("/checkpoint").asText())
        .endsWith(run().driver().checkpoint("behind").folder().toString());
    assertThat(seen.api().at("/application/sparkVersion").asText())
        .isEqualTo(run().spark.version());

    run().ledger.produce(topic, 2, 100);
    run().lagIsTrue("behind", source);
    run().driver().stop("behind");
    await("behind is stopped")
        .atMost(VersionRun.PATIENCE)
        .until(() -> run().seen("behind").query().state().equals("stopped"));
    run().ledger.produce(topic, 0, 30);
    assertThat(run().lagIsTrue("behind", source).value("query_lag_records")).isEqualTo(left + 130);
  }
}
