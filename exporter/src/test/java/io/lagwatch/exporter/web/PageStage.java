package io.lagwatch.exporter.web;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.metrics.MonitorMetrics;
import io.lagwatch.exporter.metrics.OwnMeters;
import io.lagwatch.exporter.scenario.Stage;
import io.lagwatch.exporter.scenario.Story;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;

/**
 * The web server with a simulated story. As a program it serves the story on a port, for looking at
 * the page. Arguments: the name of the {@link Story}, the port, and the number of simulated seconds
 * per second (default 1).
 */
public final class PageStage implements AutoCloseable {
  private final Stage stage;
  private final WebServer server;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final OwnMeters meters = new OwnMeters(registry, "0.1.0");

  PageStage(Story story, int port) {
    stage = Stage.of(story);
    var metrics = new MonitorMetrics(registry, stage.watch(), stage.clock(), PartitionMetrics.ALL);
    server =
        new WebServer(
            new WebSettings("127.0.0.1", port, null),
            stage.watch(),
            stage.watch().history(),
            ReportReceiver.into(stage.watch(), stage.clock()),
            new MetricsEndpoint(registry, metrics::scrape, () -> {}),
            meters,
            stage.clock());
    server.start();
  }

  public static void main(String[] args) throws Exception {
    var story = Story.valueOf(args[0].toUpperCase(Locale.ROOT));
    int speed = args.length > 2 ? Integer.parseInt(args[2]) : 1;
    try (var stage = new PageStage(story, Integer.parseInt(args[1]))) {
      System.out.println("http://127.0.0.1:" + stage.port() + "/");
      Executors.newSingleThreadScheduledExecutor()
          .scheduleAtFixedRate(() -> stage.moveOn(Duration.ofSeconds(speed)), 1, 1, SECONDS)
          .get();
    }
  }

  int port() {
    return server.port();
  }

  void moveOn(Duration by) {
    stage.moveOn(by);
  }

  @Override
  public void close() {
    server.close();
    meters.close();
    registry.close();
  }
}
