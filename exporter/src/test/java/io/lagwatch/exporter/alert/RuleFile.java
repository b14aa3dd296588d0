package io.lagwatch.exporter.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The Prometheus rules as they stand in {@code alerts/}. */
public record RuleFile(List<Rule> rules) {
  static final Path FOLDER = Path.of("..", "alerts");
  public static final Path FILE = FOLDER.resolve("lagwatch.rules.yml");

  private static final Pattern METRIC =
      Pattern.compile("\\b(?:spark_streaming|lagwatch|process)_[a-z_0-9]+\\b");

  /** One alerting rule; {@code hold} is empty where it has none. */
  public record Rule(String group, String alert, String expr, String hold, JsonNode all) {
    String label(String name) {
      return all.path("labels").path(name).asText();
    }

    String annotation(String name) {
      return all.path("annotations").path(name).asText();
    }
  }

  public static RuleFile read() {
    try {
      var rules = new ArrayList<Rule>();
      for (JsonNode group : new YAMLMapper().readTree(Files.readString(FILE)).path("groups")) {
        for (JsonNode rule : group.path("rules")) {
          rules.add(
              new Rule(
                  group.path("name").asText(),
                  rule.path("alert").asText(),
                  rule.path("expr").asText().strip().replaceAll("\\s+", " "),
                  rule.path("for").asText(),
                  rule));
        }
      }
      return new RuleFile(List.copyOf(rules));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every metric that an expression asks for. */
  public Set<String> metrics() {
    return metricsIn(Rule::expr);
  }

  /** Every metric that a description asks for. */
  Set<String> metricsInTexts() {
    return metricsIn(rule -> rule.annotation("description"));
  }

  private Set<String> metricsIn(Function<Rule, String> part) {
    var names = new TreeSet<String>();
    rules.forEach(
        rule -> METRIC.matcher(part.apply(rule)).results().forEach(m -> names.add(m.group())));
    return names;
  }
}
