package io.lagwatch.exporter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.lagwatch.exporter.alert.Promtool;
import io.lagwatch.exporter.alert.RuleFile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The examples for Prometheus and for Grafana's provisioning fit each other. */
class ProvisioningIT {
  private static final Path FOLDER = Dashboard.FOLDER.resolve("provisioning");
  private static final Path PROMETHEUS = FOLDER.resolve("prometheus.yml");

  private static JsonNode read(Path file) throws IOException {
    return new YAMLMapper().readTree(file.toFile());
  }

  @Test
  void prometheusTakesTheExampleWithTheRules() throws IOException, InterruptedException {
    Promtool.find().orElseThrow().passes("check", "config", PROMETHEUS.toString());
    assertThat(PROMETHEUS.resolveSibling(read(PROMETHEUS).at("/rule_files/0").asText()).normalize())
        .isEqualTo(RuleFile.FILE.normalize());
  }

  @Test
  void theDataSourceKnowsTheScrapeIntervalThatPrometheusHas() throws IOException {
    JsonNode source = read(FOLDER.resolve("datasources/lagwatch.yml")).at("/datasources/0");
    assertThat(source.path("type").asText()).isEqualTo("prometheus");
    assertThat(source.at("/jsonData/timeInterval"))
        .isEqualTo(read(PROMETHEUS).at("/global/scrape_interval"));
  }

  @Test
  void theRulesFindTheJobOfTheExample() throws IOException {
    String job = read(PROMETHEUS).at("/scrape_configs/0/job_name").asText();
    assertThat(RuleFile.read().rules())
        .anyMatch(rule -> rule.expr().contains("up{job=\"" + job + "\"}"));
  }

  @Test
  void grafanaIsToldWhereTheDashboardsLie() throws IOException {
    JsonNode provider = read(FOLDER.resolve("dashboards/lagwatch.yml")).at("/providers/0");
    assertThat(provider.path("type").asText()).isEqualTo("file");
    assertThat(provider.at("/options/path").asText()).startsWith("/");
  }
}
