package io.lagwatch.compat.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.compat.environment.Application;
import io.lagwatch.compat.environment.CompatDriver;
import io.lagwatch.compat.environment.Query;
import io.lagwatch.compat.environment.SparkBuild;
import io.lagwatch.demo.accuracy.KafkaSource;
import io.lagwatch.demo.accuracy.LagVerifier;
import io.lagwatch.demo.accuracy.ProducedRecords;
import io.lagwatch.demo.environment.BuildArtifacts;
import io.lagwatch.demo.environment.ExporterProcess;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.WorkFolder;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import io.lagwatch.testbed.OwnedProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A topic with 2,000 partitions, a query over 50 topics, and a progress of several megabytes. The
 * listener must keep no object per batch, and every report must arrive at an exporter with the
 * default heap.
 */
class SizesIT {
  private static final String APP = "sizes";
  private static final Duration TIMEOUT = Duration.ofSeconds(180);
  private static final int WIDE = 2_000;
  private static final int TOPICS = 50;
  private static final int PARTITIONS = 20;
  private static final int WARM_UP = 4;
  private static final int ROUNDS = 12;

  private final List<Query> queries =
      List.of(
          query("wide", 2_000_000).reading(KafkaSource.subscribe("wide")),
          query("many", 1_500_000).reading(KafkaSource.pattern("many-.*")));

  @Test
  void largeProgressesArriveAndLeaveNoObjectsInTheListener() throws Exception {
    BuildArtifacts artifacts = BuildArtifacts.around(Path.of(""));
    int port = Loopback.freePort();
    Http exporter = Http.onPort(port);
    try (WorkFolder work = WorkFolder.take(artifacts.root().resolve("compat/suite/target/sizes"));
        KafkaBroker broker =
            KafkaBroker.started(
                BrokerSettings.usual()
                    .withData(work.path().resolve("kafka"))
                    .withHeapMegabytes(512)
                    .with("log.index.size.max.bytes", "4096"));
        OwnedProcess exporterProcess =
            ExporterProcess.start(
                artifacts, port, kafka(broker), work.path().resolve("exporter"))) {
      ProducedRecords produced = new ProducedRecords(broker.topics());
      produced.create("wide", WIDE);
      for (int i = 0; i < TOPICS; i++) {
        produced.create("many-" + i, PARTITIONS);
      }
      produce(produced, 0);
      try (CompatDriver driver = driver(exporter.base(), broker, work.path())) {
        for (Query query : queries) {
          driver.start(query);
        }
        playRounds(produced, driver);
        for (Query query : queries) {
          String name = query.settings().get("name");
          assertThat(driver.observed().path(name).path("characters").asInt())
              .as("characters in a progress of " + name)
              .isEqualTo(Integer.parseInt(query.settings().get("observed")));
        }
        for (Query query : queries) {
          lagIsTrue(exporter, produced, driver, query, 0);
        }
        driver.kill();
        for (int i = 0; i < WIDE; i += 100) {
          produced.produce("wide", i, 7);
        }
        produced.produce("many-7", 3, 5);
        lagIsTrue(exporter, produced, driver, queries.get(0), 140);
        lagIsTrue(exporter, produced, driver, queries.get(1), 5);
      }
      for (String page : List.of("/", "/metrics", "/api/v1/queries")) {
        assertThat(exporter.text(page)).as(page).isNotEmpty();
      }
      assertThat(exporter.text("/metrics")).doesNotContain("lagwatch_reports_refused_total{");
      assertThat(exporterProcess.log()).content().doesNotContain("OutOfMemoryError");
    }
  }

  private static void lagIsTrue(
      Http exporter, ProducedRecords produced, CompatDriver driver, Query query, long records) {
    String name = query.settings().get("name");
    KafkaSource source =
        name.equals("wide") ? KafkaSource.subscribe("wide") : KafkaSource.pattern("many-.*");
    var observed =
        new LagVerifier(exporter, APP, produced)
            .await(name, List.of(source), driver.checkpoint(name), TIMEOUT);
    assertThat(observed.value("query_lag_records")).isEqualTo(records);
  }

  /** Runs batches of both queries and counts the listener's objects before and after them. */
  private static void playRounds(ProducedRecords produced, CompatDriver driver) throws IOException {
    long before = 0;
    for (int round = 1; round <= WARM_UP + ROUNDS; round++) {
      Map<String, Integer> batches = batches(driver);
      produce(produced, round);
      awaitBatch(driver, batches);
      if (round == WARM_UP) {
        before = ListenerObjects.count(driver.process());
      }
    }
    // At least two batches a round: a single object kept per batch would exceed this limit. Objects
    // of a report that is being sent are gone a moment later.
    long limit = before + ROUNDS;
    await("the listener's objects of completed batches are collected")
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(ListenerObjects.count(driver.process()))
                    .as("objects, %d before the batches", limit - ROUNDS)
                    .isLessThan(limit));
  }

  /** Waits until each query has completed one more batch. */
  private static void awaitBatch(CompatDriver driver, Map<String, Integer> before) {
    await()
        .atMost(TIMEOUT)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              Map<String, Integer> now = batches(driver);
              return now.keySet().stream()
                  .allMatch(name -> now.get(name) > before.getOrDefault(name, 0));
            });
  }

  private static Map<String, Integer> batches(CompatDriver driver) throws IOException {
    JsonNode observed = driver.observed();
    return Map.of(
        "wide", observed.at("/wide/batches").asInt(), "many", observed.at("/many/batches").asInt());
  }

  /** Produces one record in some partitions of each topic. */
  private static void produce(ProducedRecords produced, int round) {
    produced.produce("wide", round * 37 % WIDE, 1);
    produced.produce("wide", round * 91 % WIDE, 2);
    produced.produce("many-" + round % TOPICS, round % PARTITIONS, 3);
  }

  private static CompatDriver driver(URI endpoint, KafkaBroker broker, Path work)
      throws IOException {
    Application application =
        Application.of(SparkBuild.of("3.5"), APP)
            // By default Spark keeps the last hundred progresses, here some hundred megabytes.
            .with("spark.sql.streaming.numRecentProgressUpdates", "2")
            .reportingTo(endpoint);
    return CompatDriver.start(application, broker.bootstrapServers(), work.resolve(APP));
  }

  private static Query query(String name, int observed) {
    return Query.of("LargeProgress")
        .named(name)
        .trigger("0 seconds")
        .with("observed", Integer.toString(observed));
  }

  private static String kafka(KafkaBroker broker) {
    return "kafka:\n  - name: main\n    pollInterval: 1s\n    bootstrapServers: "
        + broker.bootstrapServers()
        + "\n";
  }
}
