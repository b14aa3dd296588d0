package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshots;
import io.micrometer.core.instrument.Gauge;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that do not read their answers or send their bodies slowly do not delay others. */
class SlowClientsTest {
  private static final int CLIENTS = 60;

  private final List<Socket> slow = new ArrayList<>();

  @Test
  void slowClientsDoNotDelayOthers() throws IOException {
    try (var server = new RunningServer(new FixedMonitor(Snapshots.of()), null)) {
      // Larger than the buffers of a connection, so that writing it waits for the reader.
      for (int i = 0; i < 20_000; i++) {
        Gauge.builder("filler", () -> 1).tag("text", "x".repeat(300) + i).register(server.registry);
      }
      for (int i = 0; i < CLIENTS; i++) {
        open(server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        open(
            server,
            "POST /api/v1/reports HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                + " application/json\r\nContent-Length: 1000\r\n\r\n{");
      }

      var scrape = server.to("/metrics").timeout(Duration.ofSeconds(10));
      assertThat(server.send(scrape).statusCode()).isEqualTo(200);
      assertThat(server.send(server.post(ReportBody.smallest().bytes())).statusCode())
          .isEqualTo(202);
      assertThat(server.send(scrape).statusCode()).isEqualTo(200);
    } finally {
      for (var socket : slow) {
        socket.close();
      }
    }
  }

  private void open(RunningServer server, String request) throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    slow.add(socket);
  }
}
