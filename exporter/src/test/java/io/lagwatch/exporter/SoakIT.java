package io.lagwatch.exporter;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.OwnedProcess;
import io.lagwatch.testbed.Topics;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries, topics and partitions come and go at a real broker. What an exporter keeps does not grow
 * with what there once was.
 */
class SoakIT {
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("lagwatch.soakSeconds", 20));
  private static final int ALIVE = 5;

  /**
   * Classes and buffers that are needed for the first time late; 1,000 rounds add many times that.
   */
  private static final long ALLOWED_GROWTH = 2 << 20;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private int measurements;

  @Test
  void heapDoesNotGrow() throws IOException {
    Path settings = folder.resolve("lagwatch.yml");
    try (KafkaBroker broker = KafkaBroker.started();
        Topics topics = new Topics(broker.bootstrapServers())) {
      Files.writeString(
          settings,
          """
          stateFile: %s
          kafka:
            - bootstrapServers: %s
              pollInterval: 1s
          """
              .formatted(folder.resolve("state.json"), broker.bootstrapServers()));
      try (StartedExporter exporter =
          StartedExporter.start(
              folder.resolve("exporter.log"), "64m", "--config", settings.toString())) {
        Instant start = Instant.now();
        int round = churn(exporter, topics, 0, start.plus(TIME.dividedBy(4)));
        long before = liveBytes(exporter);
        churn(exporter, topics, round, start.plus(TIME));
        long after = liveBytes(exporter);
        assertThat(after).isLessThan(before + ALLOWED_GROWTH);
        assertThat(exporter.log()).doesNotContain("OutOfMemoryError", " ERROR ");
      }
    }
  }

  private static int churn(StartedExporter exporter, Topics topics, int first, Instant end)
      throws IOException {
    int round = first;
    do {
      String topic = "topic-" + round;
      topics.create(topic, 1 + round % 4);
      topics.produce(topic, 0, 10);
      assertThat(exporter.report(report(round, 1 + round % 4, "RUNNING")).statusCode())
          .isEqualTo(202);
      if (round % 3 == 0) {
        topics.grow(topic, 6);
        assertThat(exporter.report(report(round, 6, "RUNNING")).statusCode()).isEqualTo(202);
      }
      assertThat(exporter.get("/metrics").statusCode()).isEqualTo(200);
      if (round >= ALIVE) {
        remove(exporter, topics, round - ALIVE);
      }
      round++;
    } while (Instant.now().isBefore(end));
    return round;
  }

  private static void remove(StartedExporter exporter, Topics topics, int round)
      throws IOException {
    assertThat(exporter.report(report(round, 1, "STOPPED")).statusCode()).isEqualTo(202);
    topics.delete("topic-" + round);
    var forget =
        exporter
            .to("/api/v1/queries/soak/query-" + round)
            .method("DELETE", HttpRequest.BodyPublishers.noBody());
    assertThat(exporter.send(forget).statusCode()).isEqualTo(204);
  }

  private static byte[] report(int round, int partitions, String status) {
    String offsets =
        IntStream.range(0, partitions)
            .mapToObj(partition -> "\"" + partition + "\": 0")
            .collect(joining(",", "{\"topic-" + round + "\": {", "}}"));
    return ReportBody.smallest()
        .with("/sentAt", "\"" + Instant.now() + "\"")
        .with("/app/name", "\"soak\"")
        .with("/agent/instance", "\"agent-" + round + "\"")
        .with("/queries/0/id", "\"id-" + round + "\"")
        .with("/queries/0/runId", "\"run-" + round + "\"")
        .with("/queries/0/name", "\"query-" + round + "\"")
        .with("/queries/0/status", "\"" + status + "\"")
        .with(
            "/queries/0/progress",
            """
            {"timestamp": "%s", "batchId": 7, "numInputRows": 1, "durationMs": {"addBatch": 1},
             "sources": [{"description": "KafkaV2[Subscribe[topic-%d]]", "startOffset": %3$s,
               "endOffset": %3$s, "latestOffset": %3$s, "numInputRows": 1}]}
            """
                .formatted(Instant.now(), round, offsets))
        .bytes();
  }

  /** Bytes of reachable objects; the histogram of live objects begins with a full collection. */
  private long liveBytes(StartedExporter exporter) throws IOException {
    measurements++;
    Path histogram = folder.resolve("histogram-" + measurements + ".txt");
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try (OwnedProcess process =
        OwnedProcess.start(
            "jcmd", histogram, List.of(jcmd, "" + exporter.pid(), "GC.class_histogram"))) {
      assertThat(process.await(PATIENCE)).isZero();
    }
    List<String> lines = Files.readAllLines(histogram);
    String total = lines.get(lines.size() - 1);
    assertThat(total).startsWith("Total");
    return Long.parseLong(total.strip().split("\\s+")[2]);
  }
}
