package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.Settings;
import io.lagwatch.exporter.config.SettingsLoader;
import io.lagwatch.exporter.ingest.ReportBody;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exporter put together as its process is, over real HTTP. */
class ServeTest {
  private static final String PROGRESS =
      """
      {"timestamp": "2026-03-02T00:00:00.000Z", "batchId": 119, "numInputRows": 10,
       "durationMs": {"addBatch": 400, "triggerExecution": 450},
       "sources": [{"description": "KafkaV2[Subscribe[orders]]", "numInputRows": 10,
         "startOffset": {"orders": {"0": 90}}, "endOffset": {"orders": {"0": 100}},
         "latestOffset": {"orders": {"0": 130}}}]}
      """;

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void continuesTheSameSeriesAfterAKill() throws Exception {
    Settings settings = settings("--state-file", folder.resolve("state.json").toString());
    Serve killed = Serve.open(settings, Clock.systemUTC());
    killed.start();
    post(killed, report().with("/queries/0/status", "\"STOPPED\""));
    String before = queryCounters(killed);
    assertThat(before).contains("spark_streaming_batches_total", "120");

    // The final report of a run is on disk before the response is sent, so the copy needs no close.
    Path copy = Files.copy(folder.resolve("state.json"), folder.resolve("copy.json"));
    killed.close();
    try (Serve next = Serve.open(settings("--state-file", copy.toString()), Clock.systemUTC())) {
      next.start();
      assertThat(queryCounters(next)).isEqualTo(before);
    }
  }

  @Test
  void countersOfAScrapeAreOnDisk() throws Exception {
    Path state = folder.resolve("state.json");
    Path copy = folder.resolve("copy.json");
    try (Serve killed = Serve.open(settings("--state-file", state.toString()), Clock.systemUTC())) {
      killed.start();
      post(killed, report());
      String shown = queryCounters(killed);
      assertThat(shown).contains("spark_streaming_batches_total", "120");

      Files.copy(state, copy);
      try (Serve next = Serve.open(settings("--state-file", copy.toString()), Clock.systemUTC())) {
        next.start();
        assertThat(queryCounters(next)).isEqualTo(shown);
      }
    }
  }

  @Test
  void answersImmediatelyWithoutKafka() throws Exception {
    int closed;
    try (var socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    try (Serve serve = Serve.open(settings("--kafka", "127.0.0.1:" + closed), Clock.systemUTC())) {
      serve.start();
      assertThat(get(serve, "/healthz").statusCode()).isEqualTo(200);
      assertThat(get(serve, "/readyz").statusCode()).isEqualTo(503);
      assertThat(post(serve, report()).statusCode()).isEqualTo(202);
      String metrics = metrics(serve);
      assertThat(metrics)
          .contains("spark_streaming_query_lag_basis{app=\"course-tiles\",basis=\"none\"");
      assertThat(metrics).doesNotContain("spark_streaming_query_lag_records{");
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(metrics(serve)).contains("lagwatch_kafka_up{kafka=\"default\"} 0.0"));
    }
  }

  @Test
  void recordsReportsAndPolls() throws Exception {
    Path record = folder.resolve("record.jsonl");
    try (Serve serve = Serve.open(settings("--record", record.toString()), Clock.systemUTC())) {
      serve.start();
      post(serve, report());
      post(serve, report().with("/protocol", "7"));
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(
              () -> assertThat(metrics(serve)).contains("lagwatch_recorded_lines_total 1.0"));
    }
    assertThat(Files.readAllLines(record)).hasSize(1).first().asString().contains("query-1");
  }

  @Test
  void exitsWithAReasonIfThePortIsInUse() throws Exception {
    try (var taken = new ServerSocket(0)) {
      Settings settings = settings("--listen", "0.0.0.0:" + taken.getLocalPort());
      assertThat(Serve.run(settings)).isEqualTo(2);
    }
  }

  private static Settings settings(String flag, String value) {
    Map<String, String> flags =
        flag.equals("--listen")
            ? Map.of(flag, value)
            : Map.of("--listen", "127.0.0.1:0", flag, value);
    return ((Loaded.Good) new SettingsLoader(flags, Map.of()).load()).settings();
  }

  private static ReportBody report() {
    return ReportBody.smallest().with("/queries/0/progress", PROGRESS);
  }

  private String queryCounters(Serve serve) {
    return metrics(serve)
        .lines()
        .filter(line -> line.startsWith("spark_streaming_") && line.contains("_total{"))
        .reduce("", (all, line) -> all + line + "\n");
  }

  private String metrics(Serve serve) {
    return get(serve, "/metrics").body();
  }

  private HttpResponse<String> post(Serve serve, ReportBody body) {
    return send(
        request(serve, "/api/v1/reports")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.bytes())));
  }

  private HttpResponse<String> get(Serve serve, String path) {
    return send(request(serve, path));
  }

  private static HttpRequest.Builder request(Serve serve, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serve.port() + path))
        .header("Content-Type", "application/json")
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
