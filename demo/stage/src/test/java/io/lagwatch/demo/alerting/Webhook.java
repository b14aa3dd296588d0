package io.lagwatch.demo.alerting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lagwatch.testbed.Loopback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives and stores the notifications of Alertmanager. Thread-safe. */
final class Webhook implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final List<Message> messages = new CopyOnWriteArrayList<>();

  /** One alert in one notification. */
  record Message(String status, JsonNode labels, JsonNode annotations) {
    String alert() {
      return labels.path("alertname").asText();
    }

    String annotation(String name) {
      return annotations.path(name).asText();
    }

    @Override
    public String toString() {
      return status + " " + labels + " " + annotations.path("description");
    }
  }

  Webhook() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(Loopback.HOST), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  URI address() {
    return URI.create("http://" + Loopback.HOST + ":" + server.getAddress().getPort() + "/");
  }

  List<Message> messages() {
    return List.copyOf(messages);
  }

  /** Returns the newest notification about an alert. */
  Optional<Message> last(String alert) {
    return messages.stream()
        .filter(message -> message.alert().equals(alert))
        .reduce((before, after) -> after);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      for (JsonNode alert : JSON.readTree(exchange.getRequestBody()).path("alerts")) {
        messages.add(
            new Message(
                alert.path("status").asText(), alert.path("labels"), alert.path("annotations")));
      }
      exchange.sendResponseHeaders(200, -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
