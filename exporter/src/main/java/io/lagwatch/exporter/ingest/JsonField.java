package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A field of a report with its path. The methods check type and limits; an error names the path and
 * the expected value.
 */
record JsonField(JsonNode node, String path) {
  /** Returns the field for the whole body, which has an empty path. */
  static JsonField root(JsonNode node) {
    return new JsonField(node, "");
  }

  JsonField field(String name) {
    var child = node.get(name);
    return new JsonField(
        child == null ? MissingNode.getInstance() : child,
        path.isEmpty() ? name : path + "." + name);
  }

  /** Returns true if the field is missing or null. */
  boolean absent() {
    return node.isMissingNode() || node.isNull();
  }

  JsonField required(String expected) throws Refusal {
    if (absent()) {
      throw Refusal.of(Refusal.MISSING, path, expected, FoundValue.of(node));
    }
    return this;
  }

  JsonField object() throws Refusal {
    required("an object");
    if (!node.isObject()) {
      throw Refusal.invalid(path, "an object", node);
    }
    return this;
  }

  List<JsonField> items(int max) throws Refusal {
    var expected = "a list of at most " + max;
    required(expected);
    if (!node.isArray()) {
      throw Refusal.invalid(path, expected, node);
    }
    if (node.size() > max) {
      throw Refusal.limit(path, expected, node.size());
    }
    var items = new ArrayList<JsonField>(node.size());
    for (int i = 0; i < node.size(); i++) {
      items.add(new JsonField(node.get(i), path + "[" + i + "]"));
    }
    return items;
  }

  /** Returns the fields of an object whose keys are data, in their order. */
  Map<String, JsonField> entries(int max) throws Refusal {
    object();
    if (node.size() > max) {
      throw Refusal.limit(path, "at most " + max + " fields", node.size());
    }
    var entries = new LinkedHashMap<String, JsonField>();
    node.properties()
        .forEach(
            e ->
                entries.put(
                    e.getKey(),
                    new JsonField(e.getValue(), path + "[" + FoundValue.quoted(e.getKey()) + "]")));
    return entries;
  }

  boolean flag() throws Refusal {
    if (absent()) {
      return false;
    }
    if (!node.isBoolean()) {
      throw Refusal.invalid(path, "true or false", node);
    }
    return node.booleanValue();
  }

  long wholeNumber(long max) throws Refusal {
    var expected = "a whole number from 0 to " + max;
    required(expected);
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < 0
        || node.longValue() > max) {
      throw Refusal.invalid(path, expected, node);
    }
    return node.longValue();
  }

  @Nullable Long wholeNumberOrNull(long max) throws Refusal {
    return absent() ? null : wholeNumber(max);
  }

  double seconds(double max) throws Refusal {
    if (!node.isNumber() || !(node.doubleValue() >= 0 && node.doubleValue() <= max)) {
      throw Refusal.invalid(path, "a number of seconds from 0 to " + (long) max, node);
    }
    return node.doubleValue();
  }

  /** Returns the text unchanged. Text that cannot be written to every output is rejected. */
  String text(int max) throws Refusal {
    var expected = "text of at most " + max + " characters";
    required(expected);
    if (!node.isTextual()) {
      throw Refusal.invalid(path, expected, node);
    }
    var text = node.textValue();
    int length = text.codePointCount(0, text.length());
    if (length > max) {
      throw Refusal.of(Refusal.INVALID, path, expected, length + " characters");
    }
    if (!Texts.isWellFormed(text)) {
      throw Refusal.invalid(path, "text without U+0000 and unpaired surrogates", node);
    }
    return text;
  }

  @Nullable String textOrNull(int max) throws Refusal {
    return absent() ? null : text(max);
  }

  /** Returns an identifier of 1 to 200 characters without control characters. */
  String id() throws Refusal {
    var expected = "an id of 1 to 200 characters";
    required(expected);
    if (!node.isTextual()
        || node.textValue().isEmpty()
        || node.textValue().length() > 200
        || node.textValue().chars().anyMatch(Character::isISOControl)
        || !Texts.isWellFormed(node.textValue())) {
      throw Refusal.invalid(path, expected, node);
    }
    return node.textValue();
  }

  Instant instant() throws Refusal {
    var expected = "a time as 2026-01-31T23:59:59.999Z between the years 1970 and 2200";
    required(expected);
    var time = node.isTextual() ? Texts.instant(node.textValue()) : null;
    if (time == null || time.isBefore(Instant.EPOCH) || time.isAfter(Texts.YEAR_2200)) {
      throw Refusal.invalid(path, expected, node);
    }
    return time;
  }

  @Nullable Instant instantOrNull() throws Refusal {
    return absent() ? null : instant();
  }
}
