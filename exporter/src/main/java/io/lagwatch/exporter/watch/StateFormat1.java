package io.lagwatch.exporter.watch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads format 1 of the state file, which versions up to 0.1.0 wrote. It has separate sections for
 * queries, signals and alerts. They are combined by query id into entries of the current format.
 * Not thread-safe.
 */
final class StateFormat1 {
  private final Map<String, ObjectNode> entries = new LinkedHashMap<>();

  /** Reads a section and returns false if format 1 has no section of that name. */
  boolean section(String name, JsonParser json, StateReader reader) throws IOException {
    switch (name) {
      case "registry" -> registry(json, reader);
      case "brokers" -> reader.readElements("brokers", json, reader::partition);
      case "signals", "alerts" -> byQuery(name, json);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Passes the entries to the reader. Called after all sections have been read. */
  void finish(StateReader reader) {
    entries.forEach(
        (id, entry) -> reader.readElement("registry.queries " + id, entry, reader::query));
  }

  private void registry(JsonParser json, StateReader reader) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      if (field.equals("queries")) {
        reader.readElements("registry.queries", json, this::query);
      } else {
        json.skipChildren();
      }
    }
  }

  private void query(JsonNode query) {
    JsonNode id = query.get("queryId");
    if (id == null || !id.isTextual()) {
      throw new IllegalArgumentException("queryId is missing");
    }
    entry(id.textValue()).set("query", StateFormat1Query.converted(query));
  }

  private void byQuery(String name, JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String id = json.currentName();
      json.nextToken();
      JsonNode value = StateJson.MAPPER.readTree(json);
      entry(id).set(name, name.equals("signals") ? signals(value) : value);
    }
  }

  /**
   * Converts signals: in format 1 the fields of batches were not grouped, and the hours of state
   * growth were a plain list.
   */
  private static JsonNode signals(JsonNode value) {
    if (!(value instanceof ObjectNode signals)) {
      return value;
    }
    ObjectNode batches = signals.putObject("batches");
    for (String field : List.of("lastBatch", "awaited", "pace", "waiting")) {
      move(signals, field, batches, field);
    }
    move(signals, "stateHours", signals.putObject("stateGrowth"), "hours");
    return signals;
  }

  private static void move(ObjectNode from, String field, ObjectNode to, String newField) {
    JsonNode value = from.remove(field);
    if (value != null) {
      to.set(newField, value);
    }
  }

  private ObjectNode entry(String id) {
    return entries.computeIfAbsent(id, key -> StateJson.MAPPER.createObjectNode());
  }
}
