package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.Monitor;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code DELETE /api/v1/queries/{app}/{query}}: removes a query that ended or is lost, with its
 * alerts. Needs the same permission as sending reports.
 */
final class ForgetRoute implements Handler {
  private static final Logger LOG = LoggerFactory.getLogger(ForgetRoute.class);

  private final Access access;
  private final Monitor monitor;
  private final Runnable save;
  private final Clock clock;

  /**
   * @param save called after a query was removed. Returns when the state is on disk, or after a
   *     short time
   */
  ForgetRoute(Access access, Monitor monitor, Runnable save, Clock clock) {
    this.access = access;
    this.monitor = monitor;
    this.save = save;
    this.clock = clock;
  }

  @Override
  public void handle(Context ctx) {
    access.check(ctx);
    var key = new QueryKey(ctx.pathParam("app"), ctx.pathParam("query"));
    switch (monitor.forget(key, clock.instant())) {
      case UNKNOWN ->
          throw new HttpRefusal(
              404, "unknown_query", "no query has these labels; /api/v1/queries lists them");
      case STILL_RUNNING ->
          throw new HttpRefusal(
              409, "query_running", "the query is running; only an ended or lost query is removed");
      case FORGOTTEN -> {
        save.run();
        LOG.info("a client at {} removed a query", ctx.ip());
        ctx.status(204);
      }
    }
  }
}
