package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A topic with 20 records and an open transaction of 6 more. All queries have read the first 10
 * records of it. Those that read only committed records are 10 behind, the others 16.
 */
class OpenTransactionIT {
  private static final String TOPIC = "orders";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"read_committed", "read_uncommitted"})
  void theIsolationLevelOfTheSourceOutranksThatOfTheCluster(String isolationOfCluster)
      throws IOException {
    try (KafkaBroker broker = KafkaBroker.started();
        StartedExporter exporter = start(broker, isolationOfCluster);
        Producer<byte[], byte[]> producer = broker.topics().transactional("open")) {
      broker.topics().create(TOPIC, 1);
      broker.topics().produce(TOPIC, 0, 20);
      producer.beginTransaction();
      Topics.send(producer, TOPIC, 0, Collections.nCopies(6, "open"));

      ReportedQuery committed = query(broker, "committed", "read_committed");
      ReportedQuery uncommitted = query(broker, "uncommitted", "read_uncommitted");
      ReportedQuery unset = query(broker, "unset", null);
      List<ReportedQuery> all = List.of(committed, uncommitted, unset);
      awaitLag(exporter, all, 10, 16, isolationOfCluster.equals("read_committed") ? 10 : 16);

      producer.commitTransaction();
      // The marker of the commit has an offset too.
      awaitLag(exporter, all, 17, 17, 17);
    }
  }

  private StartedExporter start(KafkaBroker broker, String isolation) throws IOException {
    Path settings = folder.resolve("lagwatch.yml");
    Files.writeString(
        settings,
        """
        kafka:
          - bootstrapServers: %s
            pollInterval: 1s
            isolation: %s
        """
            .formatted(broker.bootstrapServers(), isolation));
    return StartedExporter.start(
        folder.resolve("exporter.log"), "64m", "--config", settings.toString());
  }

  private static ReportedQuery query(KafkaBroker broker, String name, @Nullable String isolation) {
    return new ReportedQuery(name, TOPIC, 1, 10, broker.bootstrapServers(), isolation);
  }

  private static void awaitLag(
      StartedExporter exporter, List<ReportedQuery> queries, int... expected) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> {
              for (ReportedQuery query : queries) {
                assertThat(exporter.report(query.body()).statusCode()).isEqualTo(202);
              }
              for (int i = 0; i < expected.length; i++) {
                ReportedQuery query = queries.get(i);
                assertThat(lag(exporter, query)).as(query.name()).isEqualTo(expected[i]);
              }
            });
  }

  private static int lag(StartedExporter exporter, ReportedQuery query) throws IOException {
    String path = "/api/v1/queries/" + ReportedQuery.APP + "/" + query.name();
    JsonNode records = new ObjectMapper().readTree(exporter.get(path).body()).at("/lag/records");
    return records.asInt(-1);
  }
}
