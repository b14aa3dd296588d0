package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * {@code GET /metrics}: OpenMetrics for a client that accepts it, else the Prometheus text format
 * 0.0.4. Nothing here waits for Kafka: samples are made of what is in memory.
 */
final class MetricsRoute implements Handler {
  private static final String OPEN_METRICS = "application/openmetrics-text";
  private static final String OPEN_METRICS_1 = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry;
  private final Runnable scraped;

  /**
   * @param scraped told after every scrape; must not wait
   */
  MetricsRoute(PrometheusMeterRegistry registry, Runnable scraped) {
    this.registry = registry;
    this.scraped = scraped;
  }

  /** Writes into memory first: a scrape is whole or an error. */
  @Override
  public void handle(Context ctx) throws IOException {
    var accept = ctx.header("Accept");
    var type = accept != null && accept.contains(OPEN_METRICS) ? OPEN_METRICS_1 : TEXT;
    var body = new ByteArrayOutputStream(1 << 16);
    registry.scrape(body, type);
    ctx.contentType(type).result(body.toByteArray());
    scraped.run();
  }
}
