package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Builds the JSON tree of one report with a limited number of nodes. If the progress of a query
 * needs more nodes than remain, only the simple fields of that progress are kept. The other queries
 * are read completely. Not thread-safe.
 */
final class ReportTree {
  /** The field that replaces the large parts of a progress; no Spark version writes it. */
  static final String TOO_LARGE = "lagwatch.tooLarge";

  /** A node, its key and its map entry need about 130 bytes; the rest is a reserve. */
  private static final long BYTES_PER_NODE = 256;

  private static final long MIN_NODES = 50_000;
  private static final long MAX_NODES = 1_000_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonParser json;
  private final long limit;
  private long nodes;
  private boolean exceeded;

  /**
   * @param limit the number of nodes that the tree may have
   */
  ReportTree(JsonParser json, long limit) {
    this.json = json;
    this.limit = limit;
  }

  /** Returns the number of nodes that fit into a quarter of a heap with this maximum size. */
  static long nodesFor(long heapBytes) {
    return Math.max(MIN_NODES, Math.min(MAX_NODES, heapBytes / 4 / BYTES_PER_NODE));
  }

  /** Returns the tree; a missing node if the input is empty. */
  JsonNode read() throws IOException {
    if (json.nextToken() == null) {
      return NODES.missingNode();
    }
    JsonNode root =
        json.currentToken() == JsonToken.START_OBJECT
            ? object((name, self) -> name.equals("queries") ? queries() : value())
            : value();
    if (exceeded) {
      throw new StreamConstraintsException(
          "more than " + limit + " JSON values outside of progress; increase -Xmx",
          json.currentLocation());
    }
    if (json.nextToken() != null) {
      throw new com.fasterxml.jackson.core.JsonParseException(
          json, "text after the end of the report");
    }
    return root;
  }

  private JsonNode queries() throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      return value();
    }
    var list = NODES.arrayNode();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(
          json.currentToken() == JsonToken.START_OBJECT
              ? object((name, self) -> name.equals("progress") ? progress() : value())
              : value());
    }
    return list;
  }

  private JsonNode progress() throws IOException {
    if (exceeded || json.currentToken() != JsonToken.START_OBJECT) {
      return value();
    }
    return object(
        (name, self) -> {
          long before = nodes;
          JsonNode value = value();
          if (exceeded) {
            exceeded = false;
            nodes = before;
            self.put(TOO_LARGE, true);
            return NODES.nullNode();
          }
          return value;
        });
  }

  private ObjectNode object(FieldReader reader) throws IOException {
    var object = NODES.objectNode();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      object.set(name, reader.read(name, object));
    }
    return object;
  }

  private JsonNode value() throws IOException {
    nodes++;
    exceeded |= nodes > limit;
    if (exceeded) {
      json.skipChildren();
      return NODES.nullNode();
    }
    return switch (json.currentToken()) {
      case START_OBJECT -> object((name, self) -> value());
      case START_ARRAY -> {
        var list = NODES.arrayNode();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(value());
        }
        yield list;
      }
      case VALUE_STRING -> NODES.textNode(json.getText());
      case VALUE_NUMBER_INT ->
          switch (json.getNumberType()) {
            case INT -> NODES.numberNode(json.getIntValue());
            case LONG -> NODES.numberNode(json.getLongValue());
            default -> NODES.numberNode(json.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(json.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  /** Reads the value of one field of an object. */
  @FunctionalInterface
  private interface FieldReader {
    JsonNode read(String name, ObjectNode self) throws IOException;
  }
}
