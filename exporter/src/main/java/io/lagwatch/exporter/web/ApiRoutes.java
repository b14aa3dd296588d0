package io.lagwatch.exporter.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Watch;
import java.time.Clock;

/**
 * What scripts read; every answer is of one moment, {@code at}.
 *
 * <ul>
 *   <li>{@code GET /api/v1/queries}: {@code {"at", "queries": [...]}}, each as {@link QueryJson}
 *       has it, without partitions; {@code "kafka"}: the clusters
 *   <li>{@code GET /api/v1/queries/{app}/{query}}: one query with its partitions; 404 when there is
 *       none; both names URL-encoded
 *   <li>{@code GET /api/v1/alerts}: {@code {"at", "alerts": [...]}}, those that are pending or
 *       firing, each as {@link AlertJson} has it with its {@code app} and {@code query}
 * </ul>
 */
final class ApiRoutes {
  private final Watch watch;
  private final Clock clock;

  ApiRoutes(Watch watch, Clock clock) {
    this.watch = watch;
    this.clock = clock;
  }

  void install(RoutesConfig routes) {
    routes.get("/api/v1/queries", this::queries);
    routes.get("/api/v1/queries/{app}/{query}", this::query);
    routes.get("/api/v1/alerts", this::alerts);
  }

  private void queries(Context ctx) {
    var snapshot = watch.snapshot(clock.instant());
    var json = Json.object().put("at", Json.time(snapshot.at()));
    var queries = json.putArray("queries");
    snapshot.queries().forEach(query -> queries.add(QueryJson.summary(query)));
    var clusters = json.putArray("kafka");
    for (Snapshot.Cluster cluster : snapshot.clusters()) {
      var errors =
          clusters
              .addObject()
              .put("name", cluster.name())
              .put("up", cluster.up())
              .put("lastPollAt", Json.time(cluster.lastPollAt()))
              .put("lastPollSeconds", Json.seconds(cluster.lastPollDuration()))
              .put("lastError", cluster.lastError())
              .putObject("errors");
      cluster.errors().forEach(errors::put);
    }
    Json.answer(ctx, 200, json);
  }

  private void query(Context ctx) {
    var app = ctx.pathParam("app");
    var name = ctx.pathParam("query");
    var snapshot = watch.snapshot(clock.instant());
    for (var query : snapshot.queries()) {
      var key = query.facts().key();
      if (key.app().equals(app) && key.query().equals(name)) {
        var json = Json.object().put("at", Json.time(snapshot.at()));
        json.setAll(QueryJson.full(query));
        Json.answer(ctx, 200, json);
        return;
      }
    }
    throw new HttpRefusal(
        404, "unknown_query", "no query has these labels; /api/v1/queries lists them");
  }

  private void alerts(Context ctx) {
    var snapshot = watch.snapshot(clock.instant());
    var json = Json.object().put("at", Json.time(snapshot.at()));
    var alerts = json.putArray("alerts");
    for (var query : snapshot.queries()) {
      for (var alert : query.alerts()) {
        if (alert.state() != AlertStatus.State.INACTIVE) {
          alerts.add(AlertJson.of(query, alert));
        }
      }
    }
    Json.answer(ctx, 200, json);
  }
}
