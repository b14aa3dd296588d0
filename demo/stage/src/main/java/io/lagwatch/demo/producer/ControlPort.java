package io.lagwatch.demo.producer;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The HTTP server of the producer on the loopback interface: {@code /rate/TOPIC/RECORDS_PER_SECOND}
 * and {@code /counts}. Both answer {@link Counts} as JSON.
 */
final class ControlPort {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Traffic traffic;

  private ControlPort(Traffic traffic) {
    this.traffic = traffic;
  }

  static void open(int port, Traffic traffic) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", new ControlPort(traffic)::respond);
    server.start();
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      String[] words = exchange.getRequestURI().getPath().substring(1).split("/");
      byte[] body;
      int status = 200;
      try {
        body = JSON.writeValueAsBytes(execute(words));
      } catch (IllegalArgumentException e) {
        status = 400;
        body = e.getMessage().getBytes(StandardCharsets.UTF_8);
      }
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Counts execute(String[] words) {
    if (words.length == 3 && words[0].equals("rate")) {
      return traffic.rate(feed(words[1]), Integer.parseInt(words[2]));
    }
    if (words.length == 1 && words[0].equals("counts")) {
      return traffic.counts();
    }
    throw new IllegalArgumentException(
        "expected /rate/TOPIC/N or /counts, found " + String.join("/", words));
  }

  private static Feed feed(String topic) {
    return Arrays.stream(Feed.values())
        .filter(feed -> feed.topic().equals(topic))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("expected a known topic, found " + topic));
  }
}
