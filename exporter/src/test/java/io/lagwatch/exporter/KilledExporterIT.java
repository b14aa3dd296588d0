package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.ingest.ReportBody;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An exporter that is killed while drivers report and several clients scrape. A counter that comes
 * back lower than it was shown is to Prometheus a reset: the difference would count twice.
 */
class KilledExporterIT {
  private static final int KILLS = Integer.getInteger("lagwatch.kills", 10);
  private static final int SCRAPERS = 3;
  private static final Duration SCRAPE_INTERVAL = Duration.ofMillis(150);
  private static final Duration REPORT_INTERVAL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int BATCHES_PER_RUN = 150;

  @TempDir private Path folder;
  private final Random random = new Random(9877);
  private final ScheduledExecutorService clients = Executors.newScheduledThreadPool(SCRAPERS + 1);
  private final Map<String, Double> highest = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> wentBack = new ConcurrentLinkedQueue<>();
  private final AtomicInteger scrapes = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final List<Driver> drivers = new ArrayList<>();
  private volatile StartedExporter exporter;

  @Test
  void countersNeverDecreaseAndTotalsAreExact() throws IOException {
    for (String app : List.of("shop", "course-tiles", "radar")) {
      drivers.add(new Driver(app));
    }
    exporter = start(0);
    clients.scheduleWithFixedDelay(
        this::report, 0, REPORT_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    for (int i = 0; i < SCRAPERS; i++) {
      clients.scheduleWithFixedDelay(
          this::scrape, 40L * i, SCRAPE_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }
    for (int kill = 1; kill <= KILLS; kill++) {
      int enoughScrapes = scrapes.get() + 2 + random.nextInt(20);
      int enoughReports = accepted.get() + 5 + random.nextInt(20);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> scrapes.get() >= enoughScrapes && accepted.get() >= enoughReports);
      exporter.kill();
      exporter = start(kill);
    }
    int after = scrapes.get();
    await().atMost(PATIENCE).until(() -> scrapes.get() > after + SCRAPERS);
    endClients();

    assertThat(wentBack).isEmpty();
    for (Driver driver : drivers) {
      assertThat(exporter.report(driver.report()).statusCode()).isEqualTo(202);
    }
    Map<String, Double> shown = counters(exporter.get("/metrics").body());
    Map<String, Double> real = new TreeMap<>();
    drivers.forEach(driver -> real.putAll(driver.counters()));
    assertThat(shown).containsAllEntriesOf(real);
    assertThat(accepted.get()).isGreaterThan(KILLS * 5);
  }

  @AfterEach
  void end() {
    endClients();
    if (exporter != null) {
      exporter.close();
    }
  }

  private StartedExporter start(int number) {
    return StartedExporter.start(
        folder.resolve("exporter-" + number + ".log"),
        "64m",
        "--state-file",
        folder.resolve("state.json").toString());
  }

  private void endClients() {
    clients.shutdownNow();
    try {
      assertThat(clients.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void report() {
    for (Driver driver : drivers) {
      driver.runBatch();
      try {
        if (exporter.report(driver.report()).statusCode() == 202) {
          driver.accepted();
          accepted.incrementAndGet();
        }
      } catch (IOException exporterIsDown) {
        continue;
      }
    }
  }

  private void scrape() {
    Map<String, Double> before = new HashMap<>(highest);
    Map<String, Double> shown;
    try {
      shown = counters(exporter.get("/metrics").body());
    } catch (IOException exporterIsDown) {
      return;
    }
    before.forEach(
        (series, value) -> {
          Double now = shown.get(series);
          if (now == null || now < value) {
            wentBack.add(series + ": " + value + ", then " + now);
          }
        });
    shown.forEach((series, value) -> highest.merge(series, value, Math::max));
    scrapes.incrementAndGet();
  }

  /** The counters of queries, including those of histograms. */
  private static Map<String, Double> counters(String metrics) {
    Map<String, Double> counters = new TreeMap<>();
    metrics
        .lines()
        .filter(line -> line.matches("spark_streaming_\\w+_(total|count|sum|bucket)\\{.*"))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              counters.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
            });
    return counters;
  }

  /**
   * A driver whose query runs again and again; it repeats the end of a run until it is accepted.
   */
  private static final class Driver {
    private final String app;
    private int run = 1;
    private long runBatches;
    private long earlierBatches;
    private long offset = 1_000;

    Driver(String app) {
      this.app = app;
    }

    synchronized void runBatch() {
      if (runBatches < BATCHES_PER_RUN) {
        runBatches++;
        offset += 7;
      }
    }

    /** Begins the next run once the end of this one has arrived. */
    synchronized void accepted() {
      if (runBatches == BATCHES_PER_RUN) {
        earlierBatches += runBatches;
        runBatches = 0;
        run++;
      }
    }

    synchronized byte[] report() {
      boolean ended = runBatches == BATCHES_PER_RUN;
      long batches = runBatches;
      String bucket = "{\"count\": %1$d, \"sum\": %1$d, \"buckets\": {\"1.0\": %1$d}}";
      ReportBody body =
          ReportBody.smallest()
              .with("/sentAt", "\"" + Instant.now() + "\"")
              .with("/agent/instance", "\"agent-" + app + "\"")
              .with("/app/name", "\"" + app + "\"")
              .with("/queries/0/id", "\"query-" + app + "\"")
              .with("/queries/0/runId", "\"run-" + app + "-" + run + "\"")
              .with("/queries/0/name", "\"tiles\"")
              .with("/queries/0/status", ended ? "\"STOPPED\"" : "\"RUNNING\"")
              .with("/queries/0/startedAt", "\"" + Instant.now().minusSeconds(60) + "\"")
              .with("/queries/0/lastEventAt", "\"" + Instant.now() + "\"")
              .with("/queries/0/totals/batches", "" + batches)
              .with("/queries/0/totals/inputRows", "" + 10 * batches)
              .with("/queries/0/totals/batchSeconds", String.format(bucket, batches));
      return (batches == 0 ? body : body.with("/queries/0/progress", progress())).bytes();
    }

    private String progress() {
      return String.format(
          """
          {"timestamp": "%s", "batchId": %d, "numInputRows": 10,
           "durationMs": {"addBatch": 400, "triggerExecution": 1000},
           "sources": [{"description": "KafkaV2[Subscribe[orders]]", "numInputRows": 10,
             "startOffset": {"orders": {"0": 1000}}, "endOffset": {"orders": {"0": %d}},
             "latestOffset": {"orders": {"0": %3$d}}}]}
          """,
          Instant.now(), earlierBatches + runBatches, offset);
    }

    synchronized Map<String, Double> counters() {
      double batches = earlierBatches + runBatches;
      String labels = "{app=\"" + app + "\",query=\"tiles\"}";
      return Map.of(
          "spark_streaming_batches_total" + labels,
          batches,
          "spark_streaming_input_rows_total" + labels,
          10 * batches,
          "spark_streaming_batch_duration_seconds_count" + labels,
          batches,
          "spark_streaming_batch_duration_seconds_sum" + labels,
          batches,
          "spark_streaming_query_runs_total" + labels,
          (double) run,
          "spark_streaming_consumed_offsets_total{app=\""
              + app
              + "\",query=\"tiles\",source=\"0\",topic=\"orders\"}",
          (double) offset - 1_000);
    }
  }
}
