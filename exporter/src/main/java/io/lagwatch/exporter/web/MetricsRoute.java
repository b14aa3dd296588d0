package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;

/**
 * {@code GET /metrics}: OpenMetrics for a client that accepts it, otherwise the Prometheus text
 * format 0.0.4. The response is complete in memory before it is sent, so that a failure does not
 * produce a partial response.
 */
final class MetricsRoute implements Handler {
  private static final String OPEN_METRICS = "application/openmetrics-text";
  private static final String OPEN_METRICS_1 = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final MetricsEndpoint metrics;
  private final ResponseLimiter.Shared openMetrics;
  private final ResponseLimiter.Shared text;

  MetricsRoute(MetricsEndpoint metrics, ResponseLimiter limiter) {
    this.metrics = metrics;
    this.openMetrics = limiter.shared();
    this.text = limiter.shared();
  }

  @Override
  public void handle(Context ctx) {
    var accept = ctx.header("Accept");
    boolean open = accept != null && accept.contains(OPEN_METRICS);
    var scrape = (open ? openMetrics : text).get(() -> metrics.scraper().scrape(open));
    ctx.contentType(open ? OPEN_METRICS_1 : TEXT).result(scrape);
    metrics.save().run();
  }
}
