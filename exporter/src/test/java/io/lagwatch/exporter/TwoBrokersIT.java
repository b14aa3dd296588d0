package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.testbed.KafkaBroker;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two clusters with a topic of the same name: {@code main} has {@value #BEHIND_IN_MAIN} records
 * after the position of every query, {@code replica} has {@value #BEHIND_IN_REPLICA}. The lag of a
 * query is that of the cluster that it reads, or unknown.
 */
class TwoBrokersIT {
  private static final String TOPIC = "orders";
  private static final long POSITION = 10;
  private static final int BEHIND_IN_MAIN = 15;
  private static final int BEHIND_IN_REPLICA = 90;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static KafkaBroker main;
  private static KafkaBroker replica;

  @TempDir private Path folder;
  private StartedExporter exporter;

  @BeforeAll
  static void startBrokers() {
    main = KafkaBroker.started();
    replica = KafkaBroker.started();
    fill(main, BEHIND_IN_MAIN);
    fill(replica, BEHIND_IN_REPLICA);
  }

  @AfterAll
  static void stopBrokers() {
    main.close();
    replica.close();
  }

  @AfterEach
  void stopExporter() {
    exporter.close();
  }

  @Test
  void measuresEachQueryInTheClusterWhoseBrokersItsDriverReports() throws IOException {
    start("", "");
    ReportedQuery ofMain = query("of-main", main.bootstrapServers());
    ReportedQuery ofReplica = query("of-replica", replica.bootstrapServers());
    awaitReporting(
        List.of(ofMain, ofReplica),
        () -> {
          assertReads(ofMain, "main", "address", BEHIND_IN_MAIN);
          assertReads(ofReplica, "replica", "address", BEHIND_IN_REPLICA);
        });
    assertThat(page(ofReplica))
        .contains(
            "Kafka replica (brokers that the driver reports: " + replica.bootstrapServers() + ")");
  }

  @Test
  void guessesNothingForAListenerThatDoesNotReportBrokers() throws IOException {
    start("", "");
    ReportedQuery query = query("old-listener", null);
    String reason =
        "topic orders exists in main and replica, and the driver does not report which one it"
            + " reads; set queries[].kafka";
    awaitReporting(List.of(query), () -> assertUnknown(query, "ambiguous", reason));
    assertThat(source(query).at("/cluster/candidates")).hasToString("[\"main\",\"replica\"]");
  }

  @Test
  void theSettingOfTheQueryDecides() throws IOException {
    start("", "queries:\n  - match: \"set-*\"\n    kafka: replica\n");
    ReportedQuery silent = query("set-silent", null);
    ReportedQuery contradicted = query("set-contradicted", main.bootstrapServers());
    ReportedQuery other = query("other", main.bootstrapServers());
    awaitReporting(
        List.of(silent, contradicted, other),
        () -> {
          assertReads(silent, "replica", "setting", BEHIND_IN_REPLICA);
          assertReads(contradicted, "replica", "setting", BEHIND_IN_REPLICA);
          assertReads(other, "main", "address", BEHIND_IN_MAIN);
        });
  }

  @Test
  void anAliasDecides() throws IOException {
    start("    aliases: [\"balancer.example:9092\"]\n", "");
    ReportedQuery query = query("balanced", "balancer.example:9092");
    ReportedQuery unmatched = query("elsewhere", "balancer.example:9093");
    awaitReporting(
        List.of(query, unmatched),
        () -> {
          assertReads(query, "replica", "address", BEHIND_IN_REPLICA);
          assertUnknown(
              unmatched,
              "unmatched",
              "it reads the brokers balancer.example:9093, which belong to no configured Kafka"
                  + " cluster; add them to kafka[].aliases or set queries[].kafka");
        });
  }

  @Test
  void aBrokerThatIsDownAffectsOnlyItsQueries() throws IOException {
    start("", "");
    ReportedQuery ofMain = query("of-main", main.bootstrapServers());
    ReportedQuery ofReplica = query("of-replica", replica.bootstrapServers());
    List<ReportedQuery> both = List.of(ofMain, ofReplica);
    awaitReporting(both, () -> assertReads(ofReplica, "replica", "address", BEHIND_IN_REPLICA));
    try {
      replica.kill();
      awaitReporting(
          both,
          () -> {
            assertUnknown(ofReplica, "address", "no broker has answered for its partitions");
            assertReads(ofMain, "main", "address", BEHIND_IN_MAIN);
          });
    } finally {
      replica.start();
    }
    awaitReporting(both, () -> assertReads(ofReplica, "replica", "address", BEHIND_IN_REPLICA));
  }

  private static void fill(KafkaBroker broker, int behind) {
    broker.topics().create(TOPIC, 1);
    broker.topics().produce(TOPIC, 0, (int) POSITION + behind);
  }

  private static ReportedQuery query(String name, @Nullable String brokers) {
    return new ReportedQuery(name, TOPIC, 1, POSITION, brokers, null);
  }

  /**
   * Starts the exporter.
   *
   * @param ofReplica further lines of the entry for {@code replica}
   * @param sections further sections of the settings
   */
  private void start(String ofReplica, String sections) throws IOException {
    Path settings = folder.resolve("lagwatch.yml");
    Files.writeString(
        settings,
        """
        kafka:
          - name: main
            bootstrapServers: %s
            pollInterval: 1s
          - name: replica
            bootstrapServers: %s
            pollInterval: 1s
        """
                .formatted(main.bootstrapServers(), replica.bootstrapServers())
            + ofReplica
            + sections);
    exporter =
        StartedExporter.start(
            folder.resolve("exporter.log"), "64m", "--config", settings.toString());
  }

  private void awaitReporting(List<ReportedQuery> queries, ThrowingRunnable expected) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> {
              for (ReportedQuery query : queries) {
                assertThat(exporter.report(query.body()).statusCode()).isEqualTo(202);
              }
              expected.run();
            });
  }

  private void assertReads(ReportedQuery query, String cluster, String routedBy, long lag)
      throws IOException {
    JsonNode document = document(query);
    assertThat(document.at("/lag/records").asText()).isEqualTo(Long.toString(lag));
    assertThat(document.at("/lag/basis").asText()).isEqualTo("broker");
    assertThat(document.at("/lag/partitionsUnknown").asInt()).isZero();
    assertThat(source(query).at("/cluster/name").asText()).isEqualTo(cluster);
    assertThat(source(query).at("/cluster/routedBy").asText()).isEqualTo(routedBy);
    assertThat(series(query))
        .contains("query_lag_records{} " + lag + ".0", "query_partitions_unknown{} 0.0")
        .contains(info(cluster, routedBy));
    assertThat(page(query)).contains("Kafka " + cluster);
  }

  private void assertUnknown(ReportedQuery query, String routedBy, String reason)
      throws IOException {
    JsonNode document = document(query);
    assertThat(document.at("/lag/records").isNull()).isTrue();
    assertThat(document.at("/lag/basis").asText()).isEqualTo("none");
    assertThat(document.at("/lag/partitionsUnknown").asInt()).isOne();
    assertThat(document.at("/lag/reason").asText()).isEqualTo(reason);
    assertThat(source(query).at("/cluster/routedBy").asText()).isEqualTo(routedBy);
    String cluster = source(query).at("/cluster/name").asText("");
    assertThat(series(query))
        .noneMatch(series -> series.startsWith("query_lag_records"))
        .contains("query_lag_basis{basis=\"none\"} 1.0", "query_partitions_unknown{} 1.0")
        .contains(info(cluster.equals("null") ? "" : cluster, routedBy));
    assertThat(page(query)).contains(reason);
  }

  private JsonNode document(ReportedQuery query) throws IOException {
    return new ObjectMapper()
        .readTree(answer("/api/v1/queries/" + ReportedQuery.APP + "/" + query.name()));
  }

  private JsonNode source(ReportedQuery query) throws IOException {
    return document(query).at("/sources/0");
  }

  private String page(ReportedQuery query) throws IOException {
    return answer("/queries/" + ReportedQuery.APP + "/" + query.name());
  }

  /** The series of a query without the labels app and query and without the prefix. */
  private List<String> series(ReportedQuery query) throws IOException {
    String label = "query=\"" + query.name() + "\"";
    return answer("/metrics")
        .lines()
        .filter(line -> line.startsWith("spark_streaming_") && line.contains(label))
        .map(line -> line.replaceFirst("app=\"[^\"]*\",?", "").replaceFirst(label + ",?", ""))
        .map(line -> line.substring("spark_streaming_".length()).replace(",}", "}"))
        .toList();
  }

  private String answer(String path) throws IOException {
    HttpResponse<String> answer = exporter.get(path);
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }

  private static String info(String cluster, String routedBy) {
    return "source_info{kafka=\"%s\",routed_by=\"%s\",source=\"0\"} 1.0"
        .formatted(cluster, routedBy);
  }
}
