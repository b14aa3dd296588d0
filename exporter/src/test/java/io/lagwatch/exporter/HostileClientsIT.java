package io.lagwatch.exporter;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.ReportBody;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that never read their answer and clients that never finish their report, at an exporter
 * of the default heap that has as many partitions as it can: others are answered.
 */
class HostileClientsIT {
  private static final int CLIENTS = 200;
  private static final int PARTITIONS = 4_000;

  @TempDir private Path folder;
  private final List<Socket> clients = new ArrayList<>();
  private StartedExporter exporter;

  @Test
  void hostileClientsDoNotDelayOthers() throws IOException {
    exporter =
        StartedExporter.start(
            folder.resolve("exporter.log"),
            "64m",
            "--state-file",
            folder.resolve("state.json").toString());
    assertThat(exporter.report(report(1)).statusCode()).isEqualTo(202);
    assertThat(exporter.get("/metrics").body()).hasSizeGreaterThan(500_000);
    for (int i = 0; i < CLIENTS; i++) {
      open("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
      open(
          "POST /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: 1000\r\n\r\n{");
    }
    for (int i = 2; i < 12; i++) {
      assertThat(exporter.report(report(i)).statusCode()).isEqualTo(202);
      HttpResponse<String> metrics = exporter.get("/metrics");
      assertThat(metrics.statusCode()).isEqualTo(200);
      assertThat(metrics.body()).contains("spark_streaming_batches_total");
    }
    assertThat(exporter.isAlive()).isTrue();
    assertThat(exporter.log()).doesNotContain("OutOfMemoryError").doesNotContain("Exception");
  }

  @AfterEach
  void end() throws IOException {
    for (Socket client : clients) {
      client.close();
    }
    if (exporter != null) {
      exporter.close();
    }
  }

  private void open(String request) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(new InetSocketAddress("127.0.0.1", exporter.port()));
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    clients.add(socket);
  }

  private static byte[] report(int batches) {
    return ReportBody.smallest()
        .with("/queries/0/totals/batches", "" + batches)
        .with(
            "/queries/0/progress",
            """
            {"timestamp": "2026-03-02T00:00:00.000Z", "batchId": %d, "numInputRows": 1,
             "durationMs": {"addBatch": 1}, "sources": [{"description": "KafkaV2[Subscribe[a]]",
             "startOffset": %2$s, "endOffset": %2$s, "latestOffset": %2$s, "numInputRows": 1}]}
            """
                .formatted(batches, offsets()))
        .bytes();
  }

  private static String offsets() {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(partition -> "\"" + partition + "\": 1")
        .collect(joining(",", "{\"a\": {", "}}"));
  }
}
