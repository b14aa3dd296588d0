package io.lagwatch.exporter.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.alert.Promtool;
import io.lagwatch.exporter.dashboard.Dashboard.Target;
import io.lagwatch.exporter.scenario.DashboardStory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every query of the dashboards, asked of a real Prometheus that holds a whole morning. */
class DashboardIT {
  /** Where {@code dashboards/preview.sh} finds what it draws. */
  private static final Path DATA = Path.of("target", "dashboards");

  /** More lines than this in one chart tell nobody anything. */
  private static final int LINES = 14;

  private static final Pattern LABEL_VALUES =
      Pattern.compile("label_values\\((?<selector>.+), (?<label>\\w+)\\)");
  private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{(\\w+)}}");

  private static Promtool promtool;
  private static StoredPrometheus trouble;
  private static StoredPrometheus crowd;

  @TempDir private Path folder;

  @BeforeAll
  static void tellTheStories() throws IOException, InterruptedException {
    promtool =
        Promtool.find()
            .orElseThrow(() -> new AssertionError("promtool: expected it on the path, found none"));
    trouble = new StoredPrometheus(promtool, DashboardStory.trouble(), DATA);
    crowd = new StoredPrometheus(promtool, DashboardStory.crowd(), DATA);
  }

  @AfterAll
  static void close() {
    trouble.close();
    crowd.close();
  }

  @Test
  void everyQueryIsPromQl() throws IOException, InterruptedException {
    var queries =
        Dashboard.all().stream()
            .flatMap(dashboard -> dashboard.queries().stream())
            .distinct()
            .map(Dashboard::ofAll)
            .toList();
    var rules =
        IntStream.range(0, queries.size())
            .mapToObj(i -> Map.of("record", "query:" + i, "expr", queries.get(i)))
            .toList();
    var file = folder.resolve("queries.yml");
    new ObjectMapper()
        .writeValue(
            file.toFile(), Map.of("groups", List.of(Map.of("name", "dashboards", "rules", rules))));
    promtool.passes("check", "rules", file.toString());
  }

  /** Without an exception: whatever a panel can show happens in the story. */
  @Test
  void noPanelAndNoAnnotationIsEmptyInAMorningOfTrouble() throws IOException, InterruptedException {
    var empty = new ArrayList<String>();
    for (Dashboard dashboard : Dashboard.all()) {
      for (Target target : dashboard.targets()) {
        if (trouble.overall(Dashboard.ofAll(target.query())).isEmpty()) {
          empty.add(dashboard.name() + ": " + target);
        }
      }
      for (JsonNode annotation : dashboard.annotations()) {
        if (trouble.overall(Dashboard.ofAll(annotation.at("/target/expr").asText())).isEmpty()) {
          empty.add(dashboard.name() + ": " + annotation.path("name").asText());
        }
      }
    }
    assertThat(empty).isEmpty();
  }

  @Test
  void everyVariableHasValues() throws IOException, InterruptedException {
    for (Dashboard dashboard : Dashboard.all()) {
      for (JsonNode variable : dashboard.variables()) {
        Matcher query = LABEL_VALUES.matcher(variable.at("/query/query").asText());
        if (query.matches()) {
          String selector = Dashboard.ofAll(query.group("selector"));
          assertThat(trouble.labelValues(selector, query.group("label"))).hasSizeGreaterThan(5);
        }
      }
    }
  }

  @Test
  void saysNothingRatherThanZeroWhileNothingIsKnown() throws IOException, InterruptedException {
    var before = DashboardStory.trouble().from().minusSeconds(600);
    for (Dashboard dashboard : Dashboard.all()) {
      for (Target target : dashboard.targets()) {
        assertThat(trouble.at(before, Dashboard.ofAll(target.query())))
            .as("%s: %s", dashboard.name(), target)
            .isEmpty();
      }
    }
  }

  @Test
  void theLinesOfOneQueryHaveNamesOfTheirOwn() throws IOException, InterruptedException {
    var panels = Dashboard.named("query").panels();
    for (String query : List.of("course-activity-tile", "network-kpi", "sessions")) {
      for (JsonNode panel : panels) {
        if (panel.path("type").asText().equals("timeseries")) {
          assertThat(legends(panel, query))
              .as("%s of %s", panel.path("title"), query)
              .doesNotHaveDuplicates();
        }
      }
    }
  }

  private static List<String> legends(JsonNode panel, String query)
      throws IOException, InterruptedException {
    var legends = new ArrayList<String>();
    for (Target target : Dashboard.targets(panel).toList()) {
      for (JsonNode series : trouble.overall(Dashboard.of(target.query(), ".*", query))) {
        legends.add(
            LEGEND_LABEL
                .matcher(target.legend())
                .replaceAll(
                    label ->
                        Matcher.quoteReplacement(
                            series.path("metric").path(label.group(1)).asText())));
      }
    }
    return legends;
  }

  @Test
  void chartsOfTheOverviewStayReadableWithHundredsOfQueries()
      throws IOException, InterruptedException {
    Dashboard overview = Dashboard.named("overview");
    for (Target target : overview.targets()) {
      if (!target.panel().path("type").asText().equals("table")) {
        assertThat(crowd.overall(Dashboard.ofAll(target.query())))
            .as(target.toString())
            .hasSizeLessThanOrEqualTo(LINES);
      }
    }
    for (JsonNode annotation : overview.annotations()) {
      assertThat(crowd.overall(Dashboard.ofAll(annotation.at("/target/expr").asText())))
          .as(annotation.path("name").asText())
          .hasSizeBetween(1, 30);
    }
  }

  @Test
  void theOverviewNamesWhatIsWrongAmongHundredsOfQueries()
      throws IOException, InterruptedException {
    Target alerts =
        Dashboard.named("overview").targets().stream()
            .filter(target -> target.panel().path("title").asText().equals("Alerts that fire"))
            .findFirst()
            .orElseThrow();
    var named = new TreeSet<String>();
    crowd
        .at(DashboardStory.crowd().to(), Dashboard.ofAll(alerts.query()))
        .forEach(row -> named.add(row.at("/metric/alert").asText()));
    assertThat(named).containsExactly("BatchNearTrigger", "LagGrowing", "QueryLost");
  }
}
