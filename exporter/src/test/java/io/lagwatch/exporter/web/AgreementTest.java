package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.config.PartitionMetrics;
import io.lagwatch.exporter.metrics.Exposition;
import io.lagwatch.exporter.metrics.MonitorCollector;
import io.lagwatch.exporter.scenario.Stage;
import io.lagwatch.exporter.scenario.Story;
import io.lagwatch.exporter.watch.QueryView;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The API and the metrics show the same value wherever both show one. */
class AgreementTest {
  /** Path in the JSON of a query to the metric of the same value. */
  private static final Map<String, String> SHOWN_TWICE =
      Map.ofEntries(
          Map.entry("/lag/records", "query_lag_records"),
          Map.entry("/lag/seconds", "query_lag_seconds"),
          Map.entry("/lag/partitions", "query_partitions"),
          Map.entry("/lag/partitionsUnknown", "query_partitions_unknown"),
          Map.entry("/lag/rateLimitedBacklog", "rate_limited_backlog_records"),
          Map.entry("/batch/durationSeconds", "last_batch_duration_seconds"),
          Map.entry("/batch/id", "batch_id"),
          Map.entry("/rates/inputRowsPerSecond", "input_rows_per_second"),
          Map.entry("/rates/processedRowsPerSecond", "processed_rows_per_second"),
          Map.entry("/counters/batches", "batches_total"),
          Map.entry("/signals/watermark_age_seconds", "watermark_age_seconds"),
          Map.entry("/signals/trigger_interval_seconds", "trigger_interval_seconds"),
          Map.entry("/signals/lag_growth_ratio", "lag_growth_ratio"));

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @ParameterizedTest
  @EnumSource(Story.class)
  void apiAndMetricsShowTheSameValues(Story story) throws IOException {
    var stage = Stage.of(story);
    for (int moment = 0; moment < 3; moment++) {
      var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
      registry
          .getPrometheusRegistry()
          .register(new MonitorCollector(stage.watch(), stage.clock(), PartitionMetrics.ALL));
      Map<String, Double> samples = Exposition.parse(registry.scrape()).samples();
      for (QueryView query : stage.watch().snapshot(stage.clock().instant()).queries()) {
        JsonNode json = MAPPER.readTree(Json.bytes(QueryDocument.full(query)));
        var inApi = new TreeMap<String, @Nullable Double>();
        var inMetrics = new TreeMap<String, @Nullable Double>();
        SHOWN_TWICE.forEach(
            (path, metric) -> {
              JsonNode value = json.at(path);
              inApi.put(path, value.isNumber() ? value.doubleValue() : null);
              inMetrics.put(path, samples.get(series(metric, query)));
            });
        assertThat(inApi).as("%s of %s", query.key(), story).isEqualTo(inMetrics);
        assertThat(inApi.get("/lag/records"))
            .isEqualTo(query.lag().records() == null ? null : (double) query.lag().records());
      }
      stage.moveOn(Duration.ofMinutes(7));
    }
  }

  private static String series(String metric, QueryView query) {
    return "spark_streaming_%s{app=%s, query=%s}"
        .formatted(metric, query.key().app(), query.key().query());
  }
}
