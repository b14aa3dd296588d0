package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryLifeIT {
  private final StubExporter exporter = new StubExporter();
  private SparkSession spark;

  @TempDir Path checkpoint;

  @BeforeEach
  void start() {
    spark = LocalSpark.reportingTo(exporter.address());
  }

  @AfterEach
  void stop() {
    spark.stop();
    exporter.close();
  }

  @Test
  void reportsWhatSparkSaysAndWhatItCanBeAsked() throws Exception {
    StreamingQuery query =
        spark
            .readStream()
            .format("rate")
            .option("rowsPerSecond", 10)
            .load()
            .writeStream()
            .queryName("steady")
            .format("noop")
            .option("checkpointLocation", checkpoint.toString())
            .trigger(Trigger.ProcessingTime("1 second"))
            .start();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                exporter.query("steady") != null
                    && exporter.query("steady").at("/totals/batches").asLong() >= 3);
    JsonNode report = exporter.query("steady");
    assertThat(report.get("status").asText()).isEqualTo("RUNNING");
    assertThat(report.at("/trigger/type").asText()).isEqualTo("ProcessingTime");
    assertThat(report.at("/trigger/intervalMs").asLong()).isEqualTo(1000);
    assertThat(report.get("checkpoint").asText()).endsWith(checkpoint.toString());
    assertThat(report.at("/progress/runId").asText()).isEqualTo(query.runId().toString());
    query.stop();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> exporter.query("steady").get("status").asText().equals("STOPPED"));
  }
}
