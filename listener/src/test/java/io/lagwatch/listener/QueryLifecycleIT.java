package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the reports on queries of a real Spark, from their start to each kind of end. */
class QueryLifecycleIT {
  private static final EventCounter COUNTER = new EventCounter();
  private static StubExporter exporter;
  private static SparkSession spark;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    exporter = new StubExporter();
    spark = LocalSpark.start(LocalSpark.reportingTo(exporter.address()));
    spark.streams().addListener(COUNTER);
  }

  @AfterAll
  static void stop() {
    spark.stop();
    exporter.close();
  }

  @Test
  void reportsEventsAndPolledValues() throws Exception {
    StreamingQuery query =
        LocalSpark.everySecond(LocalSpark.rate(spark).writeStream(), "steady")
            .format("noop")
            .option("checkpointLocation", directory.toString())
            .start();
    awaitReport("steady", report -> batches(report) >= 2);
    JsonNode report = exporter.query("steady");
    assertThat(report.get("status").asText()).isEqualTo("RUNNING");
    assertThat(report.get("id").asText()).isEqualTo(query.id().toString());
    assertThat(report.get("runId").asText()).isEqualTo(query.runId().toString());
    assertThat(report.at("/trigger/type").asText()).isEqualTo("ProcessingTime");
    assertThat(report.at("/trigger/intervalMs").asLong()).isEqualTo(1000);
    assertThat(report.get("checkpoint").asText()).endsWith(directory.toString());
    assertThat(report.get("idle").asBoolean()).isFalse();
    query.stop();
    JsonNode end = awaitReport("steady", last -> status(last).equals("STOPPED"));
    assertCounts(end, query);
    assertThat(end.get("progress")).isEqualTo(Events.json(query.lastProgress().json()));
  }

  @Test
  void reportsTheTotalsOfAnAvailableNowQuery() throws Exception {
    Path input = Files.createDirectories(directory.resolve("input"));
    for (int i = 0; i < 3; i++) {
      Files.writeString(input.resolve("part" + i + ".txt"), "a\nb\n");
    }
    StreamingQuery query =
        spark
            .readStream()
            .option("maxFilesPerTrigger", 1)
            .text(input.toString())
            .writeStream()
            .queryName("now")
            .format("noop")
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    JsonNode end = awaitReport("now", last -> status(last).equals("STOPPED"));
    assertThat(batches(end)).isEqualTo(3);
    assertThat(end.at("/totals/inputRows").asLong()).isEqualTo(6);
    assertThat(end.at("/totals/emptyBatches").asLong()).isZero();
    assertThat(end.get("lastInputAt").isNull()).isFalse();
    assertCounts(end, query);
  }

  @Test
  void reportsTheExceptionOfAFailedQuery() throws Exception {
    VoidFunction2<Dataset<Row>, Long> fail =
        (rows, id) -> {
          throw new IllegalStateException("no more\nsecond line");
        };
    StreamingQuery query =
        LocalSpark.everySecond(LocalSpark.rate(spark).writeStream(), "failing")
            .foreachBatch(fail)
            .start();
    JsonNode end = awaitReport("failing", last -> status(last).equals("FAILED"));
    assertThat(end.at("/error/class").asText()).contains("Exception");
    assertThat(end.at("/error/message").asText()).contains("no more").doesNotContain("second");
    assertThat(query.exception().isDefined()).isTrue();
  }

  @Test
  void countsAStatefulQueryOnceAlthoughSparkCreatesMoreListeners() throws Exception {
    Dataset<Row> counts =
        LocalSpark.rate(spark)
            .withWatermark("timestamp", "1 second")
            .groupBy(functions.window(functions.col("timestamp"), "1 second"))
            .count();
    StreamingQuery query =
        LocalSpark.everySecond(counts.writeStream(), "stateful").format("noop").start();
    awaitReport("stateful", report -> batches(report) >= 3);
    query.stop();
    JsonNode end = awaitReport("stateful", last -> status(last).equals("STOPPED"));
    assertCounts(end, query);
    assertThat(end.at("/progress/stateOperators/0/operatorName").asText())
        .isEqualTo("stateStoreSave");
    assertThat(LocalSpark.agentThreads()).containsExactly("lagwatch-agent", "lagwatch-sender-0");
  }

  @Test
  void reportsAnIdleQueryWithItsPositionAndNoBatch() throws Exception {
    Path empty = Files.createDirectories(directory.resolve("empty"));
    StreamingQuery query =
        spark
            .readStream()
            .text(empty.toString())
            .writeStream()
            .queryName("idle")
            .format("noop")
            .trigger(Trigger.ProcessingTime("1 second"))
            .start();
    JsonNode report =
        awaitReport("idle", last -> last.get("idle").asBoolean() && !last.get("progress").isNull());
    assertThat(batches(report)).isZero();
    assertThat(report.get("lastInputAt").isNull()).isTrue();
    assertThat(report.at("/progress/numInputRows").asLong()).isZero();
    query.stop();
  }

  @Test
  void reportsTheRowsThatSparkCountsForForeachBatch() throws Exception {
    VoidFunction2<Dataset<Row>, Long> twice =
        (rows, id) -> {
          rows.count();
          rows.count();
        };
    StreamingQuery query =
        LocalSpark.everySecond(LocalSpark.rate(spark).writeStream(), "twice")
            .foreachBatch(twice)
            .start();
    awaitReport("twice", report -> batches(report) >= 2);
    query.stop();
    assertCounts(awaitReport("twice", last -> status(last).equals("STOPPED")), query);
  }

  @Test
  void reportsTheQueriesOfOtherSessions() throws Exception {
    SparkSession other = spark.newSession();
    StreamingQuery query = LocalSpark.query(other, "elsewhere");
    awaitReport("elsewhere", report -> batches(report) >= 2);
    query.stop();
    awaitReport("elsewhere", last -> status(last).equals("STOPPED"));
  }

  @Test
  void reportsABatchThatHangs() throws Exception {
    java.util.concurrent.CountDownLatch release = new java.util.concurrent.CountDownLatch(1);
    VoidFunction2<Dataset<Row>, Long> hang = (rows, id) -> release.await();
    StreamingQuery query =
        LocalSpark.everySecond(LocalSpark.rate(spark).writeStream(), "hanging")
            .foreachBatch(hang)
            .start();
    JsonNode report = awaitReport("hanging", last -> !last.get("batchInFlightSince").isNull());
    assertThat(batches(report)).isZero();
    release.countDown();
    awaitReport("hanging", last -> batches(last) > 0);
    query.stop();
  }

  private static void assertCounts(JsonNode report, StreamingQuery query) {
    await().until(() -> COUNTER.hasEnded(query.runId()));
    EventCounter.Counts counts = COUNTER.of(query.runId());
    assertThat(counts.batches()).isPositive();
    assertThat(batches(report)).isEqualTo(counts.batches());
    assertThat(report.at("/totals/inputRows").asLong()).isEqualTo(counts.rows());
    assertThat(report.at("/totals/batchSeconds/count").asLong()).isEqualTo(counts.batches());
  }

  private static long batches(JsonNode report) {
    return report.at("/totals/batches").asLong();
  }

  private static String status(JsonNode report) {
    return report.get("status").asText();
  }

  private static JsonNode awaitReport(
      String name, java.util.function.Predicate<JsonNode> condition) {
    return await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> exporter.query(name), report -> report != null && condition.test(report));
  }
}
