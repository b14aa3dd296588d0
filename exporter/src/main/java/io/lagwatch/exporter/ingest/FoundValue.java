package io.lagwatch.exporter.ingest;

import com.fasterxml.jackson.databind.JsonNode;

/** Formats the invalid values of error messages: one short line without control characters. */
final class FoundValue {
  private static final int MAX_LENGTH = 80;

  private FoundValue() {}

  static String of(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> quoted(node.textValue());
      case MISSING -> "nothing";
      default -> cut(node.asText());
    };
  }

  static String quoted(String text) {
    return '"' + escaped(cut(text).replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  /** Returns one line of at most 200 characters. For messages of libraries. */
  static String line(String text) {
    return escaped(text.length() > 200 ? text.substring(0, 200) + "…" : text);
  }

  private static String cut(String text) {
    return text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
  }

  private static String escaped(String text) {
    var out = new StringBuilder(text.length() + 8);
    text.codePoints()
        .forEach(
            c -> {
              if (isPrintable(c)) {
                out.appendCodePoint(c);
              } else {
                out.append(c > 0xFFFF ? "\\u{%x}".formatted(c) : "\\u%04x".formatted(c));
              }
            });
    return out.toString();
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
