package io.lagwatch.demo.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.demo.check.CheckReport.CheckResult;
import io.lagwatch.demo.environment.DemoQuery;
import io.lagwatch.demo.environment.Http;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** Checks the data that a real Prometheus has scraped. */
final class PrometheusChecks {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String LAG = "spark_streaming_query_lag_records";

  private final Http prometheus;
  private final ScrapePoller poller;

  PrometheusChecks(Http prometheus, ScrapePoller poller) {
    this.prometheus = prometheus;
    this.poller = poller;
  }

  void scrapes() throws IOException {
    poller.eventually("Prometheus scrapes the exporter", TIMEOUT, s -> is("up", 1));
    poller.eventually(
        "Prometheus has the lag of both queries",
        TIMEOUT,
        s -> is("count(" + LAG + ")", DemoQuery.values().length));
  }

  /** Prometheus has loaded every rule of {@code alerts/} and can evaluate it. */
  void evaluatesRules() throws IOException {
    poller.eventually("Prometheus evaluates every rule", TIMEOUT, s -> rules());
  }

  private CheckResult rules() throws IOException {
    int rules = 0;
    Set<String> unwell = new TreeSet<>();
    for (JsonNode group : prometheus.json("/api/v1/rules").at("/data/groups")) {
      for (JsonNode rule : group.get("rules")) {
        rules++;
        if (!rule.path("health").asText().equals("ok")) {
          unwell.add(rule.path("name").asText() + " " + rule.path("health").asText());
        }
      }
    }
    return new CheckResult(rules > 0 && unwell.isEmpty(), rules + " rules, not ok " + unwell);
  }

  /** The restart of the driver created no second series. */
  void oneSeriesPerQuery() throws IOException {
    poller.eventually(
        "Prometheus has one lag series per query across the restart",
        TIMEOUT,
        s -> is("count(last_over_time(" + LAG + "[1h]))", DemoQuery.values().length));
  }

  private CheckResult is(String expression, long wanted) throws IOException {
    JsonNode found = prometheus.query(expression).at("/0/value/1");
    return new CheckResult(
        found.asText().equals(Long.toString(wanted)), expression + " " + found.asText());
  }
}
