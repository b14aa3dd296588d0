package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.alert.Rules;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.config.SettingsReference;
import io.lagwatch.exporter.metrics.MetricTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Holds README's tables against the code they describe. {@code -Dreadme.write=true} writes them
 * anew (see CONTRIBUTING).
 */
class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");

  @Test
  void listsEveryMetricThatIsServed() throws IOException {
    String rows =
        MetricTable.definitions().stream()
            .map(
                metric ->
                    row(
                        "`" + metric.name() + "`",
                        metric.type().name().toLowerCase(Locale.ROOT),
                        metric.labels().isEmpty()
                            ? ""
                            : "`" + String.join(", ", metric.labels()) + "`",
                        metric.help()))
            .collect(Collectors.joining());
    holds("metrics", "| metric | type | labels | meaning |\n|---|---|---|---|\n" + rows);
  }

  @Test
  void listsEverySettingOfTheExporter() throws IOException {
    String rows =
        SettingsReference.rows().stream()
            .map(
                setting ->
                    row(
                        "`" + setting.key() + "`",
                        setting.type(),
                        code(setting.standard()),
                        setting.meaning(),
                        code(setting.flag()),
                        code(setting.env())))
            .collect(Collectors.joining());
    holds(
        "settings",
        "| key | value | default | meaning | flag | environment |\n|---|---|---|---|---|---|\n"
            + rows);
  }

  @Test
  void listsEveryAlertThatIsEvaluated() throws IOException {
    String rows =
        Rules.ALL.stream()
            .map(
                rule ->
                    row(
                        "`" + rule.name() + "`",
                        rule.severity().label(),
                        rule.summary(),
                        "`"
                            + rule.condition().gauge()
                            + " "
                            + rule.condition().comparison().promql()
                            + " "
                            + (rule.condition().threshold().gauge() == null
                                ? "0"
                                : rule.condition().threshold().gauge())
                            + "`",
                        rule.timing().hold().apply(QuerySettings.DEFAULTS).toSeconds() + " s"))
            .collect(Collectors.joining());
    holds(
        "alerts",
        "| alert | severity | means | condition | held for |\n|---|---|---|---|---|\n" + rows);
  }

  private static void holds(String name, String table) throws IOException {
    String begin = "<!-- " + name + ": begin -->\n";
    String end = "<!-- " + name + ": end -->";
    String readme = Files.readString(README);
    assertThat(readme).contains(begin, end);
    int from = readme.indexOf(begin) + begin.length();
    int to = readme.indexOf(end);
    if (Boolean.getBoolean("readme.write")) {
      Files.writeString(README, readme.substring(0, from) + table + readme.substring(to));
    } else {
      assertThat(readme.substring(from, to)).isEqualTo(table);
    }
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
