package io.lagwatch.compat.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.stage.Application;
import io.lagwatch.compat.stage.Driver;
import io.lagwatch.compat.stage.Query;
import io.lagwatch.compat.stage.SparkBuild;
import io.lagwatch.demo.stage.Built;
import io.lagwatch.demo.stage.Exporter;
import io.lagwatch.demo.stage.Http;
import io.lagwatch.demo.stage.WorkFolder;
import io.lagwatch.demo.truth.Ledger;
import io.lagwatch.demo.truth.Source;
import io.lagwatch.demo.truth.TrueLag;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A topic with 2,000 partitions, a query over 50 topics, and a progress of megabytes: the batches
 * of a watched driver are as fast as those of a bare one beside it, its heap is as flat, and
 * everything arrives at an exporter that has the heap of README's example.
 */
class SizesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(180);
  private static final int WIDE = 2_000;
  private static final int TOPICS = 50;
  private static final int PARTITIONS = 20;
  private static final int WARM_UP = 4;
  private static final int ROUNDS = 12;

  private final List<Query> queries =
      List.of(
          query("wide", 2_000_000).reading(Source.subscribe("wide")),
          query("many", 1_500_000).reading(Source.pattern("many-.*")));

  @Test
  void slowNoBatchGrowNoDriverAndArrive() throws Exception {
    Built built = Built.around(Path.of(""));
    int port = Loopback.freePort();
    Http exporter = Http.onPort(port);
    try (WorkFolder work = WorkFolder.take(built.root().resolve("compat/suite/target/sizes"));
        KafkaBroker broker =
            KafkaBroker.started(
                BrokerSettings.usual()
                    .withData(work.path().resolve("kafka"))
                    .withHeapMegabytes(512)
                    .with("log.index.size.max.bytes", "4096"));
        OwnedProcess exporterProcess =
            Exporter.start(built, port, kafka(broker), work.path().resolve("exporter"))) {
      Ledger ledger = new Ledger(broker.topics());
      ledger.create("wide", WIDE);
      for (int i = 0; i < TOPICS; i++) {
        ledger.create("many-" + i, PARTITIONS);
      }
      produce(ledger, 0);
      try (Driver bare = driver("bare", null, broker, work.path());
          Driver watched = driver("watched", exporter.base(), broker, work.path())) {
        for (Query query : queries) {
          bare.start(query);
          watched.start(query);
        }
        Run run = run(ledger, bare, watched);
        assertThat(median(run.watchedMillis))
            .as(
                "a batch of the watched driver, %s, beside one of the bare, %s",
                run.watchedMillis, run.bareMillis)
            .isLessThan(median(run.bareMillis) * 3 / 2 + 100);
        assertThat(run.watchedGrowth)
            .as("bytes, of the watched driver's heap; the bare one's grew by %d", run.bareGrowth)
            .isLessThan(Math.max(0, run.bareGrowth) + (8 << 20));
        for (Query query : queries) {
          String name = query.settings().get("name");
          assertThat(watched.observed().path(name).path("characters").asInt())
              .as("characters in a progress of " + name)
              .isEqualTo(Integer.parseInt(query.settings().get("observed")));
        }
        for (Query query : queries) {
          lagIsTrue(exporter, ledger, watched, query, 0);
        }
        watched.kill();
        for (int i = 0; i < WIDE; i += 100) {
          ledger.produce("wide", i, 7);
        }
        ledger.produce("many-7", 3, 5);
        lagIsTrue(exporter, ledger, watched, queries.get(0), 140);
        lagIsTrue(exporter, ledger, watched, queries.get(1), 5);
      }
      for (String page : List.of("/", "/metrics", "/api/v1/queries")) {
        long began = System.nanoTime();
        assertThat(exporter.text(page)).isNotEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - began))
            .as(page)
            .isLessThan(Duration.ofSeconds(3));
      }
      assertThat(exporter.text("/metrics")).doesNotContain("lagwatch_reports_refused_total{");
      assertThat(exporterProcess.log()).content().doesNotContain("OutOfMemoryError");
    }
  }

  private static void lagIsTrue(
      Http exporter, Ledger ledger, Driver driver, Query query, long records) {
    String name = query.settings().get("name");
    Source source = name.equals("wide") ? Source.subscribe("wide") : Source.pattern("many-.*");
    var seen =
        new TrueLag(exporter, "watched", ledger)
            .await(name, List.of(source), driver.checkpoint(name), PATIENCE);
    assertThat(seen.value("query_lag_records")).isEqualTo(records);
  }

  /**
   * What both drivers did, batch by batch.
   *
   * @param watchedGrowth of the live heap, in bytes, over all rounds after the warm-up
   */
  private record Run(
      List<Long> bareMillis, List<Long> watchedMillis, long bareGrowth, long watchedGrowth) {}

  private Run run(Ledger ledger, Driver bare, Driver watched) throws IOException {
    long bareHeld = 0;
    long watchedHeld = 0;
    Map<String, Integer> bareFrom = Map.of();
    Map<String, Integer> watchedFrom = Map.of();
    for (int round = 1; round <= WARM_UP + ROUNDS; round++) {
      Map<String, Integer> bareBefore = batches(bare);
      Map<String, Integer> watchedBefore = batches(watched);
      produce(ledger, round);
      awaitBatch(bare, bareBefore);
      awaitBatch(watched, watchedBefore);
      if (round == WARM_UP) {
        bareHeld = LiveHeap.bytes(bare.process());
        watchedHeld = LiveHeap.bytes(watched.process());
        bareFrom = batches(bare);
        watchedFrom = batches(watched);
      }
    }
    return new Run(
        millis(bare, bareFrom),
        millis(watched, watchedFrom),
        LiveHeap.bytes(bare.process()) - bareHeld,
        LiveHeap.bytes(watched.process()) - watchedHeld);
  }

  /** Waits until each of the queries has ended one more batch. */
  private static void awaitBatch(Driver driver, Map<String, Integer> before) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              Map<String, Integer> now = batches(driver);
              return now.keySet().stream()
                  .allMatch(name -> now.get(name) > before.getOrDefault(name, 0));
            });
  }

  private static Map<String, Integer> batches(Driver driver) throws IOException {
    JsonNode observed = driver.observed();
    return Map.of(
        "wide", observed.at("/wide/millis").size(), "many", observed.at("/many/millis").size());
  }

  /** How long the batches took, those before {@code from} left out. */
  private static List<Long> millis(Driver driver, Map<String, Integer> from) throws IOException {
    JsonNode observed = driver.observed();
    List<Long> millis = new ArrayList<>();
    from.forEach(
        (name, first) -> {
          JsonNode all = observed.path(name).path("millis");
          for (int i = first; i < all.size(); i++) {
            millis.add(all.get(i).asLong());
          }
        });
    return millis;
  }

  /** One record in some partitions of each topic kind. */
  private static void produce(Ledger ledger, int round) {
    ledger.produce("wide", round * 37 % WIDE, 1);
    ledger.produce("wide", round * 91 % WIDE, 2);
    ledger.produce("many-" + round % TOPICS, round % PARTITIONS, 3);
  }

  private static Driver driver(String name, URI endpoint, KafkaBroker broker, Path work)
      throws IOException {
    Application application =
        Application.of(SparkBuild.of("3.5"), name)
            // Spark keeps the last hundred itself, which are some hundred megabytes here.
            .with("spark.sql.streaming.numRecentProgressUpdates", "2");
    return Driver.start(
        endpoint == null ? application : application.reportingTo(endpoint),
        broker.bootstrapServers(),
        work.resolve(name));
  }

  private static Query query(String name, int observed) {
    return Query.of("Observed")
        .named(name)
        .trigger("0 seconds")
        .with("observed", Integer.toString(observed));
  }

  private static String kafka(KafkaBroker broker) {
    return "kafka:\n  - name: main\n    pollInterval: 1s\n    bootstrapServers: "
        + broker.bootstrapServers()
        + "\n";
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
