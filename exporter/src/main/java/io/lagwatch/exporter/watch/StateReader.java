package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.lagwatch.exporter.lag.SavedPartition;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a state file entry by entry. Invalid entries are collected with the reason. Of a file that
 * is incomplete or not well-formed, the content before the damage is returned. Not thread-safe.
 */
final class StateReader {
  private final List<SavedState.Entry> queries = new ArrayList<>();
  private final List<SavedPartition> partitions = new ArrayList<>();
  private final List<String> forgottenRuns = new ArrayList<>();
  private final List<SavedState.SavedMissingQuery> missing = new ArrayList<>();
  private final List<SavedCluster> clusters = new ArrayList<>();
  private final List<RejectedEntry> rejected = new ArrayList<>();
  private @Nullable Instant savedAt;
  private @Nullable String damage;
  private int format;

  /**
   * Reads a whole file.
   *
   * @throws IOException if the bytes cannot be read. Invalid content does not cause an exception
   */
  void read(InputStream in) throws IOException {
    var format1 = new StateFormat1();
    try (JsonParser json = StateJson.MAPPER.createParser(in)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        damage = "expected a JSON object";
        return;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        if (field.equals("format")) {
          format = json.getValueAsInt();
          if (format < 1 || format > StateJson.FORMAT) {
            damage = "expected format 1 to " + StateJson.FORMAT + ", found " + json.getText();
            return;
          }
        } else if (field.equals("savedAt")) {
          savedAt = instant(json);
        } else if (format == StateJson.FORMAT) {
          section(field, json);
        } else if (!format1.section(field, json, this)) {
          json.skipChildren();
        }
      }
    } catch (JacksonException e) {
      damage = e.getOriginalMessage();
    }
    if (format == 1) {
      format1.finish(this);
    }
    if (savedAt == null && damage == null) {
      damage = "savedAt is missing or not a time";
    }
  }

  /** Returns the valid entries; null if the time of the state is unknown. */
  @Nullable SavedState result() {
    return savedAt == null
        ? null
        : new SavedState(savedAt, queries, partitions, forgottenRuns, missing, clusters);
  }

  /** Returns why the file is damaged; null if it is well-formed. */
  @Nullable String damage() {
    return damage;
  }

  List<RejectedEntry> rejected() {
    return rejected;
  }

  int entries() {
    return queries.size();
  }

  private void section(String name, JsonParser json) throws IOException {
    switch (name) {
      case "queries" -> readElements(name, json, this::query);
      case "partitions" -> readElements(name, json, this::partition);
      case "forgottenRuns" ->
          readElements(name, json, node -> forgottenRuns.add(value(node, String.class)));
      case "missing" ->
          readElements(
              name, json, node -> missing.add(value(node, SavedState.SavedMissingQuery.class)));
      case "clusters" ->
          readElements(name, json, node -> clusters.add(value(node, SavedCluster.class)));
      default -> json.skipChildren();
    }
  }

  /** Reads all elements of an array. Elements for which the reader throws are rejected. */
  void readElements(String section, JsonParser json, ElementReader reader) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      rejected.add(new RejectedEntry(section, "expected a list", StateJson.MAPPER.readTree(json)));
      return;
    }
    for (int i = 0; json.nextToken() != JsonToken.END_ARRAY && json.currentToken() != null; i++) {
      JsonNode node = StateJson.MAPPER.readTree(json);
      readElement(section + "[" + i + "]", node, reader);
    }
  }

  void readElement(String place, JsonNode node, ElementReader reader) {
    try {
      reader.read(node);
    } catch (IOException | RuntimeException e) {
      rejected.add(new RejectedEntry(place, reason(e), node));
    }
  }

  void query(JsonNode node) throws IOException {
    queries.add(value(node, SavedState.Entry.class));
  }

  void partition(JsonNode node) throws IOException {
    partitions.add(value(node, SavedPartition.class));
  }

  private static <T> T value(JsonNode node, Class<T> type) throws IOException {
    T value = StateJson.MAPPER.treeToValue(node, type);
    if (value == null) {
      throw new IllegalArgumentException("expected an entry, found null");
    }
    return value;
  }

  private static String reason(Exception e) {
    Throwable cause = e;
    while (cause instanceof JacksonException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof JacksonException json
        ? json.getOriginalMessage()
        : cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  private static @Nullable Instant instant(JsonParser json) throws IOException {
    try {
      return Instant.parse(json.getText());
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Reads one element of a section. Throws if it is invalid. */
  @FunctionalInterface
  interface ElementReader {
    void read(JsonNode node) throws IOException;
  }
}
