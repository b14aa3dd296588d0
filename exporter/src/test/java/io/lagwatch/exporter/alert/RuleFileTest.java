package io.lagwatch.exporter.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.lagwatch.exporter.metrics.MetricDefinition;
import io.lagwatch.exporter.metrics.MetricTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Prometheus rules keep to the house's form, to the metrics that exist, and to the runbook. */
class RuleFileTest {
  private static final String RUNBOOK = "https://runbooks.example.com/lagwatch/RUNBOOK.md#";

  private final RuleFile file = RuleFile.read();

  @Test
  void asksOnlyForMetricsThatAreExported() {
    List<String> exported = MetricTable.definitions().stream().map(MetricDefinition::name).toList();

    assertThat(file.metrics()).isNotEmpty().isSubsetOf(exported);
    assertThat(file.metricsInTexts()).isNotEmpty().isSubsetOf(exported);
  }

  @Test
  void everyAlertSaysWhatAPersonNeeds() {
    assertThat(file.rules()).extracting(RuleFile.Rule::alert).doesNotHaveDuplicates();
    assertThat(file.rules())
        .allSatisfy(
            rule -> {
              assertThat(rule.alert()).matches("(SparkStreaming|Lagwatch)([A-Z][a-z]+)+");
              assertThat(rule.label("severity")).isIn("critical", "warning");
              assertThat(rule.annotation("summary")).isNotBlank().doesNotContain("{{");
              assertThat(rule.annotation("description")).contains("{{");
            });
  }

  @Test
  void everyAlertLeadsToItsPlaceInTheRunbook() throws IOException {
    List<String> headings = headings();

    assertThat(file.rules())
        .allSatisfy(
            rule -> {
              String anchor = rule.alert().toLowerCase(Locale.ROOT);
              assertThat(rule.annotation("runbook_url")).isEqualTo(RUNBOOK + anchor);
              assertThat(headings).contains(rule.alert());
            });
    assertThat(headings.stream().filter(h -> h.matches("(SparkStreaming|Lagwatch)\\w+")))
        .containsExactlyInAnyOrderElementsOf(
            file.rules().stream().map(RuleFile.Rule::alert).toList());
  }

  @Test
  void everyAlertHasAllPartsInTheRunbook() throws IOException {
    String[] parts = Files.readString(RuleFile.FOLDER.resolve("RUNBOOK.md")).split("(?m)^## ");

    assertThat(Stream.of(parts).filter(part -> part.matches("(?s)(SparkStreaming|Lagwatch).*")))
        .allSatisfy(
            part ->
                assertThat(part)
                    .contains(
                        "**What happened.** ",
                        "**Impact.** ",
                        "**Check**\n1. ",
                        "\n2. ",
                        "\n3. ",
                        "**Causes**, most likely first\n1. ",
                        "**Fix",
                        "**Do not** ",
                        "**Reliability.** "));
  }

  @Test
  void everyAlertIsTestedPendingFiringAndQuiet() throws IOException {
    var firing = new TreeSet<String>();
    var quiet = new TreeSet<String>();
    var pending = new TreeSet<String>();
    try (Stream<Path> files = Files.list(RuleFile.FOLDER.resolve("tests"))) {
      for (Path path : files.sorted().toList()) {
        for (JsonNode test : new YAMLMapper().readTree(Files.readString(path)).path("tests")) {
          for (JsonNode check : test.path("alert_rule_test")) {
            (check.has("exp_alerts") ? firing : quiet).add(check.path("alertname").asText());
          }
          for (JsonNode check : test.path("promql_expr_test")) {
            String samples = check.path("exp_samples").toString();
            if (samples.contains("alertstate=\\\"pending\\\"")) {
              pending.add(samples.replaceAll("(?s).*?alertname=\\\\\"(\\w+).*", "$1"));
            }
          }
        }
      }
    }
    List<String> all = file.rules().stream().map(RuleFile.Rule::alert).toList();

    assertThat(firing).containsAll(all);
    assertThat(quiet).containsAll(all);
    assertThat(pending)
        .containsAll(
            file.rules().stream().filter(r -> !r.hold().isEmpty()).map(r -> r.alert()).toList());
  }

  private static List<String> headings() throws IOException {
    return Files.readAllLines(RuleFile.FOLDER.resolve("RUNBOOK.md")).stream()
        .filter(line -> line.startsWith("## "))
        .map(line -> line.substring(3))
        .toList();
  }
}
