package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.accuracy.ProducedRecords;
import io.lagwatch.demo.environment.Checkpoint;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares counts and positions with the expected values. */
interface CountChecks extends VersionChecks {
  @Test
  @Verifies({VersionCheck.EVENTS, VersionCheck.TOTALS})
  default void countsEveryBatchAndEveryRow() throws IOException {
    String topic = run().topic("counted");
    KafkaSource source = KafkaSource.subscribe(topic).atMost(5);
    run().produced.create(topic, 2);
    run().produced.produce(topic, 0, 10);
    run().produced.produce(topic, 1, 7);
    run().driver().start(Query.plain("counted").trigger("300 milliseconds").reading(source));
    awaitNoLag("counted", source);
    run().produced.produce(topic, 1, 11);
    awaitNoLag("counted", source);
    run().driver().stop("counted");
    Checkpoint checkpoint = run().driver().checkpoint("counted");
    long batches = checkpoint.lastCommitted().orElseThrow() + 1;
    long first =
        checkpoint.position(0, 0).get(topic).values().stream().mapToLong(Long::longValue).sum();
    await("the end of counted")
        .atMost(VersionRun.TIMEOUT)
        .untilAsserted(
            () -> {
              ObservedQuery observed = run().observed("counted");
              assertThat(observed.query().state()).isEqualTo("stopped");
              assertThat(observed.value("batches_total")).isEqualTo(batches);
              assertThat(observed.value("batch_duration_seconds_count")).isEqualTo(batches);
              assertThat(observed.value("empty_batches_total")).isZero();
              assertThat(observed.value("batch_id")).isEqualTo(batches - 1);
              assertThat(observed.value("input_rows_total")).isEqualTo(28);
              assertThat(observed.consumed()).as("all but the first batch").isEqualTo(28 - first);
              assertThat(observed.value("query_runs_total")).isEqualTo(1);
              assertThat(observed.value("listener_reports_failed_total")).isZero();
            });
  }

  private void awaitNoLag(String query, KafkaSource source) {
    await("all of " + query + " is read")
        .atMost(VersionRun.TIMEOUT)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () ->
                ProducedRecords.positions(List.of(source), run().driver().checkpoint(query))
                    .equals(run().produced.ends(List.of(source))));
  }

  @Test
  @Verifies({VersionCheck.LAG, VersionCheck.LEARNT, VersionCheck.END})
  default void showsTheLagOfEveryPartitionOfARunningAndOfAStoppedQuery() throws IOException {
    String topic = run().topic("behind");
    KafkaSource source = KafkaSource.subscribe(topic).atMost(4);
    run().produced.create(topic, 3);
    for (int partition = 0; partition < 3; partition++) {
      run().produced.produce(topic, partition, 5 + partition);
    }
    run().driver().start(Query.plain("behind").trigger("2 days").reading(source));
    ObservedQuery observed = run().lagIsTrue("behind", source);
    double left = observed.value("query_lag_records");
    assertThat(left).isBetween(10.0, 17.0);

    assertThat(observed.value("trigger_interval_seconds")).isEqualTo(2 * 24 * 3600);
    assertThat(observed.api().at("/trigger/type").asText()).isEqualTo("ProcessingTime");
    assertThat(observed.api().at("/checkpoint").asText())
        .endsWith(run().driver().checkpoint("behind").folder().toString());
    assertThat(observed.api().at("/application/sparkVersion").asText())
        .isEqualTo(run().spark.version());
    verifyReportedBrokers(observed);

    run().produced.produce(topic, 2, 100);
    run().lagIsTrue("behind", source);
    run().driver().stop("behind");
    await("behind is stopped")
        .atMost(VersionRun.TIMEOUT)
        .until(() -> run().observed("behind").query().state().equals("stopped"));
    run().produced.produce(topic, 0, 30);
    assertThat(run().lagIsTrue("behind", source).value("query_lag_records")).isEqualTo(left + 130);
  }

  private void verifyReportedBrokers(ObservedQuery observed) {
    assertThat(observed.api().at("/sources/0/cluster/bootstrapServers").asText())
        .isEqualTo(run().bootstrapServers());
    assertThat(observed.query().all("source_info"))
        .singleElement()
        .satisfies(
            source -> {
              assertThat(source.label("kafka")).isEqualTo(CompatEnvironment.KAFKA);
              assertThat(source.label("routed_by")).isEqualTo("address");
            });
  }
}
