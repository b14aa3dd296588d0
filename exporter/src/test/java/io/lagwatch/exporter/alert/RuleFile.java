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
import java.util.regex.Pattern;

/** The Prometheus rules as they stand in {@code alerts/}. */
record RuleFile(String text, List<Rule> rules) {
  static final Path FOLDER = Path.of("..", "alerts");
  static final Path FILE = FOLDER.resolve("lagwatch.rules.yml");

  private static final Pattern METRIC =
      Pattern.compile("\\b(?:spark_streaming|lagwatch|process)_[a-z_0-9]+\\b");

  /** One alerting rule; {@code hold} is empty where it has none. */
  record Rule(String group, String alert, String expr, String hold, JsonNode all) {
    String label(String name) {
      return all.path("labels").path(name).asText();
    }

    String annotation(String name) {
      return all.path("annotations").path(name).asText();
    }
  }

  static RuleFile read() {
    try {
      String text = Files.readString(FILE);
      var rules = new ArrayList<Rule>();
      for (JsonNode group : new YAMLMapper().readTree(text).path("groups")) {
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
      return new RuleFile(text, List.copyOf(rules));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every metric that an expression or a text asks for. */
  Set<String> metrics() {
    var names = new TreeSet<String>();
    rules.forEach(
        rule ->
            METRIC
                .matcher(rule.expr() + " " + rule.annotation("description"))
                .results()
                .forEach(found -> names.add(found.group())));
    return names;
  }
}
