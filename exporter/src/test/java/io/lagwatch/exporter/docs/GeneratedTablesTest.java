package io.lagwatch.exporter.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.Rule;
import io.lagwatch.exporter.alert.Rules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.config.SettingsReference;
import io.lagwatch.exporter.metrics.MetricDefinition;
import io.lagwatch.exporter.metrics.MetricGroups;
import io.lagwatch.exporter.metrics.MetricTable;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tables of settings, metrics and alerts in docs/ are those of the code. */
class GeneratedTablesTest {
  @Test
  void listsEveryMetricThatIsServed() {
    var groups = MetricGroups.all();
    assertThat(groups.values().stream().flatMap(List::stream))
        .as("each metric is in one group")
        .containsExactlyInAnyOrderElementsOf(MetricTable.definitions());
    String tables =
        groups.entrySet().stream()
            .map(group -> metrics(group.getKey(), group.getValue()))
            .collect(Collectors.joining("\n"));
    MarkdownPage.at("docs/metrics.md").holds("metrics", "\n" + tables);
  }

  private static String metrics(String title, List<MetricDefinition> metrics) {
    String rows =
        metrics.stream()
            .map(
                metric ->
                    row(
                        code(metric.name()),
                        metric.type().name().toLowerCase(Locale.ROOT),
                        code(String.join(", ", metric.labels())),
                        metric.help()))
            .collect(Collectors.joining());
    return "## " + title + "\n\n| metric | type | labels | meaning |\n|---|---|---|---|\n" + rows;
  }

  @Test
  void listsEverySettingOfTheExporter() {
    String rows =
        SettingsReference.rows().stream()
            .map(
                setting ->
                    row(
                        code(setting.key()),
                        setting.type(),
                        code(setting.defaultText()),
                        setting.description(),
                        code(setting.flag()),
                        code(setting.env())))
            .collect(Collectors.joining());
    MarkdownPage.at("docs/settings.md")
        .holds(
            "settings",
            "| key | value | default | meaning | flag | environment |\n|---|---|---|---|---|---|\n"
                + rows);
  }

  @Test
  void listsEveryAlertThatIsEvaluated() {
    String rows = Rules.ALL.stream().map(GeneratedTablesTest::alert).collect(Collectors.joining());
    MarkdownPage.at("docs/alerts.md")
        .holds(
            "alerts",
            "| alert | severity | meaning | condition | hold | resolves after |\n"
                + "|---|---|---|---|---|---|\n"
                + rows);
  }

  private static String alert(Rule rule) {
    var condition = rule.condition();
    String threshold = condition.threshold().gauge() == null ? "0" : condition.threshold().gauge();
    return row(
        link(rule.name()),
        rule.severity().label(),
        rule.summary(),
        code(condition.gauge() + " " + condition.comparison().promql() + " " + threshold),
        seconds(rule.timing().hold().apply(QuerySettings.DEFAULTS)),
        seconds(rule.timing().keepFiring()));
  }

  private static String link(String alert) {
    String heading = "sparkstreaming" + alert.toLowerCase(Locale.ROOT);
    return "[`" + alert + "`](../alerts/RUNBOOK.md#" + heading + ")";
  }

  private static String seconds(Duration duration) {
    return duration.toSeconds() + " s";
  }

  private static String row(String... cells) {
    return Arrays.stream(cells)
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String code(@Nullable String text) {
    return text == null || text.isEmpty() ? "" : "`" + text + "`";
  }
}
