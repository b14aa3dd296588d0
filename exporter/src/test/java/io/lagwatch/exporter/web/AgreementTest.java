package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.scenario.Timeline;
import io.lagwatch.exporter.text.Sentences;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pages, API, metrics and the sentences of alerts show the same value wherever more than one of
 * them shows it, at a sample of moments of every timeline.
 */
class AgreementTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Series whose values are labels, or that no other output has. */
  private static final Pattern METRICS_ALONE =
      Pattern.compile("spark_streaming_(\\w+_info|batch_duration_seconds\\w*)\\{.*");

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = RunningServer.withoutToken();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Timeline> timelines() {
    return Timeline.all();
  }

  @ParameterizedTest
  @MethodSource("timelines")
  void allOutputsShowTheSameValues(Timeline timeline) {
    timeline.forEachMoment(AgreementTest::compare);
  }

  private static void compare(Snapshot snapshot) {
    server.watch.show(() -> snapshot);
    Map<String, Double> samples = server.metrics().samples();
    var overview = new ShownPage(server.get("/").body());
    JsonNode activeAlerts = json("/api/v1/alerts").path("alerts");
    var active = new ArrayList<JsonNode>();
    for (QueryView view : snapshot.queries()) {
      String path = path(view.key());
      JsonNode query = json("/api/v1" + path);
      var page = new ShownPage(server.get(path + "?partitions=all").body());
      String where = view.key() + " at " + snapshot.at();
      compareMetrics(query, samples, where);
      compareOverview(query, overview, where);
      compareQueryPage(query, page, where);
      compareAlerts(query, overview, page, where);
      compareSentences(query, where);
      query.path("alerts").forEach(alert -> addActive(alert, query, active));
    }
    assertThat(activeAlerts).as("alerts at %s", snapshot.at()).containsExactlyElementsOf(active);
  }

  private static void compareMetrics(JsonNode query, Map<String, Double> samples, String where) {
    var own =
        Pattern.compile(
            ".*[{ ]app="
                + Pattern.quote(query.path("app").asText())
                + "[,}].*[{ ]query="
                + Pattern.quote(query.path("query").asText())
                + "[,}].*");
    var shown = new TreeMap<String, Double>();
    samples.forEach(
        (key, value) -> {
          boolean otherLabel = value == 0 && key.matches(".*_(query_state|query_lag_basis)\\{.*");
          if (own.matcher(key).matches() && !METRICS_ALONE.matcher(key).matches() && !otherLabel) {
            shown.put(key, value);
          }
        });
    assertThat(shown).as("metrics of %s", where).isEqualTo(ApiSeries.of(query));
  }

  private static void compareOverview(JsonNode query, ShownPage overview, String where) {
    var texts = new ApiTexts(query);
    var row = overview.overviewRow(query.path("app").asText(), query.path("query").asText());
    var expected = texts.overviewCells();
    var shown = new LinkedHashMap<String, @Nullable String>();
    expected.keySet().forEach(l -> shown.put(l, ShownPage.known(row.cells().get(l))));
    assertThat(shown).as("overview of %s", where).isEqualTo(expected);
    assertThat(row.state()).as("state of %s", where).isEqualTo(query.path("state").asText());
    if (query.at("/lag/records").isNull()) {
      assertThat(row.notes()).as(where).contains(query.at("/lag/reason").asText());
    } else if (texts.isPartial()) {
      assertThat(row.notes())
          .as(where)
          .contains(
              "%s of %s partitions not included"
                  .formatted(
                      query.at("/lag/partitionsUnknown").asText(),
                      query.at("/lag/partitions").asText()));
    }
  }

  private static void compareQueryPage(JsonNode query, ShownPage page, String where) {
    var texts = new ApiTexts(query);
    var shown = new LinkedHashMap<String, @Nullable String>();
    page.labeled().forEach((label, value) -> shown.put(label, ShownPage.known(value)));
    shown.remove("Last failure");
    assertThat(shown).as("page of %s", where).isEqualTo(texts.labeled());
    assertThat(page.lead())
        .as("page of %s", where)
        .startsWith(query.path("state").asText() + " " + texts.leadStart())
        .contains(texts.missing() == null ? "" : texts.missing());
    var partitions = new LinkedHashMap<String, List<String>>();
    page.partitions().forEach((key, cells) -> partitions.put(key, cells.subList(1, 6)));
    assertThat(partitions).as("partitions of %s", where).isEqualTo(texts.partitions());
  }

  private static void compareAlerts(
      JsonNode query, ShownPage overview, ShownPage page, String where) {
    var texts = new ApiTexts(query);
    var rows = new LinkedHashMap<String, List<String>>();
    var badges = new ArrayList<String>();
    var listed = new LinkedHashMap<String, ShownPage.ShownAlert>();
    for (JsonNode alert : query.path("alerts")) {
      String name = alert.path("alert").asText();
      String severity = alert.path("severity").asText();
      String state = alert.path("state").asText();
      String since = String.valueOf(texts.age(alert.path("since")));
      String fired = texts.age(alert.path("firedAt"));
      rows.put(
          name, List.of(severity, state, since + " ago", fired == null ? "never" : fired + " ago"));
      if (!state.equals("inactive")) {
        boolean pending = state.equals("pending");
        badges.add(pending ? name + " pending" : name);
        listed.put(
            name,
            new ShownPage.ShownAlert(
                pending ? severity + ", pending" : severity,
                Sentences.sentence(alert.path("sentence").asText()),
                since));
      }
      if (state.equals("firing")) {
        compareFiring(query, name, listed.get(name), overview, where);
      }
    }
    assertThat(page.alertRows()).as("alerts of %s", where).isEqualTo(rows);
    assertThat(page.alerts()).as("alerts of %s", where).isEqualTo(listed);
    var row = overview.overviewRow(query.path("app").asText(), query.path("query").asText());
    assertThat(row.badges()).as(where).containsExactlyInAnyOrderElementsOf(badges);
  }

  /**
   * The list above the overview, in which the alerts of many queries of an application are one
   * item.
   */
  private static void compareFiring(
      JsonNode query,
      String alert,
      ShownPage.ShownAlert expected,
      ShownPage overview,
      String where) {
    String app = alert + "\n" + query.path("app").asText() + "\n";
    var listed = overview.alerts();
    if (!listed.containsKey(app)) {
      assertThat(listed.get(app + query.path("query").asText())).as(where).isEqualTo(expected);
    }
  }

  private static void compareSentences(JsonNode query, String where) {
    for (JsonNode alert : query.path("alerts")) {
      String name = alert.path("alert").asText();
      if (!alert.path("state").asText().equals("inactive") && ApiSentences.holds(name, query)) {
        assertThat(alert.path("sentence").asText())
            .as("%s of %s", name, where)
            .contains(ApiSentences.parts(name, query));
      }
    }
  }

  private static void addActive(JsonNode alert, JsonNode query, List<JsonNode> active) {
    if (!alert.path("state").asText().equals("inactive")) {
      var json = MAPPER.createObjectNode();
      json.set("app", query.path("app"));
      json.set("query", query.path("query"));
      alert.properties().forEach(field -> json.set(field.getKey(), field.getValue()));
      active.add(json);
    }
  }

  private static String path(QueryKey key) {
    return "/queries/" + encoded(key.app()) + "/" + encoded(key.query());
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static JsonNode json(String path) {
    try {
      return MAPPER.readTree(server.get(path).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
