package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class ListenerProbeTest {
  private static final String REASON = "not a Kafka listener, or TLS without security.protocol";

  @Test
  void rejectsATlsServer() throws Exception {
    try (var server =
        SSLContext.getDefault()
            .getServerSocketFactory()
            .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var answering =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  client.getInputStream().read();
                } catch (IOException expected) {
                  // The handshake fails because the probe does not use TLS.
                }
              });
      answering.start();
      assertThatThrownBy(() -> check(server.getLocalPort(), Map.of()))
          .isInstanceOf(KafkaException.class)
          .hasMessage("127.0.0.1:" + server.getLocalPort() + ": " + REASON);
      answering.join();
    }
  }

  @Test
  void rejectsAnHttpServer() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    server.start();
    try {
      int port = server.getAddress().getPort();
      assertThatThrownBy(() -> check(port, Map.of()))
          .hasMessage("127.0.0.1:" + port + ": " + REASON);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void rejectsLengthsThatNoBrokerSends() {
    assertThatThrownBy(() -> answered("485454502f312e3120343030", Map.of()))
        .hasMessageEndingWith(REASON);
    assertThatCode(() -> answered("00100000", Map.of())).doesNotThrowAnyException();
    assertThatThrownBy(() -> answered("00100001", Map.of())).hasMessageEndingWith(REASON);
    assertThatThrownBy(() -> answered("ffffffff", Map.of())).hasMessageEndingWith(REASON);
    assertThatThrownBy(() -> answered("15030300020228", Map.of())).hasMessageEndingWith(REASON);
    assertThatThrownBy(
            () -> answered("15030300020228", Map.of("security.protocol", "SASL_PLAINTEXT")))
        .hasMessageEndingWith(REASON);
  }

  @Test
  void acceptsAServerThatDoesNotAnswer() throws IOException {
    assertThatCode(() -> answered("", Map.of())).doesNotThrowAnyException();
    int free;
    try (var server = new ServerSocket(0)) {
      free = server.getLocalPort();
    }
    assertThatCode(() -> check(free, Map.of())).doesNotThrowAnyException();
  }

  @Test
  void doesNotCheckTlsListeners() {
    assertThatCode(() -> check(1, Map.of("security.protocol", "ssl"))).doesNotThrowAnyException();
  }

  private static void check(int port, Map<String, String> properties) {
    ListenerProbe.check("127.0.0.1:" + port, properties);
  }

  /** Checks a server that answers with these bytes. */
  private static void answered(String hex, Map<String, String> properties) throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var answering =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  client.getInputStream().readNBytes(22);
                  client.getOutputStream().write(HexFormat.of().parseHex(hex));
                } catch (IOException closed) {
                  // The probe has read enough.
                }
              });
      answering.start();
      try {
        check(server.getLocalPort(), properties);
      } finally {
        answering.join();
      }
    }
  }
}
