package io.lagwatch.exporter;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.ReportBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reports with something large in them, sent to an exporter of the default heap until a multiple of
 * it would be needed: it refuses them with the limit, or stores only what is bounded.
 */
class HostileReportsIT {
  private static final String HEAP = "64m";
  private static final String LARGE_HEAP = "increase -Xmx";
  private static final String FIXED_LIMIT = "the limit is";

  @TempDir private Path folder;
  private StartedExporter exporter;

  /** A kind of reports: how many are sent, and the limit that a message must name; "" for none. */
  private record Shape(int reports, String limit, IntFunction<byte[]> report) {}

  static Stream<Arguments> shapes() {
    Map<String, Shape> shapes = new TreeMap<>();
    String wide = offsets("orders", 90_000);
    shapes.put(
        "partitions only in latestOffset",
        new Shape(20, LARGE_HEAP, i -> query(i, sources(kafka("orders", "null", "null", wide)))));
    shapes.put(
        "partitions only in startOffset",
        new Shape(20, LARGE_HEAP, i -> query(i, sources(kafka("orders", wide, "null", "null")))));
    String narrow = offsets("orders", 400);
    shapes.put(
        "partitions of many queries",
        new Shape(
            200, LARGE_HEAP, i -> query(i, sources(kafka("orders", narrow, narrow, narrow)))));
    String invalid = narrow.replace(":1", ":-1");
    shapes.put(
        "offsets that are no offsets",
        new Shape(
            200, LARGE_HEAP, i -> query(i, sources(kafka("orders", invalid, invalid, narrow)))));
    String large = "x".repeat(4 << 20);
    shapes.put(
        "description of 4 MB of a Kafka source",
        new Shape(20, FIXED_LIMIT, i -> query(i, sources(kafka(large, "null", "null", "null")))));
    String pattern = "KafkaV2[SubscribePattern[" + "\u4e16".repeat(190_000) + "]]";
    shapes.put(
        "pattern of 190,000 characters",
        new Shape(60, LARGE_HEAP, i -> query(i, sources(source(pattern, "null", "null", "null")))));
    shapes.put(
        "description of 4 MB of another source",
        new Shape(20, "", i -> query(i, sources(source("Rate" + large, "1", "2", "2")))));
    String topics = IntStream.range(0, 60_000).mapToObj(t -> "t" + t).collect(joining(", "));
    shapes.put(
        "60,000 subscribed topics",
        new Shape(40, FIXED_LIMIT, i -> query(i, sources(kafka(topics, "null", "null", "null")))));
    String fewer = IntStream.range(0, 20_000).mapToObj(t -> "t" + t).collect(joining(", "));
    shapes.put(
        "20,000 subscribed topics",
        new Shape(40, LARGE_HEAP, i -> query(i, sources(kafka(fewer, "null", "null", "null")))));
    shapes.put(
        "1,000 state operators",
        new Shape(
            50, LARGE_HEAP, i -> query(i, "[]", repeated(1_000, "{\"operatorName\": \"x\"}"))));
    shapes.put(
        "1,001 state operators",
        new Shape(
            50, FIXED_LIMIT, i -> query(i, "[]", repeated(1_001, "{\"operatorName\": \"x\"}"))));
    String manySources = repeated(1_000, source("RateStreamV2[x]", "1", "2", "2"));
    shapes.put("1,000 sources", new Shape(90, LARGE_HEAP, i -> query(i, manySources, "[]")));
    shapes.put(
        "4,000 new topics in each batch of one query",
        new Shape(30, LARGE_HEAP, i -> batchWithNewTopics(i, 4_000)));
    shapes.put(
        "dated topics of one query, slowly", new Shape(200, "", i -> batchWithNewTopics(i, 40)));
    shapes.put(
        "runs with 100 bounds of durations each",
        new Shape(60, "", HostileReportsIT::manyRunsWithManyBounds));
    shapes.put("new phases in every batch", new Shape(25, "", HostileReportsIT::newPhases));
    shapes.put("long labels", new Shape(40, LARGE_HEAP, HostileReportsIT::longLabels));
    shapes.put(
        "long checkpoints and errors", new Shape(8, LARGE_HEAP, HostileReportsIT::longTexts));
    shapes.put(
        "new ids of a query in every report",
        new Shape(300, "", i -> utf8(small(i).with("/queries/0/name", "\"same\""))));
    shapes.put(
        "text of 4 MB that is not used",
        new Shape(30, "", i -> withProgress(small(i), "{\"observedMetrics\": \"" + large + "\"}")));
    String values = "{\"x\": " + repeated(2_000_000, "1");
    shapes.put(
        "2 million values in a progress",
        new Shape(20, LARGE_HEAP, i -> withProgress(small(i), values + "}")));
    shapes.put(
        "2 million values outside of a progress",
        new Shape(20, LARGE_HEAP, i -> report(values + "," + json(small(i)).substring(1))));
    return shapes.entrySet().stream().map(shape -> Arguments.of(shape.getKey(), shape.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void areBounded(String name, Shape shape) throws IOException {
    start();
    StringBuilder messages = new StringBuilder();
    for (int i = 0; i < shape.reports(); i++) {
      HttpResponse<String> answer = exporter.report(shape.report().apply(i));
      assertThat(answer.statusCode()).as(answer.body()).isIn(202, 400, 413, 429);
      if (answer.statusCode() != 202) {
        messages.append(answer.body());
      }
    }
    assertThat(exporter.get("/").statusCode()).isEqualTo(200);
    HttpResponse<String> queries = exporter.get("/api/v1/queries");
    assertThat(queries.statusCode()).isEqualTo(200);
    messages.append(queries.body()).append(exporter.log());
    assertThat(messages.toString().contains(shape.limit())).as("names the limit").isTrue();
    worksAsBefore();
  }

  @Test
  void areBoundedWhenTheyComeTogether() throws Exception {
    start();
    byte[] report =
        gzip(query(1, sources(kafka("orders", "null", "null", offsets("orders", 90_000)))));
    byte[] bomb =
        gzip(("{\"x\": \"" + " ".repeat(200 << 20) + "\"}").getBytes(StandardCharsets.UTF_8));
    List<Callable<Integer>> senders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      senders.add(() -> zipped(report));
      senders.add(() -> zipped(bomb));
    }
    var pool = Executors.newFixedThreadPool(senders.size());
    try {
      for (var status : pool.invokeAll(senders)) {
        assertThat(status.get()).isIn(202, 413, 429, 503);
      }
    } finally {
      pool.shutdownNow();
    }
    worksAsBefore();
  }

  @AfterEach
  void end() {
    if (exporter != null) {
      exporter.close();
    }
  }

  private void start() throws IOException {
    exporter =
        StartedExporter.start(
            folder.resolve("exporter.log"),
            HEAP,
            "--state-file",
            folder.resolve("state.json").toString());
    assertThat(exporter.report(honest(1)).statusCode()).isEqualTo(202);
  }

  private void worksAsBefore() throws IOException {
    assertThat(exporter.report(honest(2)).statusCode()).isEqualTo(202);
    HttpResponse<String> metrics = exporter.get("/metrics");
    assertThat(metrics.statusCode()).isEqualTo(200);
    assertThat(metrics.body().lines().toList())
        .contains(
            "spark_streaming_batches_total{app=\"honest\",query=\"tiles\"} 2.0",
            "spark_streaming_query_lag_records{app=\"honest\",query=\"tiles\"} 30.0",
            "lagwatch_evaluation_errors_total 0.0");
    assertThat(exporter.isAlive()).isTrue();
    String log = exporter.log();
    assertThat(log).doesNotContain("OutOfMemoryError").doesNotContain("Exception");
  }

  private int zipped(byte[] body) throws IOException {
    return exporter
        .send(
            exporter
                .to("/api/v1/reports")
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)))
        .statusCode();
  }

