package io.lagwatch.compat.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.demo.metrics.Sample;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What becomes of a query is seen. */
interface Life extends VersionTest {
  @Test
  @Shows(Check.IDLE)
  default void busyRatesDoNotStandWhenItIsIdle() throws IOException {
    Source source = Source.subscribe(run().topic("quiet"));
    run().driver();
    await("quiet is idle")
        .atMost(VersionRun.PATIENCE)
        .untilAsserted(
            () -> {
              Seen seen = run().seen("quiet");
              assertThat(seen.query().state()).isEqualTo("idle");
              assertThat(seen.value("last_batch_input_rows")).isEqualTo(12);
              assertThat(seen.value("input_rows_per_second")).isZero();
              assertThat(seen.value("processed_rows_per_second")).isZero();
              assertThat(seen.value("batches_total")).isEqualTo(1);
            });
    assertThat(run().lagIsTrue("quiet", source).value("query_lag_records")).isZero();
  }

  @Test
  @Shows({Check.FAILURE, Check.REPLAY})
  default void saysWhyAQueryFailedAndGoesOnWithItsReplayedBatch() throws IOException {
    String topic = run().topic("failing");
    Source source = Source.subscribe(topic).atMost(4);
    run().ledger.create(topic, 1);
    run().ledger.produce(topic, 0, 10);
    Query query = Query.of("Failing").named("failing").trigger("200 milliseconds").reading(source);
    String runId = run().driver().start(query.with("failBatch", "1"));
    await("failing has failed")
        .atMost(VersionRun.PATIENCE)
        .until(() -> run().seen("failing").query().state().equals("failed"));
    Seen seen = run().seen("failing");
    JsonNode cause = run().driver().query(runId);
    assertThat(cause.get("causeLine").asText()).contains("meant to fail");
    Sample info = seen.query().all("query_last_failure_info").get(0);
    assertThat(info.label("class")).isEqualTo(cause.get("causeClass").asText());
    assertThat(info.label("message")).isEqualTo(cut(cause.get("causeLine").asText(), 200));
    assertThat(seen.value("query_failures_total")).isEqualTo(1);
    assertThat(seen.value("batches_total")).isEqualTo(1);
    assertThat(run().lagIsTrue("failing", source).value("query_lag_records")).isEqualTo(6);

    String second = run().driver().start(query.with("failBatch", "1000"));
    if (run().driver().query(second).get("active").asBoolean()) {
      await("all is read")
          .atMost(VersionRun.PATIENCE)
          .until(() -> run().seen("failing").value("query_lag_records") == 0);
    }
    assertThat(run().lagIsTrue("failing", source).value("batches_total")).isEqualTo(3);
    assertThat(run().seen("failing").value("query_runs_total")).isEqualTo(2);
    assertThat(run().seen("failing").value("input_rows_total")).isEqualTo(10);
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most);
  }

  @Test
  @Order(LATE)
  @Shows({Check.END, Check.LAG})
  default void aKilledDriverIsLostAndItsLagMovesOn() throws IOException {
    String topic = run().topic("lost");
    Source source = Source.subscribe(topic).atMost(3);
    run().ledger.create(topic, 2);
    run().ledger.produce(topic, 1, 5);
    run().driver().start(Query.plain("lost").trigger("2 days").reading(source));
    double left = run().lagIsTrue("lost", source).value("query_lag_records");
    run().driver().kill();
    run().ledger.produce(topic, 0, 40);
    await("lost is lost")
        .atMost(VersionRun.PATIENCE)
        .until(() -> run().seen("lost").query().state().equals("lost"));
    assertThat(run().lagIsTrue("lost", source).value("query_lag_records")).isEqualTo(left + 40);
  }

  @Test
  @Order(LAST)
  @Shows(Check.END)
  default void theEndOfTheContextIsTheEndOfItsQueries() throws IOException {
    assertThat(run().promise.rounds("real")).hasSize(1);
    for (String query : new String[] {"plain", "counted"}) {
      await(query + " is stopped")
          .atMost(VersionRun.PATIENCE)
          .until(() -> run().seenInPromise(query).query().state().equals("stopped"));
    }
  }
}
