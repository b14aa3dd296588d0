package io.lagwatch.exporter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.alert.Rule;
import io.lagwatch.exporter.alert.RuleFile;
import io.lagwatch.exporter.alert.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The dashboards keep to the house's form; Grafana's own schema is checked in dashboards/check. */
class DashboardTest {
  private static final String DATA_SOURCE = "${datasource}";
  private static final List<Dashboard> ALL = Dashboard.all();

  private static void everyPanel(Consumer<JsonNode> holds) {
    for (Dashboard dashboard : ALL) {
      assertThat(dashboard.panels()).as(dashboard.name()).isNotEmpty().allSatisfy(holds);
    }
  }

  @Test
  void everyPanelSaysWhatItShowsAndInWhatUnit() {
    everyPanel(
        panel -> {
          assertThat(panel.path("title").asText()).isNotBlank();
          assertThat(panel.path("description").asText()).endsWith(".");
          assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
          assertThat(panel.path("targets")).isNotEmpty();
        });
    for (Dashboard dashboard : ALL) {
      assertThat(dashboard.elements())
          .extracting(one -> one.path("title").asText())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void everythingAsksTheDataSourceThatIsChosen() {
    for (Dashboard dashboard : ALL) {
      assertThat(dashboard.json().findParents("datasource"))
          .isNotEmpty()
          .allSatisfy(one -> assertThat(one.at("/datasource/uid").asText()).isEqualTo(DATA_SOURCE));
      assertThat(dashboard.variables())
          .extracting(one -> one.path("name").asText())
          .containsExactly("datasource", "app", "query");
    }
    everyPanel(panel -> assertThat(panel.at("/datasource/uid").asText()).isEqualTo(DATA_SOURCE));
  }

  /** But for what is consumed, which comes in steps with the batches: ten minutes hold some. */
  @Test
  void ratesSpanTheScrapesThatGrafanaKnowsOf() {
    assertThat(ALL)
        .flatExtracting(Dashboard::queries)
        .anyMatch(query -> query.contains("[$__rate_interval]"))
        .map(query -> query.replaceAll("consumed_offsets_total\\{[^}]*}\\[10m]", ""))
        .noneMatch(query -> query.matches("(?s).*\\[\\d.*"));
  }

  @Test
  void isFoundUnderTheSameAddressForEverAndLeadsToTheOthersWithTheSelection() {
    assertThat(ALL)
        .extracting(d -> d.json().path("uid").asText())
        .containsExactlyInAnyOrder("lagwatch-overview", "lagwatch-query", "lagwatch-exporter");
    assertThat(ALL)
        .allMatch(d -> d.json().path("schemaVersion").asInt() == 42)
        .allMatch(d -> d.json().at("/links/0/tags/0").equals(d.json().at("/tags/0")))
        .allMatch(d -> d.json().at("/links/0/keepTime").asBoolean())
        .allMatch(d -> d.json().at("/links/0/includeVars").asBoolean());
  }

  @Test
  void aQueryInATableLeadsToItsOwnDashboard() {
    assertThat(Dashboard.named("overview").panels())
        .filteredOn(panel -> panel.path("type").asText().equals("table"))
        .isNotEmpty()
        .allSatisfy(
            table ->
                assertThat(table.findValuesAsText("url"))
                    .singleElement()
                    .asString()
                    .startsWith("/d/lagwatch-query?")
                    .contains("${datasource:queryparam}", "${__url_time_range}")
                    .contains("var-app=${__data.fields.app:percentencode}")
                    .contains("var-query=${__data.fields.query:percentencode}"));
  }

  @Test
  void marksRestartsAndFiringAlerts() {
    assertThat(ALL)
        .allSatisfy(
            dashboard ->
                assertThat(dashboard.annotations())
                    .extracting(one -> one.path("name").asText())
                    .containsExactly("Restarts", "Firing alerts"));
  }

  @Test
  void rowsComeInTheHousesOrder() {
    var order = List.of("Rate and lag", "Batches", "State and watermark", "Kafka and retention");
    assertThat(List.of("overview", "query"))
        .allSatisfy(name -> assertThat(rows(Dashboard.named(name))).containsSubsequence(order));
    assertThat(rows(Dashboard.named("exporter")))
        .extracting(title -> title.replaceFirst(":.*", ""))
        .containsSubsequence("Rate and lag", "Kafka and retention");
  }

  private static List<String> rows(Dashboard dashboard) {
    return dashboard.elements().stream()
        .filter(one -> one.path("type").asText().equals("row"))
        .map(one -> one.path("title").asText())
        .toList();
  }

  @Test
  void panelsFillTheGridWithoutCoveringEachOther() {
    for (Dashboard dashboard : ALL) {
      var taken = new HashSet<List<Integer>>();
      var ids = new HashSet<Integer>();
      for (JsonNode one : dashboard.elements()) {
        JsonNode at = one.path("gridPos");
        assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
        assertThat(ids.add(one.path("id").asInt())).as(one.path("title").asText()).isTrue();
        for (int x = 0; x < at.path("w").asInt(); x++) {
          for (int y = 0; y < at.path("h").asInt(); y++) {
            var cell = List.of(at.path("x").asInt() + x, at.path("y").asInt() + y);
            assertThat(taken.add(cell)).as("%s at %s", one.path("title"), cell).isTrue();
          }
        }
      }
      int bottom = taken.stream().mapToInt(cell -> cell.get(1)).max().orElseThrow();
      assertThat(taken).as(dashboard.name()).hasSize(24 * (bottom + 1));
    }
  }

  @Test
  void everySignalIsDrawnBesideTheThresholdOfItsAlert() {
    for (Rule rule : Rules.ALL) {
      String threshold = rule.condition().threshold().gauge();
      assertThat(Dashboard.named("query").panels())
          .filteredOn(panel -> asks(panel, rule.condition().gauge()))
          .as(rule.name())
          .isNotEmpty()
          .anyMatch(panel -> threshold == null || asks(panel, threshold));
    }
  }

  private static boolean asks(JsonNode panel, String metric) {
    return Dashboard.targets(panel).anyMatch(target -> target.query().contains(metric + "{"));
  }

  /** Only counts, shares of a threshold, and what the rule file itself has as a number. */
  @Test
  void noThresholdIsWrittenDownThatAnAlertCouldContradict() {
    var seen = new ArrayList<String>();
    for (Dashboard dashboard : ALL) {
      for (JsonNode thresholds : dashboard.json().findValues("steps")) {
        StreamSupport.stream(thresholds.spliterator(), false)
            .map(step -> step.path("value"))
            .filter(value -> !value.isNull())
            .forEach(value -> seen.add(value.asText()));
      }
    }
    assertThat(new HashSet<>(seen)).isEqualTo(Set.of("0", "0.8", "1", "600"));
    assertThat(RuleFile.read().rules())
        .filteredOn(rule -> rule.alert().equals("LagwatchKafkaUnreachable"))
        .singleElement()
        .matches(rule -> rule.expr().endsWith("> 600"));
  }

  @Test
  void noNumberIsMadeUpWhereNoneIsKnown() {
    assertThat(ALL)
        .flatExtracting(Dashboard::queries)
        .noneMatch(query -> query.contains("vector(") || query.contains("absent("));
    everyPanel(
        panel -> {
          JsonNode nothing = panel.at("/fieldConfig/defaults/noValue");
          if (panel.path("type").asText().equals("stat")) {
            assertThat(nothing.asText()).isEqualTo("unknown");
          } else if (nothing.isTextual()) {
            assertThat(nothing.asText()).as("not a claim that there is none").contains("known");
          }
          if (panel.path("type").asText().equals("timeseries")) {
            assertThat(panel.at("/fieldConfig/defaults/custom/spanNulls").asBoolean()).isFalse();
          }
        });
  }

  @Test
  void aStateHasOneColourEverywhere() {
    var states = List.of("failed", "lost", "stuck", "idle", "running", "stopped");
    for (String state : states) {
      assertThat(ALL.stream().flatMap(d -> colours(d, state)).distinct()).as(state).hasSize(1);
    }
  }

  private static Stream<String> colours(Dashboard dashboard, String state) {
    String mapping =
        "\"STATE\":\\{\"color\":\"([^\"]+)\"|\"text\":\"STATE\",\"color\":\"([^\"]+)\"";
    var ofState = Pattern.compile(mapping.replace("STATE", state));
    var mapped =
        ofState
            .matcher(dashboard.json().toString())
            .results()
            .map(r -> r.group(1) == null ? r.group(2) : r.group(1));
    var overridden =
        dashboard.panels().stream()
            .flatMap(
                panel ->
                    StreamSupport.stream(panel.at("/fieldConfig/overrides").spliterator(), false))
            .filter(override -> override.at("/matcher/options").asText().equals(state))
            .flatMap(override -> last(override.path("properties")).stream());
    return Stream.concat(mapped, overridden);
  }

  /** The colour that an override comes to: a fixed one, or that of its last threshold. */
  private static List<String> last(JsonNode properties) {
    return IntStream.range(0, properties.size())
        .mapToObj(properties::get)
        .flatMap(
            one -> {
              JsonNode steps = one.at("/value/steps");
              JsonNode colour =
                  steps.isEmpty()
                      ? one.at("/value/fixedColor")
                      : steps.get(steps.size() - 1).path("color");
              return colour.isTextual() ? Stream.of(colour.asText()) : Stream.empty();
            })
        .toList();
  }

  @Test
  void hasThePanelsThatTheRunbookSendsPeopleTo() throws IOException {
    String runbook = Files.readString(Dashboard.FOLDER.resolve("../alerts/RUNBOOK.md"));
    var titles =
        Dashboard.named("query").panels().stream().map(p -> p.path("title").asText()).toList();
    for (String title : List.of("Arrival and consumption", "Batch duration by phase")) {
      assertThat(runbook).contains("*" + title + "*");
      assertThat(titles).contains(title);
    }
  }
}
