package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.metrics.Exposition;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshots;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsRouteTest {
  private RunningServer server;

  @BeforeEach
  void start() {
    server = RunningServer.withoutToken();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void returnsTheTextFormatByDefault() {
    var plain = server.get("/metrics");

    assertThat(plain.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(Exposition.parse(plain.body()).types())
        .containsEntry("spark_streaming_batches_total", "counter");
  }

  @Test
  void returnsOpenMetricsIfAccepted() {
    var response =
        server.send(
            server
                .to("/metrics")
                .header(
                    "Accept",
                    "application/openmetrics-text;version=1.0.0;q=0.75,text/plain;version=0.0.4;"
                        + "q=0.5,*/*;q=0.1"));

    assertThat(response.headers().firstValue("Content-Type"))
        .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
    assertThat(response.body())
        .endsWith("# EOF\n")
        .contains("# TYPE spark_streaming_batches counter\n")
        .contains("spark_streaming_batches_total{app=\"shop\",query=\"course-tiles\"} 120.0\n")
        .contains("# TYPE spark_streaming_query info\n")
        .contains("# UNIT spark_streaming_query_lag_seconds seconds\n");
  }

  @Test
  void compressesIfAccepted() throws IOException, InterruptedException {
    var response =
        HttpClient.newHttpClient()
            .send(
                server.to("/metrics").header("Accept-Encoding", "gzip").build(),
                HttpResponse.BodyHandlers.ofByteArray());

    assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
    var text =
        new String(
            new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes(),
            StandardCharsets.UTF_8);
    assertThat(Exposition.parse(text).samples())
        .containsKey("spark_streaming_batches_total{app=shop, query=course-tiles}");
  }

  /**
   * Each snapshot holds a number of queries that all have that number as their batch id: a scrape
   * that mixes two snapshots, or drops or repeats a series, shows.
   */
  @Test
  void scrapesAreConsistentDuringChanges() throws Exception {
    var generation = new AtomicLong();
    server.watch.show(
        () -> {
          int n = 1 + (int) (generation.incrementAndGet() % 7);
          var queries = new ArrayList<QueryView>();
          for (int i = 0; i < n; i++) {
            queries.add(Snapshots.query("app", "q" + i).progress(Snapshots.progress(n, 5)).build());
          }
          return Snapshots.of(queries.toArray(new QueryView[0]));
        });
    var stop = new AtomicBoolean();
    var pool = Executors.newFixedThreadPool(6);
    try {
      var others = pool.submit(() -> askForEverythingElse(stop));
      Callable<Void> scrapes =
          () -> {
            for (int i = 0; i < 40; i++) {
              assertWhole(server.metrics());
            }
            return null;
          };
      var results = new ArrayList<Future<Void>>();
      for (int i = 0; i < 4; i++) {
        results.add(pool.submit(scrapes));
      }
      for (var result : results) {
        result.get();
      }
      stop.set(true);
      others.get();
    } finally {
      stop.set(true);
      pool.shutdownNow();
    }
  }

  private void askForEverythingElse(AtomicBoolean stop) {
    while (!stop.get()) {
      server.get("/");
      server.get("/api/v1/queries");
      server.send(server.post("{}".getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static void assertWhole(Exposition exposition) {
    var ids =
        exposition.samples().entrySet().stream()
            .filter(sample -> sample.getKey().startsWith("spark_streaming_batch_id{"))
            .map(sample -> sample.getValue().intValue())
            .toList();
    assertThat(ids).isNotEmpty().containsOnly(ids.size());
    assertThat(exposition.samples())
        .containsEntry("lagwatch_samples_lost_total{reason=duplicate}", 0.0);
  }
}
