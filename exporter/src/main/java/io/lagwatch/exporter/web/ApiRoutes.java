package io.lagwatch.exporter.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.util.RawValue;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The routes of the JSON API. All values of a response are from the same time, {@code at}.
 *
 * <ul>
 *   <li>{@code GET /api/v1/queries}: {@code {"at", "queries": [...]}}, each a {@link QueryDocument}
 *       without partitions; {@code "failed"}: queries that the exporter currently cannot evaluate;
 *       {@code "kafka"}: the clusters
 *   <li>{@code GET /api/v1/queries/{app}/{query}}: one query with its partitions; 404 if there is
 *       none, 503 if it cannot be evaluated. Both names are URL-encoded
 *   <li>{@code GET /api/v1/queries/{app}/{query}/history}: its last hour as a {@link
 *       HistoryDocument}. With an {@code ETag}: a repeated request transfers the data only after a
 *       change
 *   <li>{@code GET /api/v1/alerts}: {@code {"at", "alerts": [...]}}, the pending and firing ones,
 *       each an {@link AlertDocument} with its {@code app} and {@code query}
 * </ul>
 */
final class ApiRoutes {
  private final Monitor monitor;
  private final History history;
  private final Clock clock;
  private final ResponseLimiter limiter;
  private final ResponseLimiter.Shared queries;

  ApiRoutes(Monitor monitor, History history, Clock clock, ResponseLimiter limiter) {
    this.monitor = monitor;
    this.history = history;
    this.clock = clock;
    this.limiter = limiter;
    this.queries = limiter.shared();
  }

  void install(RoutesConfig routes) {
    routes.get(
        "/api/v1/queries",
        ctx -> ctx.contentType("application/json").result(queries.get(this::queries)));
    routes.get("/api/v1/queries/{app}/{query}", limiter.oneAtATime(this::query));
    routes.get("/api/v1/queries/{app}/{query}/history", limiter.oneAtATime(this::history));
    routes.get("/api/v1/alerts", limiter.oneAtATime(this::alerts));
  }

  private byte[] queries() {
    var snapshot = monitor.snapshot(clock.instant());
    var queries = new ArrayList<RawValue>();
    var failed = new ArrayList<>(snapshot.failed());
    for (QueryView query : snapshot.queries()) {
      try {
        byte[] json = Json.bytes(QueryDocument.summary(query));
        queries.add(new RawValue(new String(json, StandardCharsets.UTF_8)));
      } catch (RuntimeException | StackOverflowError e) {
        failed.add(monitor.renderingFailed(query, e));
      }
    }
    return Json.bytes(
        new QueriesDocument(
            snapshot.at(),
            queries,
            failed.stream()
                .sorted(Comparator.comparing(FailedQuery::key))
                .map(QueriesDocument.Failed::of)
                .toList(),
            snapshot.missing().stream().map(QueriesDocument.Missing::of).toList(),
            snapshot.clusters().stream().map(QueriesDocument.ClusterHealth::of).toList()));
  }

  private record OneQuery(Instant at, @JsonUnwrapped QueryDocument query) {}

  private void query(Context ctx) {
    var snapshot = monitor.snapshot(clock.instant());
    var query = requestedQuery(ctx, snapshot);
    byte[] json = guarded(query, () -> new OneQuery(snapshot.at(), QueryDocument.full(query)));
    ctx.contentType("application/json").result(json);
  }

  private record OneHistory(String app, String query, @JsonUnwrapped HistoryDocument history) {}

  private void history(Context ctx) {
    var query = requestedQuery(ctx, monitor.snapshot(clock.instant()));
    var key = query.key();
    var body =
        guarded(
            query,
            () ->
                new OneHistory(
                    key.app(),
                    key.query(),
                    HistoryDocument.of(history.of(query.identity().queryId()), history.step())));
    var tag = EntityTag.of(body);
    ctx.header("Cache-Control", "no-cache").header("ETag", tag);
    if (tag.equals(ctx.header("If-None-Match"))) {
      ctx.status(304);
    } else {
      ctx.contentType("application/json").result(body);
    }
  }

  /** Writes a document of one query. If that fails, only this query is affected. */
  private byte[] guarded(QueryView query, Supplier<Object> document) {
    try {
      return Json.bytes(document.get());
    } catch (RuntimeException | StackOverflowError e) {
      throw new HttpRefusal(
          503, "evaluation_failed", monitor.renderingFailed(query, e).failure().text());
    }
  }

  private static QueryView requestedQuery(Context ctx, Snapshot snapshot) {
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

  private record ActiveAlert(String app, String query, @JsonUnwrapped AlertDocument alert) {}

  private record ActiveAlerts(Instant at, List<ActiveAlert> alerts) {}

  private void alerts(Context ctx) {
    var snapshot = monitor.snapshot(clock.instant());
    var alerts = new ArrayList<ActiveAlert>();
    for (var query : snapshot.queries()) {
      addActive(alerts, query.key(), query.alerts());
    }
    for (var query : snapshot.failed()) {
      addActive(alerts, query.key(), query.alerts());
    }
    for (var query : snapshot.missing()) {
      addActive(alerts, query.key(), List.of(query.alert()));
    }
    Json.answer(ctx, 200, new ActiveAlerts(snapshot.at(), alerts));
  }

  private static void addActive(List<ActiveAlert> active, QueryKey key, List<AlertStatus> alerts) {
    for (var alert : alerts) {
      if (alert.state() != AlertPhase.INACTIVE) {
        active.add(new ActiveAlert(key.app(), key.query(), AlertDocument.of(alert)));
      }
    }
  }
}
