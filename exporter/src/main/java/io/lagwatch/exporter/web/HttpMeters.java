package io.lagwatch.exporter.web;

import io.javalin.http.Context;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Measures the duration of responses by method, route and status. Unknown methods and paths share
 * one label value. Thread-safe.
 */
final class HttpMeters {
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

  private final MeterRegistry registry;

  HttpMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void record(Context ctx, float millis) {
    var endpoint = ctx.endpoints().matchedHttpEndpoint();
    var method = ctx.req().getMethod();
    Timer.builder("http.server.requests")
        .description("Answers of the exporter's web server.")
        .tag("method", METHODS.contains(method) ? method : "OTHER")
        .tag("uri", endpoint == null ? "UNKNOWN" : endpoint.path)
        .tag("status", Integer.toString(ctx.statusCode()))
        .register(registry)
        .record((long) (millis * 1000), TimeUnit.MICROSECONDS);
  }
}
