package io.lagwatch.compat.queries;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.CompatEnvironment;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.ObservedQuery;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real-time mode, which exists from Spark 4.1 on. */
@ExtendWith(CompatEnvironment.CompatExtension.class)
class RealTimeIT {
  @ParameterizedTest
  @ValueSource(strings = {"4.1"})
  void isMeasuredAtBatchEndsAndNotComparedWithItsInterval(
      String module, CompatEnvironment environment) throws Exception {
    String app = "real-time-" + module;
    try (QueryBench bench = QueryBench.start(environment, module, app, app)) {
      bench.produced().create(app, 2);
      bench.produced().produce(app, 0, 5);
      KafkaSource source = KafkaSource.subscribe(app);
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
      bench.produced().produce(app, 1, 4);
      ObservedQuery observed =
          bench.await(
              "real-time",
              s -> {
                assertThat(s.value("input_rows_total")).isEqualTo(9);
                assertThat(s.consumed()).isIn(4.0, 9.0);
                assertThat(s.value("empty_batches_total")).as("it goes on").isGreaterThan(0);
              });
      assertThat(bench.trueLag("real-time", source).value("query_lag_records")).isZero();
      assertThat(observed.query().state()).isEqualTo("running");
      assertThat(observed.api().at("/trigger/type").asText()).isEqualTo("RealTime");
      assertThat(observed.api().at("/trigger/intervalSeconds").asDouble()).isEqualTo(5);
      assertThat(observed.value("last_batch_duration_seconds"))
          .as("always longer than the interval")
          .isGreaterThan(5);
      assertThat(observed.lacks("trigger_interval_seconds")).isTrue();
      assertThat(observed.lacks("trigger_utilization_ratio")).isTrue();
      assertThat(observed.query().alerts()).isEmpty();
      for (JsonNode alert : observed.api().path("alerts")) {
        assertThat(alert.path("state").asText()).as(alert.toString()).isEqualTo("inactive");
      }
      bench.await("continuous", TriggersIT::verifyNoPosition);
    }
  }
}
