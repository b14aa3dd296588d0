package io.lagwatch.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.SettingsLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An exporter that polls the brokers of a test every second, and one running query whose position
 * is {@value #POSITION} in each partition of its topic. Not thread-safe.
 */
final class ObservedLag implements AutoCloseable {
  static final long POSITION = 10;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Every reading so far, the oldest first. */
  final List<Reading> readings = new ArrayList<>();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Serve exporter;
  private final String topic;
  private int partitions;

  /** The lag of the query as the API shows it at one moment. */
  record Reading(
      @Nullable Long records,
      int partitions,
      int unknown,
      @Nullable String reason,
      String lastPollAt) {}

  /**
   * Starts the exporter.
   *
   * @param cluster the lines of the settings file that describe the cluster, without its interval
   */
  ObservedLag(Path folder, List<String> cluster, String topic, int partitions) throws Exception {
    this.topic = topic;
    this.partitions = partitions;
    Path file = folder.resolve("lagwatch.yml");
    List<String> lines = new ArrayList<>(List.of("listen: 127.0.0.1:0", "kafka:"));
    lines.add("  - pollInterval: 1s");
    cluster.forEach(line -> lines.add("    " + line));
    Files.write(file, lines);
    var loader = new SettingsLoader(Map.of("--config", file.toString()), Map.of());
    exporter = Serve.open(((Loaded.Good) loader.load()).settings(), Clock.systemUTC());
    exporter.start();
  }

  /** The query reads more partitions from now on, from {@value #POSITION} too. */
  void readsPartitions(int total) {
    partitions = total;
  }

  /** Reports the position once more and reads the lag. */
  Reading read() {
    report();
    JsonNode overview = json("/api/v1/queries");
    JsonNode lag = overview.at("/queries/0/lag");
    Reading reading =
        new Reading(
            lag.path("records").isNull() ? null : lag.path("records").asLong(),
            lag.path("partitions").asInt(),
            lag.path("partitionsUnknown").asInt(),
            lag.path("reason").isNull() ? null : lag.path("reason").asText(),
            overview.at("/kafka/0/lastPollAt").asText());
    readings.add(reading);
    return reading;
  }

  /** Names of the threads that the exporter's Kafka clients run. */
  static List<String> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.contains("lagwatch-") || name.startsWith("kafka-default"))
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    exporter.close();
  }

  private void report() {
    byte[] body = new ReportedQuery("query-1", topic, partitions, POSITION, null, null).body();
    HttpResponse<String> answer =
        send(
            request("/api/v1/reports")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    if (answer.statusCode() != 202) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
  }

  private JsonNode json(String path) {
    try {
      return JSON.readTree(send(request(path)).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + exporter.port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
