package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.listener.StubExporter.Mood;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The agent ends with its SparkContext: with a last word, in time, and without a trace. */
class ApplicationEndIT {
  private final StubExporter exporter = new StubExporter();
  private SparkSession spark;

  @AfterEach
  void close() {
    spark.stop();
    exporter.close();
  }

  @Test
  void leavesNothingBehindWhenContextsComeAndGoInOneJvm() throws Exception {
    for (int i = 0; i < 10; i++) {
      String name = "round-" + i;
      spark = LocalSpark.start(LocalSpark.reportingTo(exporter.address()));
      LocalSpark.query(spark, name);
      awaitBatch(name);
      spark.stop();
      JsonNode last = exporter.query(name);
      assertThat(last.get("status").asText()).as("a running query ends too").isEqualTo("STOPPED");
      assertThat(last.get("endedAt").isNull()).isFalse();
      patiently()
          .atMost(Duration.ofSeconds(2))
          .untilAsserted(() -> assertThat(LocalSpark.agentThreads()).isEmpty());
    }
    assertThat(
            exporter.requests.stream()
                .map(request -> request.report().at("/agent/instance").asText())
                .distinct())
        .as("one agent for each context")
        .hasSize(10);
  }

  @Test
  void neverHoldsUpTheEndForLongerThanTwoSeconds() throws Exception {
    Map<String, String> settings = new HashMap<>(LocalSpark.reportingTo(exporter.address()));
    settings.put("spark.lagwatch.timeout", "30s");
    spark = LocalSpark.start(settings);
    LocalSpark.query(spark, "hung");
    awaitBatch("hung");
    exporter.mood(Mood.HANGING);
    patiently().until(() -> exporter.inFlight.get() == 1);
    long begin = System.nanoTime();
    spark.stop();
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin))
        .as("2 s and what Spark takes itself")
        .isLessThan(Agent.LAST_WORD_MILLIS + 2_000);
    patiently()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(LocalSpark.agentThreads()).isEmpty());
  }

  @Test
  void opensNothingWhenSwitchedOffOrWithoutAnAddress() throws Exception {
    for (Map<String, String> settings :
        java.util.List.of(
            Map.of(
                "spark.lagwatch.enabled", "false", "spark.lagwatch.endpoint", exporter.address()),
            Map.of("spark.lagwatch.endpoint", "exporter:9877"),
            Map.<String, String>of())) {
      spark = LocalSpark.start(settings);
      var query = LocalSpark.query(spark, "unwatched");
      patiently()
          .atMost(Duration.ofSeconds(30))
          .until(() -> query.lastProgress() != null && query.lastProgress().batchId() >= 1);
      assertThat(LocalSpark.agentThreads()).isEmpty();
      spark.stop();
    }
    assertThat(exporter.requests).isEmpty();
  }

  /** Spark's own query threads die loudly when their context goes; that is not what is tested. */
  private static ConditionFactory patiently() {
    return await().dontCatchUncaughtExceptions();
  }

  private void awaitBatch(String name) {
    patiently()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                exporter.query(name) != null
                    && exporter.query(name).at("/totals/batches").asLong() >= 1);
  }
}
