package io.lagwatch.demo.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses one line {@code name{label="value",…} number}. A timestamp at its end is an error. */
final class SampleLine {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"");
  private static final Pattern NUMBER =
      Pattern.compile("NaN|[+-]Inf|-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String line;
  private int at;

  private SampleLine(String line) {
    this.line = line;
  }

  /**
   * Parses the line.
   *
   * @throws IllegalArgumentException with the column and the expected text
   */
  static MetricSample read(String line) {
    return new SampleLine(line).sample();
  }

  private MetricSample sample() {
    String name = next(NAME, "a metric name").group();
    Map<String, String> labels = at < line.length() && line.charAt(at) == '{' ? labels() : Map.of();
    if (at == line.length() || line.charAt(at) != ' ') {
      throw expected("a space before the value");
    }
    at++;
    String number = line.substring(at);
    if (!NUMBER.matcher(number).matches()) {
      throw expected("one number and the end of the line");
    }
    return new MetricSample(name, new TreeMap<>(labels), number);
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    do {
      at++;
      String label = next(LABEL, "label=\"").group(1);
      if (labels.put(label, quoted()) != null) {
        throw expected("each label once");
      }
    } while (at < line.length() && line.charAt(at) == ',');
    if (at == line.length() || line.charAt(at) != '}') {
      throw expected("} or , after a label");
    }
    at++;
    return labels;
  }

  private String quoted() {
    StringBuilder value = new StringBuilder();
    while (at < line.length() && line.charAt(at) != '"') {
      value.append(line.charAt(at) == '\\' ? escaped() : line.charAt(at));
      at++;
    }
    if (at == line.length()) {
      throw expected("a closing quote");
    }
    at++;
    return value.toString();
  }

  private char escaped() {
    at++;
    return switch (at < line.length() ? line.charAt(at) : ' ') {
      case 'n' -> '\n';
      case '\\' -> '\\';
      case '"' -> '"';
      default -> throw expected("\\n, \\\\ or \\\"");
    };
  }

  private Matcher next(Pattern pattern, String what) {
    Matcher matcher = pattern.matcher(line).region(at, line.length());
    if (!matcher.lookingAt()) {
      throw expected(what);
    }
    at = matcher.end();
    return matcher;
  }

  private IllegalArgumentException expected(String what) {
    return new IllegalArgumentException(
        "column " + (at + 1) + ": expected " + what + ", found " + line);
  }
}