  private static byte[] honest(long batches) {
    return utf8(
        ReportBody.smallest()
            .with("/app/name", "\"honest\"")
            .with("/queries/0/id", "\"honest\"")
            .with("/queries/0/name", "\"tiles\"")
            .with("/queries/0/totals/batches", "" + batches)
            .with(
                "/queries/0/progress",
                progress(
                    batches,
                    sources(
                        kafka(
                            "orders",
                            "{\"orders\": {\"0\": 90}}",
                            "{\"orders\": {\"0\": 100}}",
                            "{\"orders\": {\"0\": 130}}")),
                    "[]")));
  }

  private static ReportBody small(int number) {
    return ReportBody.smallest()
        .with("/agent/instance", "\"agent-" + number + "\"")
        .with("/queries/0/id", "\"query-" + number + "\"")
        .with("/queries/0/runId", "\"run-" + number + "\"");
  }

  private static byte[] query(int number, String sources) {
    return query(number, sources, "[]");
  }

  private static byte[] query(int number, String sources, String operators) {
    return withProgress(small(number), progress(7, sources, operators));
  }

  private static byte[] batchWithNewTopics(int batch, int topics) {
    String start = newTopics(batch, topics, 0);
    String end = newTopics(batch, topics, 10);
    return withProgress(
        small(1)
            .with("/sentAt", "\"" + Instant.now() + "\"")
            .with("/queries/0/totals/batches", "" + (batch + 1)),
        progress(
            batch, sources(source("KafkaV2[SubscribePattern[log.*]]", start, end, end)), "[]"));
  }

  /** Without parsing it, which takes longer than the exporter needs for it. */
  private static byte[] withProgress(ReportBody body, String progress) {
    String query = json(body);
    return report(query.substring(0, query.length() - 1) + ", \"progress\": " + progress + "}");
  }

  private static String newTopics(int batch, int topics, int offset) {
    return IntStream.range(0, topics)
        .mapToObj(t -> "\"log-" + batch + "-" + t + "\": {\"0\": " + offset + "}")
        .collect(joining(",", "{", "}"));
  }

