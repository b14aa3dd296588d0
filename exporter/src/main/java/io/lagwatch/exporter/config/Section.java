package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A mapping of the settings file; what is wrong with it goes to the {@link SettingsReader}. */
final class Section {
  private final SettingsReader reading;
  private final String path;
  private final String place;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, String> places = new LinkedHashMap<>();

  private Section(SettingsReader reading, String path, String place) {
    this.reading = reading;
    this.path = path;
    this.place = place;
  }

  /** An empty mapping, for a file that is not there. */
  static Section empty(SettingsReader reading) {
    return new Section(reading, "", "");
  }

  static Section of(SettingsReader reading, String path, Node node) {
    var section = new Section(reading, path, reading.place(node));
    if (node instanceof MappingNode mapping) {
      for (var entry : mapping.getValue()) {
        section.add(entry.getKeyNode(), entry.getValueNode());
      }
    } else if (!isNull(node)) {
      reading.problem(
          path.isEmpty() ? "settings" : path, "keys with values", kind(node), section.place);
    }
    return section;
  }

  private void add(Node keyNode, Node value) {
    var at = reading.place(keyNode);
    if (!(keyNode instanceof ScalarNode scalar)) {
      reading.problem(path.isEmpty() ? "settings" : path, "a name as key", kind(keyNode), at);
    } else if (values.putIfAbsent(scalar.getValue(), value) != null) {
      reading.problem(
          key(scalar.getValue()),
          "each key once",
          "it again, after " + places.get(scalar.getValue()),
          at);
    } else {
      places.put(scalar.getValue(), at);
    }
  }

  String key(String name) {
    var shown = DisplayText.line(name, 80);
    return path.isEmpty() ? shown : path + "." + shown;
  }

  String path() {
    return path;
  }

  String place() {
    return place;
  }

  String place(String name) {
    return places.getOrDefault(name, place);
  }

  boolean has(String name) {
    return values.containsKey(name) && !isNull(values.get(name));
  }

  <T> @Nullable T value(Key<T> key) {
    return reading.value(key, given(key.name(), key.type().expected()));
  }

  /** The one value of a key, or null when there is none. */
  @Nullable RawValue given(String name, String expected) {
    var node = values.get(name);
    if (node == null || isNull(node)) {
      return null;
    }
    if (!(node instanceof ScalarNode scalar)) {
      reading.problem(key(name), expected, kind(node), reading.place(node));
      return null;
    }
    var text = reading.substituted(key(name), scalar.getValue(), reading.place(node));
    return text == null ? null : new RawValue(key(name), text, reading.place(node));
  }

  /** The members of a list of mappings. */
  List<Section> sections(String name) {
    var node = values.get(name);
    var sections = new ArrayList<Section>();
    if (node instanceof SequenceNode list) {
      for (var member : list.getValue()) {
        sections.add(of(reading, key(name) + "[" + sections.size() + "]", member));
      }
    } else if (node != null && !isNull(node)) {
      reading.problem(key(name), "a list", kind(node), reading.place(node));
    }
    return sections;
  }

  /** A mapping whose keys are not ours. */
  Map<String, RawValue> texts(String name) {
    var texts = new LinkedHashMap<String, RawValue>();
    var node = values.get(name);
    if (node != null && !isNull(node)) {
      var inner = of(reading, key(name), node);
      for (var key : inner.values.keySet()) {
        var given = inner.given(key, "one value");
        if (given != null) {
          texts.put(key, given);
        }
      }
    }
    return texts;
  }

  /** Names every key that is not among the known ones. */
  void knowsOnly(List<String> known, Map<String, String> belongsUnder) {
    for (var name : values.keySet()) {
      if (!known.contains(name)) {
        reading.problem(
            key(name),
            String.join(", ", known.subList(0, known.size() - 1))
                + " or "
                + known.get(known.size() - 1),
            "an unknown key" + SpellingHint.hint(name, known, belongsUnder),
            places.get(name));
      }
    }
  }

  private static boolean isNull(Node node) {
    return node instanceof ScalarNode scalar && Tag.NULL.equals(scalar.getTag());
  }

  private static String kind(Node node) {
    return switch (node.getNodeId()) {
      case mapping -> "keys with values";
      case sequence -> "a list";
      default ->
          node instanceof ScalarNode scalar
              ? DisplayText.quoted(scalar.getValue())
              : "something else";
    };
  }
}
