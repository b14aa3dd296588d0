package io.lagwatch.listener;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DriverReportTest {
  private static final DriverReport.Header HEADER =
      new DriverReport.Header(
          "agent-1", "0.1.0", 15_000, "app-1", "My \"app\"", "3.5.7", "driver-0");

  private final QueryRuns runs = new QueryRuns();
  private final QueryRun run = runs.getOrCreate(new UUID(0, 1), new UUID(0, 2), "q", 1_000);

  @Test
  void containsAgentAndApplication() {
    JsonNode report = write(null);
    assertThat(report.get("protocol").asInt()).isEqualTo(1);
    assertThat(report.get("sentAt").asText()).isEqualTo("2026-03-02T00:00:00.900Z");
    assertThat(report.get("agent"))
        .isEqualTo(
            Events.json(
                """
                {"instance":"agent-1","version":"0.1.0","heartbeatMs":15000,"reportsFailed":4}
                """));
    assertThat(report.get("app"))
        .isEqualTo(
            Events.json(
                """
                {"id":"app-1","name":"My \\"app\\"","sparkVersion":"3.5.7","host":"driver-0"}
                """));
  }

  @Test
  void writesUnknownValuesAsNull() {
    JsonNode query = write(null).at("/queries/0");
    for (String field :
        List.of(
            "endedAt",
            "error",
            "trigger",
            "checkpoint",
            "lastInputAt",
            "batchInFlightSince",
            "progress")) {
      assertThat(query.get(field).isNull()).as(field).isTrue();
    }
    assertThat(query.get("startedAt").asText()).isEqualTo("1970-01-01T00:00:01Z");
    assertThat(query.at("/totals/batches").asLong()).isZero();
  }

  @Test
  void containsTheBrokersOfTheSources() {
    run.sources =
        List.of(
            SourceBrokers.of(0, "b1:9092,b2:9092", "read_committed"),
            SourceBrokers.of(2, "c:9092", null));
    assertThat(write(null).at("/queries/0/sources"))
        .isEqualTo(
            Events.json(
                """
                [{"index":0,"bootstrapServers":"b1:9092,b2:9092","isolation":"read_committed"},
                 {"index":2,"bootstrapServers":"c:9092","isolation":null}]
                """));
  }

  @Test
  void usesTheConfiguredTriggerOnlyIfSparkDoesNotProvideOne() {
    assertThat(write(Duration.ofSeconds(30)).at("/queries/0/trigger"))
        .isEqualTo(Events.json("{\"type\":\"ProcessingTime\",\"intervalMs\":30000}"));
    run.trigger = new QueryTrigger("AvailableNow", null);
    assertThat(write(Duration.ofSeconds(30)).at("/queries/0/trigger"))
        .isEqualTo(Events.json("{\"type\":\"AvailableNow\",\"intervalMs\":null}"));
  }

  @Test
  void countsDurationsInCumulativeBuckets() {
    run.addProgress(Events.batch(run.runId, 1, 5, 200), 2_000);
    run.addProgress(Events.batch(run.runId, 2, 0, 7_000), 3_000);
    run.addProgress(Events.batch(run.runId, 3, 5, 4_000_000), 4_000);
    JsonNode totals = write(null).at("/queries/0/totals");
    assertThat(totals.get("batches").asLong()).isEqualTo(3);
    assertThat(totals.get("emptyBatches").asLong()).isEqualTo(1);
    assertThat(totals.at("/batchSeconds/sum").asDouble()).isEqualTo(4_007.2);
    JsonNode buckets = totals.at("/batchSeconds/buckets");
    assertThat(buckets.get("0.1").asLong()).isZero();
    assertThat(buckets.get("0.25").asLong()).isEqualTo(1);
    assertThat(buckets.get("10").asLong()).isEqualTo(2);
    assertThat(buckets.get("3600").asLong()).isEqualTo(2);
  }

  @Test
  void truncatesLongNamesAndPaths() {
    QueryRun longNames =
        runs.getOrCreate(new UUID(0, 1), new UUID(0, 3), "\"\n\0" + "x".repeat(5_000), 2_000);
    longNames.checkpoint = "y".repeat(9_000);
    JsonNode query = write(null).at("/queries/1");
    assertThat(query.get("name").asText())
        .startsWith("\"\n\uFFFDx")
        .hasSize(DriverReport.MAX_NAME_CHARS);
    assertThat(query.get("checkpoint").asText()).hasSize(DriverReport.MAX_PATH_CHARS);
  }

  @Test
  void dropsAProgressThatIsTooLarge() {
    String wide = "{\"t\":{\"" + "9".repeat(QuerySnapshot.MAX_PROGRESS_BYTES / 2) + "\":1}}";
    run.addProgress(Events.progress(Events.json(kafkaWith(wide))), 2_000);
    QueryRun small = runs.getOrCreate(new UUID(0, 1), new UUID(0, 3), "small", 3_000);
    small.addProgress(Events.batch(small.runId, 1, 5, 200), 3_500);
    JsonNode queries;
    try (LogLines log = new LogLines()) {
      write(null);
      queries = write(null).get("queries");
      assertThat(log.messages)
          .singleElement()
          .asString()
          .startsWith("WARN Lagwatch: progress of query q is too large to report (")
          .endsWith(
              " bytes; limit for all queries: 4194304). Counts are still reported; position and lag"
                  + " are not");
    }
    assertThat(queries.at("/0/progress").isNull()).isTrue();
    assertThat(queries.at("/0/totals/batches").asLong()).isEqualTo(1);
    assertThat(queries.at("/1/progress/batchId").asLong()).isEqualTo(1);
  }

  @Test
  void dropsTheLargestProgressFirst() {
    run.addProgress(Events.progress(Events.json(kafkaWith(wide("9", 0.499)))), 2_000);
    QueryRun small = runs.getOrCreate(new UUID(0, 1), new UUID(0, 3), "small", 3_000);
    small.addProgress(
        Events.progress(Events.json(kafkaWith(wide("9", 0.01)).replace("000002", "000003"))),
        3_500);
    JsonNode queries;
    try (LogLines log = new LogLines()) {
      queries = write(null).get("queries");
      assertThat(log.messages)
          .singleElement()
          .asString()
          .contains("progress of query q is too large");
    }
    assertThat(queries.at("/0/progress").isNull()).isTrue();
    assertThat(queries.at("/1/progress/batchId").asLong()).isEqualTo(1);
  }

  @Test
  void limitsTheProgressInBytesOfUtf8() {
    run.addProgress(Events.progress(Events.json(kafkaWith(wide("\u6ce8", 0.3)))), 2_000);
    try (LogLines log = new LogLines()) {
      assertThat(write(null).at("/queries/0/progress").isNull()).isTrue();
      assertThat(log.messages).singleElement().asString().contains("is too large to report");
    }
  }

  /** Returns offsets that take this share of the limit. A progress contains them twice. */
  private static String wide(String filling, double share) {
    return "{\"t\":{\""
        + filling.repeat((int) (share * QuerySnapshot.MAX_PROGRESS_BYTES))
        + "\":1}}";
  }

  private String kafkaWith(String end) {
    return """
    {"id":"00000000-0000-0000-0000-000000000001",
     "runId":"00000000-0000-0000-0000-000000000002","timestamp":"2026-03-01T00:00:00.000Z",
     "batchId":1,"durationMs":{"addBatch":1},
     "sources":[{"description":"KafkaV2[x]","startOffset":null,"endOffset":%s,
                 "latestOffset":%s,"numInputRows":1}]}
    """
        .formatted(end, end);
  }

  private JsonNode write(Duration defaultTrigger) {
    DriverReport report =
        DriverReport.write(HEADER, runs.toReport(0), defaultTrigger, 4, 1_772_409_600_900L);
    return Events.json(new String(report.body, StandardCharsets.UTF_8));
  }
}
