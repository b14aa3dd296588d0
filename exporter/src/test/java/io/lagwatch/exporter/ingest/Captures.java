package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The captured events of real Spark runs in the test resources; see {@code captures/README.md}. */
public final class Captures {
  public static final List<String> VERSIONS =
      List.of("3.4.4_2.12", "3.5.7_2.12", "3.5.9_2.13", "4.0.4_2.13", "4.2.0_2.13");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Captures() {}

  /** Returns all events of one version, unchanged. */
  public static List<JsonNode> events(String version) {
    try (var in = Captures.class.getResourceAsStream("/captures/" + version + ".jsonl.gz");
        var lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
      return lines.lines().map(Captures::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the progress objects of one query. */
  public static List<JsonNode> progress(String version, String capture) {
    return events(version).stream()
        .filter(e -> e.path("capture").asText().equals(capture) && e.has("progress"))
        .map(e -> e.get("progress"))
        .toList();
  }

  private static JsonNode parse(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
