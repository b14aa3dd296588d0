package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.watch.Monitor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The health checks. {@code GET /healthz}: 200 if the process answers. {@code GET /readyz}: 200
 * after the first poll of every configured Kafka cluster has ended, 503 before. The poll may have
 * failed: Prometheus must be able to scrape that failure.
 */
final class HealthRoutes {
  private final Monitor monitor;

  HealthRoutes(Monitor monitor) {
    this.monitor = monitor;
  }

  void install(RoutesConfig routes) {
    routes.get("/healthz", ctx -> Json.answer(ctx, 200, new HealthStatus("ok", null)));
    routes.get("/readyz", this::ready);
  }

  private record HealthStatus(
      String status,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> waitingFor) {}

  private void ready(Context ctx) {
    var waitingFor = new ArrayList<String>();
    for (var cluster : monitor.clusterStatus()) {
      if (cluster.up() == null) {
        waitingFor.add(cluster.name());
      }
    }
    if (waitingFor.isEmpty()) {
      Json.answer(ctx, 200, new HealthStatus("ready", null));
    } else {
      Json.answer(ctx, 503, new HealthStatus("starting", waitingFor));
    }
  }
}
