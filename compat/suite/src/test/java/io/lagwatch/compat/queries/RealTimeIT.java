package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.stage.CompatStage;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.demo.truth.Seen;
import io.lagwatch.demo.truth.Source;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real-time mode, which Spark has from 4.1 on. */
@ExtendWith(CompatStage.Shared.class)
class RealTimeIT {
  @ParameterizedTest
  @ValueSource(strings = {"4.1"})
  void isMeasuredAtItsBatchEndsAndNotJudgedByItsInterval(String module, CompatStage stage)
      throws Exception {
    String app = "real-time-" + module;
    try (Bench bench = Bench.start(stage, module, app, app)) {
      bench.ledger().create(app, 2);
      bench.ledger().produce(app, 0, 5);
      Source source = Source.subscribe(app);
      bench.start(
          Query.plain("real-time")
              .trigger("RealTime 5 seconds")
              .with("mode", "update")
              .with("format", "console")
              .reading(source));
      bench.start(
          Query.plain("continuous")
              .trigger("Continuous 1 second")
              .reading("rate", Map.of("rowsPerSecond", "5", "numPartitions", "1")));
      bench.trueLag("real-time", source);
      bench.ledger().produce(app, 1, 4);
      Seen seen =
          bench.await(
              "real-time",
              s -> {
                assertThat(s.value("input_rows_total")).isEqualTo(9);
                assertThat(s.consumed()).isIn(4.0, 9.0);
                assertThat(s.value("empty_batches_total")).as("it goes on").isGreaterThan(0);
              });
      assertThat(bench.trueLag("real-time", source).value("query_lag_records")).isZero();
      assertThat(seen.query().state()).isEqualTo("running");
      assertThat(seen.api().at("/trigger/type").asText()).isEqualTo("RealTime");
      assertThat(seen.api().at("/trigger/intervalSeconds").asDouble()).isEqualTo(5);
      assertThat(seen.value("last_batch_duration_seconds"))
          .as("always longer than the interval")
          .isGreaterThan(5);
      assertThat(seen.lacks("trigger_interval_seconds")).isTrue();
      assertThat(seen.lacks("trigger_utilization_ratio")).isTrue();
      assertThat(seen.query().alerts()).isEmpty();
      for (JsonNode alert : seen.api().path("alerts")) {
        assertThat(alert.path("state").asText()).as(alert.toString()).isEqualTo("inactive");
      }
      bench.await("continuous", TriggersIT::tellsNoPosition);
    }
  }
}
