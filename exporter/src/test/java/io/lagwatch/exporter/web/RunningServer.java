package io.lagwatch.exporter.web;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.metrics.Exposition;
import io.lagwatch.exporter.metrics.MonitorMetrics;
import io.lagwatch.exporter.metrics.OwnMeters;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshots;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** A web server on a free port with a monitor whose content the test sets. */
final class RunningServer implements AutoCloseable {
  final FixedMonitor watch;
  final History history = new History();
  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final OwnMeters meters = new OwnMeters(registry, "0.1.0");
  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  RunningServer(FixedMonitor watch, @Nullable String token) {
    this.watch = watch;
    var clock = Clock.systemUTC();
    var metrics = new MonitorMetrics(registry, watch, clock, PartitionMetrics.ALL);
    server =
        new WebServer(
            new WebSettings("127.0.0.1", 0, token),
            watch,
            history,
            ReportReceiver.into(watch, clock),
            new MetricsEndpoint(registry, metrics::scrape, () -> {}),
            meters,
            clock);
    server.start();
  }

  static RunningServer withoutToken() {
    return new RunningServer(
        new FixedMonitor(Snapshots.of(Snapshots.query("shop", "course-tiles").build())), null);
  }

  int port() {
    return server.port();
  }

  /** A request to a path, to be sent with {@link #send}. */
  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
        .timeout(Duration.ofSeconds(20));
  }

  HttpRequest.Builder post(byte[] body) {
    return to("/api/v1/reports")
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofByteArray(body));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpResponse<String> get(String path) {
    return send(to(path));
  }

  /** Sends raw bytes and returns all that comes back until the server closes. */
  String raw(byte[] bytes) {
    try (var socket = new Socket("127.0.0.1", port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answer of {@code /metrics}, parsed strictly. */
  Exposition metrics() {
    return Exposition.parse(get("/metrics").body());
  }

  static byte[] gzip(byte[] plain) {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  @Override
  public void close() {
    server.close();
    meters.close();
    registry.close();
  }
}
