package io.lagwatch.exporter.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lagwatch.exporter.docs.MarkdownPage;
import io.lagwatch.exporter.ingest.ReportBody;
import io.lagwatch.exporter.scenario.Story;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.FixedMonitor;
import io.lagwatch.exporter.watch.Snapshot;
import io.lagwatch.exporter.watch.Snapshots;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The examples in docs/http-api.md are answers of a server, with shortened lists. Checked are their
 * fields: values may change with the simulated story.
 */
class ApiExamplesTest {
  private static final String QUERY = "/api/v1/queries/course-tiles/course-activity-tile";
  private static final List<String> SHOWN_METRICS =
      List.of(
          "spark_streaming_query_info",
          "spark_streaming_query_state",
          "spark_streaming_batches_total",
          "spark_streaming_query_lag_records",
          "spark_streaming_query_lag_seconds",
          "spark_streaming_lag_records",
          "spark_streaming_alert_firing",
          "lagwatch_kafka_up");
  private static final int LONGEST_LINE = 110;
  private static final int LONGEST_LIST = 2;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static PageStage stage;
  private static RunningServer starting;
  private static RunningServer guarded;

  @BeforeAll
  static void start() {
    stage = new PageStage(Story.TROUBLE, 0);
    var unpolled = new ClusterStatus("main", null, null, null, Map.of(), null, null, List.of());
    starting =
        new RunningServer(
            new FixedMonitor(
                new Snapshot(Snapshots.NOW, List.of(), List.of(), List.of(), List.of(unpolled))),
            null);
    guarded = RunningServer.withoutToken();
  }

  @AfterAll
  static void stop() {
    stage.close();
    starting.close();
    guarded.close();
  }

  @ParameterizedTest
  @CsvSource({
    "example-queries, /api/v1/queries",
    "example-query, " + QUERY,
    "example-history, " + QUERY + "/history",
    "example-alerts, /api/v1/alerts",
    "example-healthz, /healthz",
    "example-ready, /readyz",
    "example-not-found, /api/v1/queries/course-tiles/no-such-query"
  })
  void hasTheFieldsThatARouteAnswers(String example, String path) throws Exception {
    holds(example, answer(HttpRequest.newBuilder(at(stage.port(), path))));
  }

  @ParameterizedTest
  @CsvSource({"example-starting, /readyz"})
  void hasTheFieldsOfAStartingExporter(String example, String path) throws Exception {
    holds(example, answer(HttpRequest.newBuilder(at(starting.port(), path))));
  }

  @ParameterizedTest
  @CsvSource({"example-accepted, true", "example-refused, false"})
  void hasTheFieldsOfTheResponseToAReport(String example, boolean valid) throws Exception {
    byte[] body = valid ? ReportBody.smallest().bytes() : "{}".getBytes(StandardCharsets.UTF_8);
    holds(example, answer(guarded.post(body)));
  }

  @ParameterizedTest
  @CsvSource({"example-running, " + QUERY})
  void hasTheFieldsOfARejectedRemoval(String example, String path) throws Exception {
    holds(example, answer(HttpRequest.newBuilder(at(stage.port(), path)).DELETE()));
  }

  @Test
  void hasTheLabelsOfTheMetrics() throws Exception {
    List<String> answer = metricLines(body(HttpRequest.newBuilder(at(stage.port(), "/metrics"))));
    var page = MarkdownPage.at("docs/http-api.md");
    if (MarkdownPage.isWriting()) {
      page.write("example-metrics", "```\n" + String.join("\n", answer) + "\n```\n");
    }

    List<String> shown = page.part("example-metrics").replace("```\n", "").lines().toList();

    assertThat(withoutValues(shown)).isEqualTo(withoutValues(answer));
    assertThat(answer).hasSizeGreaterThanOrEqualTo(3 * SHOWN_METRICS.size());
  }

