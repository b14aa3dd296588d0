package io.lagwatch.demo.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.demo.accuracy.SharedEnvironment.SharedExtension;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.MetricSample;
import io.lagwatch.demo.metrics.Scrape;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Queries that start, end and reuse names, with an exporter that keeps them for a short time. */
@ExtendWith(SharedExtension.class)
class ChangeIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int DRIVERS = 3;
  private static final int NAMES = 8;
  private static final int SCRAPES = 40;

  private final SharedEnvironment environment;
  private OwnedProcess process;
  private Http exporter;
  @TempDir private Path folder;

  ChangeIT(SharedEnvironment environment) {
    this.environment = environment;
  }

  @BeforeEach
  void startExporterThatKeepsQueriesForAShortTime() throws IOException {
    int port = Loopback.freePort();
    process = environment.startAnotherExporter(port, "queries: [{match: '*', keep: 2s}]", folder);
    exporter = Http.onPort(port);
    await("the exporter is ready").atMost(TIMEOUT).until(() -> exporter.answers("/readyz"));
  }

  @AfterEach
  void stopExporter() {
    process.close();
  }

  @Test
  void everyScrapeIsConsistentWhileQueriesStartAndEndAndTheirSeriesEnd() throws Exception {
    environment.produced().create("change", 1);
    environment.produced().produce("change", 0, 1000);
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(DRIVERS);
    List<Future<?>> drivers = new ArrayList<>();
    for (int i = 0; i < DRIVERS; i++) {
      // Two drivers have the same name, as when an application is deployed twice.
      SyntheticReports reports = new SyntheticReports("change-" + i / 2, UUID.randomUUID());
      drivers.add(
          threads.submit(
              () -> {
                startAndEndQueries(reports, over);
                return null;
              }));
    }
    threads.shutdown();

    long most = 0;
    for (int i = 0; i < SCRAPES; i++) {
      most = Math.max(most, countConsistentQueries(exporter.scrape()));
    }
    assertThat(most).as("queries in one scrape").isGreaterThan(NAMES);
    await("lag is measured")
        .atMost(TIMEOUT)
        .until(() -> !exporter.scrape().all("spark_streaming_lag_records", Map.of()).isEmpty());
    countConsistentQueries(exporter.scrape());
    over.set(true);
    for (Future<?> driver : drivers) {
      driver.get();
    }

    await("the series of ended queries end")
        .atMost(TIMEOUT)
        .until(
            () ->
                exporter.scrape().samples().stream()
                    .noneMatch(sample -> sample.name().startsWith("spark_streaming_")));
    assertThat(exporter.json("/api/v1/queries").path("queries")).isEmpty();
  }

  /** Starts and ends queries repeatedly. All queries have ended when this returns. */
  private void startAndEndQueries(SyntheticReports reports, AtomicBoolean over) throws IOException {
    int life = 0;
    while (!over.get()) {
      life++;
      for (String status : List.of("RUNNING", "STOPPED")) {
        for (int name = 0; name < NAMES; name++) {
          exporter.post(
              "/api/v1/reports",
              reports.report("query-" + name, life, status, "change", 100 + life));
        }
      }
    }
  }

  /**
   * Asserts that each query of the scrape is consistent: one state, and parts that equal the
   * totals.
   *
   * @return the number of queries
   */
  private static long countConsistentQueries(Scrape scrape) {
    assertThat(scrape.sum("lagwatch_samples_lost_total", Map.of()).orElse(0)).isZero();
    Map<Map<String, String>, List<MetricSample>> queries =
        scrape.all("spark_streaming_query_info", Map.of()).stream()
            .collect(
                Collectors.groupingBy(
                    info ->
                        Map.of(
                            "app", String.valueOf(info.label("app")),
                            "query", String.valueOf(info.label("query")))));
    queries.forEach(
        (labels, infos) -> {
          assertThat(infos).as("runs of %s", labels).hasSize(1);
          QuerySamples query = new QuerySamples(scrape, labels);
          assertThat(query.all("query_state")).hasSize(6);
          assertThat(query.sum("query_state")).hasValue(1);
          assertThat(query.sum("lag_records")).isEqualTo(query.value("query_lag_records"));
          assertThat(query.sum("topic_lag_records")).isEqualTo(query.value("query_lag_records"));
          if (query.value("query_lag_records").isPresent()) {
            double position = query.sum("position_offset").orElseThrow();
            assertThat(query.value("batches_total")).isEqualTo(query.sum("position_offset"));
            assertThat(query.value("query_lag_records")).hasValue(1000 - position);
          }
        });
    return queries.size();
  }
}
