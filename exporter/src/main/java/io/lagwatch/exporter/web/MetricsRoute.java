package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * {@code GET /metrics}: OpenMetrics for a client that accepts it, otherwise the Prometheus text
 * format 0.0.4. The samples are created from data in memory, so a scrape does not wait for Kafka.
 */
final class MetricsRoute implements Handler {
  private static final String OPEN_METRICS = "application/openmetrics-text";
  private static final String OPEN_METRICS_1 = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry;
  private final Runnable save;
  private final ResponseLimiter.Shared openMetrics;
  private final ResponseLimiter.Shared text;

  /**
   * @param save called before counters are shown. Returns when they are on disk, or after a short
   *     time
   */
  MetricsRoute(PrometheusMeterRegistry registry, ResponseLimiter limiter, Runnable save) {
    this.registry = registry;
    this.save = save;
    this.openMetrics = limiter.shared();
    this.text = limiter.shared();
  }

  @Override
  public void handle(Context ctx) {
    var accept = ctx.header("Accept");
    boolean open = accept != null && accept.contains(OPEN_METRICS);
    var type = open ? OPEN_METRICS_1 : TEXT;
    ctx.contentType(type).result((open ? openMetrics : text).get(() -> scrape(type)));
    save.run();
  }

  /**
   * Returns a complete scrape. It is written to memory first, so that a failure does not produce a
   * partial response.
   */
  private byte[] scrape(String type) {
    var body = new ByteArrayOutputStream(1 << 16);
    try {
      registry.scrape(body, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return body.toByteArray();
  }
}
