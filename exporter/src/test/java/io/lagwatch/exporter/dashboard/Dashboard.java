package io.lagwatch.exporter.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** One Grafana dashboard of the folder {@code dashboards}. */
record Dashboard(String file, JsonNode json) {
  static List<Dashboard> all() {
    try (var files = Files.newDirectoryStream(Path.of("..", "dashboards"), "*.json")) {
      var mapper = new ObjectMapper();
      var all = new ArrayList<Dashboard>();
      for (Path file : files) {
        all.add(new Dashboard(file.getFileName().toString(), mapper.readTree(file.toFile())));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Without the rows, which hold nothing but a title. */
  List<JsonNode> panels() {
    return StreamSupport.stream(json.path("panels").spliterator(), false)
        .filter(panel -> !panel.path("type").asText().equals("row"))
        .toList();
  }

  /** Every query, of panels and annotations, with Grafana's variables in place. */
  List<String> queries() {
    var queries = new ArrayList<String>();
    panels()
        .forEach(panel -> panel.path("targets").forEach(t -> queries.add(t.path("expr").asText())));
    json.path("annotations").path("list").forEach(a -> queries.add(a.path("expr").asText()));
    return queries;
  }
}
