package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import io.lagwatch.demo.metrics.MetricSample;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Checks how Lagwatch shows idle, failed, killed and stopped queries. */
interface LifecycleChecks extends VersionChecks {
  @Test
  @Verifies(VersionCheck.IDLE)
  default void ratesAreZeroWhenTheQueryIsIdle() throws IOException {
    KafkaSource source = KafkaSource.subscribe(run().topic("quiet"));
    run().driver();
    await("quiet is idle")
        .atMost(VersionRun.TIMEOUT)
        .untilAsserted(
            () -> {
              ObservedQuery observed = run().observed("quiet");
              assertThat(observed.query().state()).isEqualTo("idle");
              assertThat(observed.value("last_batch_input_rows")).isEqualTo(12);
              assertThat(observed.value("input_rows_per_second")).isZero();
              assertThat(observed.value("processed_rows_per_second")).isZero();
              assertThat(observed.value("batches_total")).isEqualTo(1);
            });
    assertThat(run().lagIsTrue("quiet", source).value("query_lag_records")).isZero();
  }

  @Test
  @Verifies({VersionCheck.FAILURE, VersionCheck.REPLAY})
  default void showsTheFailureAndContinuesWithTheReplayedBatch() throws IOException {
    String topic = run().topic("failing");
    KafkaSource source = KafkaSource.subscribe(topic).atMost(4);
    run().produced.create(topic, 1);
    run().produced.produce(topic, 0, 10);
    Query query = Query.of("Failing").named("failing").trigger("200 milliseconds").reading(source);
    String runId = run().driver().start(query.with("failBatch", "1"));
    await("failing has failed")
        .atMost(VersionRun.TIMEOUT)
        .until(() -> run().observed("failing").query().state().equals("failed"));
    ObservedQuery observed = run().observed("failing");
    JsonNode cause = run().driver().query(runId);
    assertThat(cause.get("causeLine").asText()).contains("meant to fail");
    MetricSample info = observed.query().all("query_last_failure_info").get(0);
    assertThat(info.label("class")).isEqualTo(cause.get("causeClass").asText());
    assertThat(info.label("message")).isEqualTo(cut(cause.get("causeLine").asText(), 200));
    assertThat(observed.value("query_failures_total")).isEqualTo(1);
    assertThat(observed.value("batches_total")).isEqualTo(1);
    assertThat(run().lagIsTrue("failing", source).value("query_lag_records")).isEqualTo(6);

    String second = run().driver().start(query.with("failBatch", "1000"));
    if (run().driver().query(second).get("active").asBoolean()) {
      await("all is read")
          .atMost(VersionRun.TIMEOUT)
          .until(() -> run().observed("failing").value("query_lag_records") == 0);
    }
    assertThat(run().lagIsTrue("failing", source).value("batches_total")).isEqualTo(3);
    assertThat(run().observed("failing").value("query_runs_total")).isEqualTo(2);
    assertThat(run().observed("failing").value("input_rows_total")).isEqualTo(10);
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most);
  }

  @Test
  @Order(LATE)
  @Verifies({VersionCheck.END, VersionCheck.LAG})
  default void killedDriverIsLostAndItsLagIsStillMeasured() throws IOException {
    String topic = run().topic("lost");
    KafkaSource source = KafkaSource.subscribe(topic).atMost(3);
    run().produced.create(topic, 2);
    run().produced.produce(topic, 1, 5);
    run().driver().start(Query.plain("lost").trigger("2 days").reading(source));
    double left = run().lagIsTrue("lost", source).value("query_lag_records");
    run().driver().kill();
    run().produced.produce(topic, 0, 40);
    await("lost is lost")
        .atMost(VersionRun.TIMEOUT)
        .until(() -> run().observed("lost").query().state().equals("lost"));
    assertThat(run().lagIsTrue("lost", source).value("query_lag_records")).isEqualTo(left + 40);
  }

  @Test
  @Order(LAST)
  @Verifies(VersionCheck.END)
  default void stoppingTheContextEndsItsQueries() throws IOException {
    assertThat(run().contextRounds.rounds("real")).hasSize(1);
    for (String query : new String[] {"plain", "counted"}) {
      await(query + " is stopped")
          .atMost(VersionRun.TIMEOUT)
          .until(() -> run().observedInContextRounds(query).query().state().equals("stopped"));
    }
  }
}
