package io.lagwatch.demo.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.demo.environment.Http;
import io.lagwatch.demo.environment.QuerySamples;
import io.lagwatch.demo.metrics.MetricSample;
import io.lagwatch.demo.metrics.Scrape;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A query as Lagwatch shows it, in one scrape and in the API immediately after it.
 *
 * @param query its metrics
 * @param api its API response; an empty object if the API has no such query
 */
public record ObservedQuery(QuerySamples query, JsonNode api) {
  public static ObservedQuery of(Http exporter, String app, String name) throws IOException {
    Scrape scrape = exporter.scrape();
    String path = "/api/v1/queries/" + app + "/" + name;
    JsonNode api =
        exporter.answers(path) ? exporter.json(path) : QueryRequest.JSON.createObjectNode();
    return new ObservedQuery(metrics(scrape, app, name), api);
  }

  public static QuerySamples metrics(Scrape scrape, String app, String name) {
    return new QuerySamples(scrape, Map.of("app", app, "query", name));
  }

  /** Returns a metric of partitions by {@code source/topic-partition}. */
  public SortedMap<String, Long> partitions(String metric) {
    SortedMap<String, Long> partitions = new TreeMap<>();
    for (MetricSample sample : query.all(metric)) {
      partitions.put(
          "%s/%s-%s"
              .formatted(sample.label("source"), sample.label("topic"), sample.label("partition")),
          sample.exact());
    }
    return partitions;
  }

  /** Returns a metric of topics by {@code source/topic}. */
  public SortedMap<String, Long> topics(String metric) {
    SortedMap<String, Long> topics = new TreeMap<>();
    for (MetricSample sample : query.all(metric)) {
      topics.put(sample.label("source") + "/" + sample.label("topic"), sample.exact());
    }
    return topics;
  }

  /** Returns a field of the API's partitions, without partitions where it is null. */
  public SortedMap<String, Long> apiPartitions(String field) {
    SortedMap<String, Long> partitions = new TreeMap<>();
    for (JsonNode one : api.path("partitions")) {
      if (!one.path(field).isNull()) {
        partitions.put(
            "%s/%s-%s"
                .formatted(
                    one.path("source").asText(),
                    one.path("topic").asText(),
                    one.path("partition").asText()),
            one.path(field).longValue());
      }
    }
    return partitions;
  }

  public double value(String metric) {
    return query.value(metric).orElse(Double.NaN);
  }

  /** True if a metric has no sample for this query. */
  public boolean lacks(String metric) {
    return query.all(metric).isEmpty();
  }

  /** Returns the basis of the lag: the label whose value is 1. */
  public String basis() {
    return query.all("query_lag_basis").stream()
        .filter(sample -> sample.value() == 1)
        .map(sample -> String.valueOf(sample.label("basis")))
        .findFirst()
        .orElse("unknown");
  }

  public double consumed() {
    OptionalDouble sum = query.sum("consumed_offsets_total");
    return sum.orElse(0);
  }
}