  private static URI at(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static JsonNode answer(HttpRequest.Builder request) throws Exception {
    return shortened(MAPPER.readTree(body(request)), "");
  }

  private static String body(HttpRequest.Builder request) throws Exception {
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /**
   * Help, type and two samples of some metrics, those that are not 0 first. Only one query is
   * shown.
   */
  private static List<String> metricLines(String text) {
    var lines = new ArrayList<String>();
    for (String metric : SHOWN_METRICS) {
      text.lines().filter(line -> line.matches("# \\w+ " + metric + " .*")).forEach(lines::add);
      text.lines()
          .filter(line -> line.startsWith(metric + "{"))
          .filter(line -> line.matches(".*(query=\"course-activity-tile\"|kafka=).*"))
          .sorted(Comparator.comparing(line -> line.endsWith(" 0.0")))
          .limit(LONGEST_LIST)
          .forEach(lines::add);
    }
    return lines;
  }

  /** Names of the metrics and of their labels. */
  private static List<String> withoutValues(List<String> lines) {
    return lines.stream()
        .map(line -> line.startsWith("#") ? line : line.replaceAll("\"[^\"]*\"|[^\\s}]+$", ""))
        .toList();
  }

  private static void holds(String example, JsonNode answer) throws IOException {
    var page = MarkdownPage.at("docs/http-api.md");
    if (MarkdownPage.isWriting()) {
      page.write(example, "```json\n" + text(answer, "") + "\n```\n");
    }
    String shown = page.part(example).replace("```json\n", "").replace("```\n", "");
    assertThat(fields(MAPPER.readTree(shown))).as(example).isEqualTo(fields(answer));
  }

  /**
   * Keeps the newest entries of a history, one failed query, the firing alerts, and the first
   * entries of every other list.
   */
  private static JsonNode shortened(JsonNode node, String name) {
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(entry -> entry.setValue(shortened(entry.getValue(), entry.getKey())));
    }
    if (node instanceof ArrayNode list) {
      shorten(list, name);
      list.forEach(element -> shortened(element, ""));
    }
    return node;
  }

  private static void shorten(ArrayNode list, String name) {
    if (name.equals("queries")) {
      var failed = new ArrayList<JsonNode>();
      list.forEach(query -> failed.add(query));
      failed.removeIf(query -> query.path("error").isNull());
      list.removeAll().add(failed.get(0));
      return;
    }
    if (name.equals("alerts") && list.findValuesAsText("state").contains("firing")) {
      var firing = new ArrayList<JsonNode>();
      list.forEach(alert -> firing.add(alert));
      firing.removeIf(alert -> !alert.path("state").asText().equals("firing"));
      list.removeAll().addAll(firing);
      return;
    }
    boolean newest = name.equals("batches") || list.size() > 0 && !list.get(0).isObject();
    int most = name.equals("batches") ? 1 : LONGEST_LIST;
    while (list.size() > most) {
      list.remove(newest ? 0 : list.size() - 1);
    }
  }

  /** The paths of all fields, with the kind of value where it is a list or an object. */
  private static TreeSet<String> fields(JsonNode node) {
    var fields = new TreeSet<String>();
    add(node, "", fields);
    return fields;
  }

  private static void add(JsonNode node, String path, TreeSet<String> fields) {
    if (node.isObject()) {
      fields.add(path + "{}");
      node.properties()
          .forEach(field -> add(field.getValue(), path + "/" + field.getKey(), fields));
    } else if (node.isArray()) {
      fields.add(path + "[]");
      node.forEach(element -> add(element, path + "[]", fields));
    } else {
      fields.add(path);
    }
  }

  /** JSON with short objects and lists on one line. */
  private static String text(JsonNode node, String indent) {
    String line = line(node);
    if (indent.length() + line.length() <= LONGEST_LINE || node.isValueNode()) {
      return line;
    }
    String inner = indent + "  ";
    var parts = new ArrayList<String>();
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  parts.add(
                      inner + "\"" + field.getKey() + "\": " + text(field.getValue(), inner)));
    } else {
      node.forEach(element -> parts.add(inner + text(element, inner)));
    }
    String[] brackets = node.isObject() ? new String[] {"{", "}"} : new String[] {"[", "]"};
    return brackets[0] + "\n" + String.join(",\n", parts) + "\n" + indent + brackets[1];
  }

  private static String line(JsonNode node) {
    var parts = new ArrayList<String>();
    if (node.isObject()) {
      node.properties()
          .forEach(field -> parts.add("\"" + field.getKey() + "\": " + line(field.getValue())));
      return "{" + String.join(", ", parts) + "}";
    }
    if (node.isArray()) {
      node.forEach(element -> parts.add(line(element)));
      return "[" + String.join(", ", parts) + "]";
    }
    return node.toString();
  }
}
