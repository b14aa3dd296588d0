package io.lagwatch.exporter.metrics;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A strict reader of the Prometheus text format 0.0.4: HELP and TYPE before samples, families in
 * one piece, escapes as the format has them, no label set twice. Throws {@link
 * IllegalArgumentException} at the first fault.
 */
public final class Exposition {
  private final Map<String, String> types = new LinkedHashMap<>();
  private final Map<String, String> helps = new LinkedHashMap<>();
  private final Map<String, Double> samples = new LinkedHashMap<>();
  private final Set<String> closed = new LinkedHashSet<>();
  private String family = "";

  private Exposition() {}

  public static Exposition parse(String text) {
    if (!text.isEmpty() && !text.endsWith("\n")) {
      throw new IllegalArgumentException("no line feed at the end");
    }
    var exposition = new Exposition();
    if (!text.isEmpty()) {
      List.of(text.split("\n")).forEach(exposition::line);
    }
    return exposition;
  }

  /** Sample key as {@code name{a="x",b="y"}}, labels by name, values unescaped. */
  public Map<String, Double> samples() {
    return samples;
  }

  /** Family name to type. */
  public Map<String, String> types() {
    return types;
  }

  public Map<String, String> helps() {
    return helps;
  }

  private void line(String line) {
    if (line.startsWith("# HELP ")) {
      var parts = line.substring(7).split(" ", 2);
      if (parts.length < 2 || parts[1].isBlank()) {
        throw new IllegalArgumentException("HELP without text: " + line);
      }
      once(helps, parts[0], parts[1]);
    } else if (line.startsWith("# TYPE ")) {
      var parts = line.substring(7).split(" ");
      if (!parts[1].matches("counter|gauge|histogram|summary")) {
        throw new IllegalArgumentException("no such type: " + line);
      }
      once(types, parts[0], parts[1]);
      if (!helps.containsKey(parts[0]) || !closed.add(parts[0])) {
        throw new IllegalArgumentException("family twice or without HELP: " + line);
      }
      family = parts[0];
    } else {
      sample(line);
    }
  }

  private void sample(String line) {
    int nameEnd = 0;
    while (nameEnd < line.length() && "{ ".indexOf(line.charAt(nameEnd)) < 0) {
      nameEnd++;
    }
    var name = line.substring(0, nameEnd);
    if (!name.matches("[a-zA-Z_:][a-zA-Z0-9_:]*") || !belongs(name)) {
      throw new IllegalArgumentException("a sample outside of its family " + family + ": " + line);
    }
    var labels = new TreeMap<String, String>();
    int at = nameEnd;
    if (line.charAt(at) == '{') {
      at = labels(line, at + 1, labels);
    }
    var value = line.substring(at).strip();
    once(samples, name + labels, value.equals("+Inf") ? Double.MAX_VALUE : number(value, line));
  }

  private static int labels(String line, int from, Map<String, String> labels) {
    int at = from;
    while (line.charAt(at) != '}') {
      int equals = line.indexOf("=\"", at);
      var name = line.substring(at, equals);
      if (!name.matches("[a-zA-Z_][a-zA-Z0-9_]*")) {
        throw new IllegalArgumentException("no label name: " + name + " in " + line);
      }
      var value = new StringBuilder();
      at = equals + 2;
      for (; line.charAt(at) != '"'; at++) {
        if (line.charAt(at) == '\\') {
          at++;
          value.append(
              switch (line.charAt(at)) {
                case 'n' -> '\n';
                case '"' -> '"';
                case '\\' -> '\\';
                default -> throw new IllegalArgumentException("no such escape: " + line);
              });
        } else {
          value.append(line.charAt(at));
        }
      }
      once(labels, name, value.toString());
      at++;
      if (line.charAt(at) == ',') {
        at++;
      }
    }
    return at + 1;
  }

  private boolean belongs(String name) {
    var type = types.getOrDefault(family, "");
    return name.equals(family)
        || (type.equals("histogram") && name.matches(family + "_(bucket|count|sum)"))
        || (type.equals("summary") && name.matches(family + "_(count|sum)"));
  }

  private static double number(String value, String line) {
    if (value.contains(" ")) {
      throw new IllegalArgumentException("a sample with its own timestamp: " + line);
    }
    return value.equals("NaN") ? Double.NaN : Double.parseDouble(value);
  }

  private static <V> void once(Map<String, V> map, String key, V value) {
    if (map.putIfAbsent(key, value) != null) {
      throw new IllegalArgumentException("twice: " + key);
    }
  }
}
