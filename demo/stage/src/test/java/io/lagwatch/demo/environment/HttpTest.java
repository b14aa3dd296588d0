package io.lagwatch.demo.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.testbed.Loopback;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HttpTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String CUT = HEAD + "ff\r\nonly the beg";
  private static final String COMPLETE = HEAD + "4\r\nwell\r\n0\r\n\r\n";
  private static final String BUSY = "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy";

  @Test
  void repeatsAReadWhoseResponseWasCut() throws IOException {
    try (ServerSocket server = answering(List.of(CUT, COMPLETE))) {
      assertThat(Http.onPort(server.getLocalPort()).text("/metrics")).isEqualTo("well");
    }
  }

  @Test
  void failsWhenTheRepeatedResponseIsCutToo() throws IOException {
    try (ServerSocket server = answering(List.of(CUT, CUT, COMPLETE))) {
      assertThatThrownBy(() -> Http.onPort(server.getLocalPort()).text("/metrics"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("chunked transfer encoding");
    }
  }

  @Test
  void doesNotRepeatAReadWithAnotherStatus() throws IOException {
    try (ServerSocket server = answering(List.of(BUSY, COMPLETE))) {
      assertThatThrownBy(() -> Http.onPort(server.getLocalPort()).text("/metrics"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("expected 200, found 503 busy");
    }
  }

  /** A server that gives these answers, each on its own connection, which it closes. */
  private static ServerSocket answering(List<String> answers) throws IOException {
    ServerSocket server = new ServerSocket(0, 10, InetAddress.getByName(Loopback.HOST));
    CompletableFuture.runAsync(
        () -> {
          for (String answer : answers) {
            try (Socket client = server.accept();
                BufferedReader request =
                    new BufferedReader(
                        new InputStreamReader(
                            client.getInputStream(), StandardCharsets.US_ASCII))) {
              while (!request.readLine().isEmpty()) {}
              client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
              return;
            }
          }
        });
    return server;
  }
}