  /** Twenty queries of which each report brings another run with bounds of its own. */
  private static byte[] manyRunsWithManyBounds(int number) {
    String queries =
        IntStream.range(0, 20)
            .mapToObj(
                q ->
                    json(
                        ReportBody.smallest()
                            .with("/queries/0/id", "\"query-" + q + "\"")
                            .with("/queries/0/runId", "\"run-" + q + "-" + number + "\"")
                            .with(
                                "/queries/0/startedAt",
                                "\"2026-03-01T00:%02d:%02d.000Z\""
                                    .formatted(number / 60, number % 60))
                            .with("/queries/0/totals/batchSeconds", bounds(number))))
            .collect(joining(","));
    return report(queries);
  }

  private static String bounds(int number) {
    return IntStream.range(0, 100)
        .mapToObj(b -> "\"" + (1 + b + 100 * number) + "\": 1")
        .collect(joining(",", "{\"count\": 1, \"sum\": 1, \"buckets\": {", "}}"));
  }

  private static byte[] newPhases(int number) {
    String queries =
        IntStream.range(0, 300)
            .mapToObj(
                q ->
                    json(
                        ReportBody.smallest()
                            .with("/queries/0/id", "\"query-" + q + "\"")
                            .with("/queries/0/totals/batches", "" + (number + 1))
                            .with("/queries/0/progress", phases(q, number))))
            .collect(joining(","));
    return report(queries);
  }

  private static String phases(int query, int number) {
    String phases =
        IntStream.range(0, 30)
            .mapToObj(
                p -> "\"" + "%03d-%03d-%02d".formatted(query, number, p) + "x".repeat(90) + "\": 1")
            .collect(joining(",", "{\"addBatch\": 1,", "}"));
    return progress(number, "[]", "[]").replace("{\"addBatch\": 1}", phases);
  }

  private static byte[] longLabels(int number) {
    String queries =
        IntStream.range(0, 50)
            .mapToObj(
                q ->
                    json(
                        ReportBody.smallest()
                            .with("/queries/0/id", "\"query-" + number + "-" + q + "\"")
                            .with(
                                "/queries/0/name",
                                "\"" + "\u4e16".repeat(990) + number + "-" + q + "\"")))
            .collect(joining(","));
    return report(queries);
  }

  private static byte[] longTexts(int number) {
    String queries =
        IntStream.range(0, 300)
            .mapToObj(
                q ->
                    json(
                        ReportBody.smallest()
                            .with("/queries/0/id", "\"query-" + number + "-" + q + "\"")
                            .with("/queries/0/checkpoint", "\"" + "\u4e16".repeat(3_990) + "\"")
                            .with(
                                "/queries/0/error",
                                "{\"class\": \"x\", \"message\": \""
                                    + "\u4e16".repeat(600)
                                    + "\"}")))
            .collect(joining(","));
    return report(queries);
  }

  /** The only query of a report. */
  private static String json(ReportBody body) {
    String whole = new String(body.bytes(), StandardCharsets.UTF_8);
    return whole.substring(whole.indexOf("\"queries\":[") + 11, whole.length() - 2);
  }

  private static byte[] report(String queries) {
    String whole =
        new String(
            ReportBody.smallest().with("/sentAt", "\"" + Instant.now() + "\"").bytes(),
            StandardCharsets.UTF_8);
    int list = whole.indexOf("\"queries\":[") + 11;
    return (whole.substring(0, list) + queries + "]}").getBytes(StandardCharsets.UTF_8);
  }

  private static String progress(long batchId, String sources, String operators) {
    return "{\"timestamp\": \"2026-03-02T00:00:00.000Z\", \"batchId\": "
        + batchId
        + ", \"durationMs\": {\"addBatch\": 1}, \"numInputRows\": 1, \"sources\": "
        + sources
        + ", \"stateOperators\": "
        + operators
        + "}";
  }

  private static String kafka(String topics, String start, String end, String latest) {
    return source("KafkaV2[Subscribe[" + topics + "]]", start, end, latest);
  }

  private static String source(String description, String start, String end, String latest) {
    return "{\"description\": \""
        + description
        + "\", \"startOffset\": "
        + start
        + ", \"endOffset\": "
        + end
        + ", \"latestOffset\": "
        + latest
        + ", \"numInputRows\": 1}";
  }

  private static String sources(String source) {
    return "[" + source + "]";
  }

  private static String offsets(String topic, int partitions) {
    return IntStream.range(0, partitions)
        .mapToObj(p -> "\"" + p + "\":1")
        .collect(joining(",", "{\"" + topic + "\": {", "}}"));
  }

  private static String repeated(int times, String item) {
    return Stream.generate(() -> item).limit(times).collect(joining(",", "[", "]"));
  }

  private static byte[] utf8(ReportBody body) {
    return body.bytes();
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(plain);
    }
    return zipped.toByteArray();
  }
}
