package io.lagwatch.exporter.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One Grafana dashboard of the folder {@code dashboards}. */
public record Dashboard(String name, JsonNode json) {
  public static final Path FOLDER = Path.of("..", "dashboards");

  private static final Pattern METRIC =
      Pattern.compile("\\b(?:spark_streaming|lagwatch|jvm|process|http_server)_[a-z_]+");

  /** A query of a panel, with Grafana's variables in place. */
  record Target(JsonNode panel, JsonNode json) {
    String query() {
      return json.path("expr").asText();
    }

    String legend() {
      return json.path("legendFormat").asText();
    }

    @Override
    public String toString() {
      return panel.path("title").asText() + " " + json.path("refId").asText();
    }
  }

  public static List<Dashboard> all() {
    try (var files = Files.newDirectoryStream(FOLDER, "*.json")) {
      var mapper = new ObjectMapper();
      var all = new ArrayList<Dashboard>();
      for (Path file : files) {
        String name = file.getFileName().toString().replace(".json", "");
        all.add(new Dashboard(name, mapper.readTree(file.toFile())));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Dashboard named(String name) {
    return all().stream().filter(one -> one.name.equals(name)).findFirst().orElseThrow();
  }

  /** The query as Grafana sends it when the dashboard shows all queries. */
  static String ofAll(String query) {
    return of(query, ".*", ".*");
  }

  static String of(String query, String app, String name) {
    return query
        .replace("$__rate_interval", "4m")
        .replace("$__range", Duration.ofHours(3).toSeconds() + "s")
        .replace("$app", app)
        .replace("$query", name);
  }

  /** Rows and panels as they stand. */
  List<JsonNode> elements() {
    return StreamSupport.stream(json.path("panels").spliterator(), false).toList();
  }

  /** Without the rows, which hold nothing but a title. */
  List<JsonNode> panels() {
    return elements().stream().filter(one -> !one.path("type").asText().equals("row")).toList();
  }

  List<Target> targets() {
    return panels().stream().flatMap(Dashboard::targets).toList();
  }

  static Stream<Target> targets(JsonNode panel) {
    return StreamSupport.stream(panel.path("targets").spliterator(), false)
        .map(target -> new Target(panel, target));
  }

  List<JsonNode> annotations() {
    return StreamSupport.stream(json.at("/annotations/list").spliterator(), false).toList();
  }

  List<JsonNode> variables() {
    return StreamSupport.stream(json.at("/templating/list").spliterator(), false).toList();
  }

  /** Every query, of panels and annotations, with Grafana's variables in place. */
  List<String> queries() {
    return Stream.concat(
            targets().stream().map(Target::query),
            annotations().stream().map(one -> one.at("/target/expr").asText()))
        .toList();
  }

  /** Every metric that a query asks for, as it stands there. */
  public Set<String> metrics() {
    var names = new TreeSet<String>();
    for (String query : queries()) {
      Matcher metrics = METRIC.matcher(query);
      while (metrics.find()) {
        names.add(metrics.group());
      }
    }
    return names;
  }
}
