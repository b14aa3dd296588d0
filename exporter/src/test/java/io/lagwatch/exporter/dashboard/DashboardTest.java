package io.lagwatch.exporter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.metrics.MetricDefinition;
import io.lagwatch.exporter.metrics.MetricTable;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dashboards keep to the house's form and to the metrics that exist. */
class DashboardTest {
  private static final String DATA_SOURCE = "${datasource}";
  private static final Pattern METRIC = Pattern.compile("\\b(spark_streaming|lagwatch)_[a-z_]+");

  @Test
  void asksOnlyForMetricsThatAreExported() {
    Set<String> exported =
        MetricTable.definitions().stream().map(MetricDefinition::name).collect(Collectors.toSet());
    var asked = new TreeSet<String>();
    for (Dashboard dashboard : Dashboard.all()) {
      for (String query : dashboard.queries()) {
        Matcher names = METRIC.matcher(query);
        while (names.find()) {
          asked.add(names.group().replaceFirst("_bucket$", ""));
        }
      }
    }
    assertThat(asked).isNotEmpty().isSubsetOf(exported);
  }

  @Test
  void everyPanelSaysWhatItShowsAndInWhatUnit() {
    assertThat(Dashboard.all()).hasSize(3);
    for (Dashboard dashboard : Dashboard.all()) {
      assertThat(dashboard.panels())
          .as(dashboard.file())
          .isNotEmpty()
          .allSatisfy(
              panel -> {
                assertThat(panel.path("title").asText()).isNotBlank();
                assertThat(panel.path("description").asText()).endsWith(".");
                assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
                assertThat(panel.path("datasource").path("uid").asText()).isEqualTo(DATA_SOURCE);
                assertThat(panel.path("targets")).isNotEmpty();
                for (JsonNode target : panel.path("targets")) {
                  assertThat(target.path("datasource").path("uid").asText()).isEqualTo(DATA_SOURCE);
                }
              });
    }
  }

  @Test
  void ratesSpanTheScrapesThatGrafanaKnowsOf() {
    assertThat(Dashboard.all())
        .flatExtracting(Dashboard::queries)
        .filteredOn(query -> query.contains("rate("))
        .isNotEmpty()
        .allMatch(query -> query.contains("[$__rate_interval]"));
  }

  @Test
  void isFoundUnderTheSameAddressForEver() {
    assertThat(Dashboard.all())
        .extracting(d -> d.json().path("uid").asText())
        .containsExactlyInAnyOrder("lagwatch-overview", "lagwatch-query", "lagwatch-exporter");
    assertThat(Dashboard.all())
        .allMatch(d -> d.json().path("schemaVersion").asInt() == 42)
        .allMatch(d -> d.json().at("/links/0/includeVars").asBoolean());
  }

  @Test
  void drawsTheThresholdOfTheAlert() {
    JsonNode utilisation =
        Dashboard.all().stream()
            .flatMap(d -> d.panels().stream())
            .filter(p -> p.path("title").asText().equals("Trigger utilisation"))
            .findFirst()
            .orElseThrow();
    assertThat(utilisation.at("/fieldConfig/defaults/thresholds/steps/1/value").asDouble())
        .isEqualTo(QuerySettings.DEFAULTS.batchNearTriggerRatio());
  }
}
