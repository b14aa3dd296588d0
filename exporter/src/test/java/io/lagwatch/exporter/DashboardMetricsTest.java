package io.lagwatch.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.Loaded;
import io.lagwatch.exporter.config.SettingsLoader;
import io.lagwatch.exporter.dashboard.Dashboard;
import io.lagwatch.exporter.metrics.Exposition;
import io.lagwatch.exporter.metrics.MetricDefinition;
import io.lagwatch.exporter.metrics.MetricTable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every metric that an exporter serves is on a dashboard, or dashboards/README.md says why it is
 * not.
 */
class DashboardMetricsTest {
  private static final Pattern NOT_SHOWN = Pattern.compile("(?m)^\\| `([a-z_*]+)` \\| (.*) \\|$");

  private static final Set<String> EXPORTED = new TreeSet<>();
  private static final Set<String> SHOWN = new TreeSet<>();

  @BeforeAll
  static void scrape() throws Exception {
    MetricTable.definitions().stream().map(MetricDefinition::name).forEach(EXPORTED::add);
    EXPORTED.addAll(served());
    Dashboard.all().forEach(one -> one.metrics().forEach(name -> SHOWN.add(family(name))));
  }

  /**
   * Of a running exporter, once a scrape and a collection of garbage have been: only then are there
   * meters of them.
   */
  private static Set<String> served() throws Exception {
    var settings =
        ((Loaded.Good) new SettingsLoader(Map.of("--listen", "127.0.0.1:0"), Map.of()).load())
            .settings();
    try (Serve serve = Serve.open(settings, Clock.systemUTC())) {
      serve.start();
      var http = HttpClient.newHttpClient();
      var uri = URI.create("http://127.0.0.1:" + serve.port() + "/metrics");
      var request = HttpRequest.newBuilder(uri).build();
      var types = new TreeSet<String>();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                System.gc();
                var scraped = http.send(request, HttpResponse.BodyHandlers.ofString());
                types.addAll(Exposition.parse(scraped.body()).types().keySet());
                return types.containsAll(
                    Set.of("http_server_requests_seconds", "jvm_gc_pause_seconds"));
              });
      return types;
    }
  }

  private static String family(String name) {
    String whole = name.replaceFirst("_(bucket|count|sum)$", "");
    return EXPORTED.contains(whole) ? whole : name;
  }

  private static List<String> notShown() throws Exception {
    String readme = Files.readString(Dashboard.FOLDER.resolve("README.md"));
    String list = readme.substring(readme.indexOf("## Not shown"));
    return NOT_SHOWN.matcher(list).results().map(row -> row.group(1)).toList();
  }

  private static boolean names(String pattern, String metric) {
    return metric.matches(pattern.replace("*", ".*"));
  }

  @Test
  void dashboardsUseOnlyExportedMetrics() {
    assertThat(SHOWN).hasSizeGreaterThan(60).isSubsetOf(EXPORTED);
  }

  @Test
  void everyMetricIsShownOrListedWithAReason() throws Exception {
    var listed = notShown();
    var forgotten =
        EXPORTED.stream()
            .filter(metric -> !SHOWN.contains(metric))
            .filter(metric -> listed.stream().noneMatch(one -> names(one, metric)))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(forgotten).isEmpty();
  }

  @Test
  void listOfHiddenMetricsIsCorrect() throws Exception {
    assertThat(notShown())
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(
            one -> {
              assertThat(EXPORTED).anyMatch(metric -> names(one, metric));
              assertThat(SHOWN).noneMatch(metric -> !one.contains("*") && names(one, metric));
            });
  }
}
