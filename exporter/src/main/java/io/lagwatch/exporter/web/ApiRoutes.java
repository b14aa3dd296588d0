package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Clock;
import java.util.List;

/**
 * What scripts read; every answer is of one moment, {@code at}.
 *
 * <ul>
 *   <li>{@code GET /api/v1/queries}: {@code {"at", "queries": [...]}}, each as {@link QueryJson}
 *       has it, without partitions; {@code "failed"}: queries that the exporter currently cannot
 *       evaluate; {@code "kafka"}: the clusters
 *   <li>{@code GET /api/v1/queries/{app}/{query}}: one query with its partitions; 404 when there is
 *       none, 503 when it cannot be evaluated; both names URL-encoded
 *   <li>{@code GET /api/v1/queries/{app}/{query}/history}: its last hour, as {@link HistoryJson}
 *       has it; with an {@code ETag}, so that asking again costs nothing until something is new
 *   <li>{@code GET /api/v1/alerts}: {@code {"at", "alerts": [...]}}, those that are pending or
 *       firing, each as {@link AlertJson} has it with its {@code app} and {@code query}
 * </ul>
 */
final class ApiRoutes {
  private final Monitor watch;
  private final History history;
  private final Clock clock;
  private final ResponseLimiter turns;
  private final ResponseLimiter.Shared queries;

  ApiRoutes(Monitor watch, History history, Clock clock, ResponseLimiter turns) {
    this.watch = watch;
    this.history = history;
    this.clock = clock;
    this.turns = turns;
    this.queries = turns.shared();
  }

  void install(RoutesConfig routes) {
    routes.get(
        "/api/v1/queries",
        ctx -> ctx.contentType("application/json").result(queries.get(this::queries)));
    routes.get("/api/v1/queries/{app}/{query}", turns.inTurn(this::query));
    routes.get("/api/v1/queries/{app}/{query}/history", turns.inTurn(this::history));
    routes.get("/api/v1/alerts", turns.inTurn(this::alerts));
  }

  private byte[] queries() {
    var snapshot = watch.snapshot(clock.instant());
    var json = Json.object().put("at", Json.time(snapshot.at()));
    var queries = json.putArray("queries");
    snapshot.queries().forEach(query -> queries.add(QueryJson.summary(query)));
    var failed = json.putArray("failed");
    for (FailedQuery query : snapshot.failed()) {
      failed
          .addObject()
          .put("app", query.key().app())
          .put("query", query.key().query())
          .put("id", query.queryId())
          .put("reason", query.failure().text());
    }
    var clusters = json.putArray("kafka");
    for (ClusterStatus cluster : snapshot.clusters()) {
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
    return Json.bytes(json);
  }

  private void query(Context ctx) {
    var snapshot = watch.snapshot(clock.instant());
    var json = Json.object().put("at", Json.time(snapshot.at()));
    json.setAll(QueryJson.full(asked(ctx, snapshot)));
    Json.answer(ctx, 200, json);
  }

  private void history(Context ctx) {
    var facts = asked(ctx, watch.snapshot(clock.instant())).facts();
    var key = facts.identity().key();
    var json = Json.object().put("app", key.app()).put("query", key.query());
    json.setAll(HistoryJson.of(history.of(facts.identity().queryId()), history.step()));
    var body = Json.bytes(json);
    var tag = EntityTag.of(body);
    ctx.header("Cache-Control", "no-cache").header("ETag", tag);
    if (tag.equals(ctx.header("If-None-Match"))) {
      ctx.status(304);
    } else {
      ctx.contentType("application/json").result(body);
    }
  }

  private static QueryView asked(Context ctx, Snapshot snapshot) {
    var key = new QueryKey(ctx.pathParam("app"), ctx.pathParam("query"));
    var query = snapshot.query(key);
    if (query == null) {
      snapshot.failed().stream()
          .filter(failed -> failed.key().equals(key))
          .findFirst()
          .ifPresent(
              failed -> {
                throw new HttpRefusal(503, "evaluation_failed", failed.failure().text());
              });
      throw new HttpRefusal(
          404, "unknown_query", "no query has these labels; /api/v1/queries lists them");
    }
    return query;
  }

  private void alerts(Context ctx) {
    var snapshot = watch.snapshot(clock.instant());
    var json = Json.object().put("at", Json.time(snapshot.at()));
    var alerts = json.putArray("alerts");
    for (var query : snapshot.queries()) {
      addActive(alerts, query.key(), query.alerts());
    }
    for (var query : snapshot.failed()) {
      addActive(alerts, query.key(), query.alerts());
    }
    Json.answer(ctx, 200, json);
  }

  private static void addActive(ArrayNode json, QueryKey key, List<AlertStatus> alerts) {
    for (var alert : alerts) {
      if (alert.state() != AlertPhase.INACTIVE) {
        json.add(AlertJson.of(key, alert));
      }
    }
  }
}
