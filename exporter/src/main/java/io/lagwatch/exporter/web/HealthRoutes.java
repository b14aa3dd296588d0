package io.lagwatch.exporter.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;

/**
 * {@code GET /healthz}: the process answers. {@code GET /readyz}: 200 once the first poll of every
 * configured Kafka cluster has ended, 503 before. A cluster that does not answer makes nothing
 * unready: the exporter has to be scraped to say so.
 */
final class HealthRoutes {
  private final Monitor watch;
  private final Clock clock;

  HealthRoutes(Monitor watch, Clock clock) {
    this.watch = watch;
    this.clock = clock;
  }

  void install(RoutesConfig routes) {
    routes.get("/healthz", ctx -> Json.answer(ctx, 200, Json.object().put("status", "ok")));
    routes.get("/readyz", this::ready);
  }

  private void ready(Context ctx) {
    var json = Json.object();
    var waitingFor = Json.NODES.arrayNode();
    for (var cluster : watch.snapshot(clock.instant()).clusters()) {
      if (cluster.up() == null) {
        waitingFor.add(cluster.name());
      }
    }
    if (waitingFor.isEmpty()) {
      Json.answer(ctx, 200, json.put("status", "ready"));
    } else {
      Json.answer(ctx, 503, json.put("status", "starting").set("waitingFor", waitingFor));
    }
  }
}
