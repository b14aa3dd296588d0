package io.lagwatch.demo.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.demo.check.Checks.Fact;
import io.lagwatch.demo.stage.DemoQuery;
import io.lagwatch.demo.stage.Http;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** The same story as a real Prometheus has it. */
final class InPrometheus {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String LAG = "spark_streaming_query_lag_records";

  private final Http prometheus;
  private final Eyes eyes;

  InPrometheus(Http prometheus, Eyes eyes) {
    this.prometheus = prometheus;
    this.eyes = eyes;
  }

  void scrapes() throws IOException {
    eyes.eventually("Prometheus scrapes the exporter", PATIENCE, s -> is("up", 1));
    eyes.eventually(
        "Prometheus knows the lag of both queries",
        PATIENCE,
        s -> is("count(" + LAG + ")", DemoQuery.values().length));
  }

  /** Every rule of {@code alerts/} is loaded and can be evaluated over what the exporter says. */
  void evaluatesRules() throws IOException {
    eyes.eventually("Prometheus evaluates every rule", PATIENCE, s -> rules());
  }

  private Fact rules() throws IOException {
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
    return new Fact(rules > 0 && unwell.isEmpty(), rules + " rules, not well " + unwell);
  }

  /** The whole story so far lies in one series a query. */
  void oneSeriesPerQuery() throws IOException {
    eyes.eventually(
        "Prometheus has one lag series a query over the restart",
        PATIENCE,
        s -> is("count(last_over_time(" + LAG + "[1h]))", DemoQuery.values().length));
  }

  private Fact is(String expression, long wanted) throws IOException {
    JsonNode found = prometheus.query(expression).at("/0/value/1");
    return new Fact(
        found.asText().equals(Long.toString(wanted)), expression + " " + found.asText());
  }
}
