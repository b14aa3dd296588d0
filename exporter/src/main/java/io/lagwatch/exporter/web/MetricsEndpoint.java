package io.lagwatch.exporter.web;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * What {@code /metrics} shows. Thread-safe if its parts are.
 *
 * @param own the metrics of the exporter itself; the server adds those of HTTP
 * @param scraper creates the response
 * @param save called before the response is sent and after a client removes a query. Returns when
 *     the current state is on disk, or after a short time
 */
public record MetricsEndpoint(MeterRegistry own, Scraper scraper, Runnable save) {
  /** Creates a response from data in memory, without waiting for Kafka. */
  public interface Scraper {
    /**
     * Returns a complete scrape.
     *
     * @param openMetrics true for OpenMetrics 1.0, false for the Prometheus text format 0.0.4
     */
    byte[] scrape(boolean openMetrics);
  }
}
