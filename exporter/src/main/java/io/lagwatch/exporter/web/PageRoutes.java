package io.lagwatch.exporter.web;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.page.Pages;
import io.lagwatch.exporter.watch.Watch;
import java.time.Clock;

/** What people look at: {@code GET /}, every query. */
final class PageRoutes {
  private final Watch watch;
  private final History history;
  private final Clock clock;

  PageRoutes(Watch watch, History history, Clock clock) {
    this.watch = watch;
    this.history = history;
    this.clock = clock;
  }

  void install(RoutesConfig routes) {
    routes.get("/", this::overview);
  }

  private void overview(Context ctx) {
    ctx.html(Pages.overview(watch.snapshot(clock.instant()), history, ctx::queryParam));
  }
}
