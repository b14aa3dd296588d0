package io.lagwatch.exporter.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.page.Pages;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.Monitor;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Objects;

/**
 * The routes of the pages.
 *
 * <ul>
 *   <li>{@code GET /}: all queries
 *   <li>{@code GET /queries/{app}/{query}}: one query; both names are URL-encoded
 *   <li>{@code GET /queries?app=&query=}: the same, for names that cannot be part of a path. A
 *       browser resolves a name like {@code ..} as a step in the path
 *   <li>{@code GET /runbook}: the runbook
 * </ul>
 */
final class PageRoutes {
  private final Monitor monitor;
  private final History history;
  private final Clock clock;
  private final ResponseLimiter limiter;
  private final Runbook runbook = new Runbook();

  PageRoutes(Monitor monitor, History history, Clock clock, ResponseLimiter limiter) {
    this.monitor = monitor;
    this.history = history;
    this.clock = clock;
    this.limiter = limiter;
  }

  void install(RoutesConfig routes) {
    routes.get("/", limiter.oneAtATime(this::overview));
    routes.get(
        "/queries/{app}/{query}",
        limiter.oneAtATime(
            ctx ->
                query(ctx, new QueryKey(ctx.pathParam("app"), ctx.pathParam("query")), "../../")));
    routes.get(
        "/queries",
        limiter.oneAtATime(
            ctx -> query(ctx, new QueryKey(named(ctx, "app"), named(ctx, "query")), "")));
    routes.get(
        "/runbook",
        limiter.oneAtATime(
            ctx -> ctx.html(Pages.runbook(monitor.snapshot(clock.instant()), runbook.body()))));
  }

  private static String named(Context ctx, String parameter) {
    return Objects.requireNonNullElse(ctx.queryParam(parameter), "");
  }

  private void overview(Context ctx) {
    ctx.html(
        Pages.overview(
            monitor.snapshot(clock.instant()), history, ctx::queryParam, monitor::renderingFailed));
  }

  private void query(Context ctx, QueryKey key, String root) {
    var snapshot = monitor.snapshot(clock.instant());
    var query = snapshot.query(key);
    if (query == null) {
      boolean hasFailed = snapshot.failed().stream().anyMatch(failed -> failed.key().equals(key));
      ctx.status(hasFailed ? 500 : 404).html(Pages.unknownQuery(snapshot, key, root));
      return;
    }
    try {
      var queryHistory = history.of(query.identity().queryId());
      var json = Json.bytes(HistoryDocument.of(queryHistory, history.step()));
      var text = new String(json, StandardCharsets.UTF_8);
      ctx.html(Pages.query(snapshot, query, queryHistory, text, root, ctx::queryParam));
    } catch (RuntimeException | StackOverflowError e) {
      ctx.status(500).html(Pages.unknownQuery(without(snapshot, query, e), key, root));
    }
  }

  /** Returns the snapshot with the query moved to those that cannot be shown. */
  private Snapshot without(Snapshot snapshot, QueryView query, Throwable cause) {
    var failed = new ArrayList<>(snapshot.failed());
    failed.add(monitor.renderingFailed(query, cause));
    var queries = new ArrayList<>(snapshot.queries());
    queries.remove(query);
    return new Snapshot(snapshot.at(), queries, failed, snapshot.missing(), snapshot.clusters());
  }
}
