package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A mapping of the settings file; the {@link SettingsReader} collects its problems. */
final class Section {
  private final SettingsReader reader;
  private final String path;
  private final String place;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Map<String, String> places = new LinkedHashMap<>();

  private Section(SettingsReader reader, String path, String place) {
    this.reader = reader;
    this.path = path;
    this.place = place;
  }

  /** An empty mapping, used if there is no file. */
  static Section empty(SettingsReader reader) {
    return new Section(reader, "", "");
  }

  static Section of(SettingsReader reader, String path, Node node) {
    var section = new Section(reader, path, reader.place(node));
    if (node instanceof MappingNode mapping) {
      for (var entry : mapping.getValue()) {
        section.add(entry.getKeyNode(), entry.getValueNode());
      }
    } else if (!isNull(node)) {
      reader.unexpected(
          path.isEmpty() ? "settings" : path, "keys with values", kind(node), section.place);
    }
    return section;
  }

  private void add(Node keyNode, Node value) {
    var at = reader.place(keyNode);
    if (!(keyNode instanceof ScalarNode scalar)) {
      reader.unexpected(path.isEmpty() ? "settings" : path, "a name as key", kind(keyNode), at);
    } else if (values.putIfAbsent(scalar.getValue(), value) != null) {
      reader.problem(
          key(scalar.getValue()),
          "this key is given twice, first at " + places.get(scalar.getValue()),
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

  <T> @Nullable T value(SettingKey<T> key) {
    return reader.value(key(key.name()), key, rawValue(key.name(), key.type().expected()));
  }

  /** The value of a key that is a list, or one text with the members separated by commas. */
  @Nullable String list(SettingKey<String> key) {
    var node = values.get(key.name());
    if (!(node instanceof SequenceNode members)
        || !members.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      return value(key);
    }
    var texts =
        members.getValue().stream()
            .map(member -> ((ScalarNode) member).getValue())
            .collect(Collectors.joining(","));
    var place = reader.place(node);
    var text = reader.substituted(key(key.name()), texts, place);
    return reader.value(
        key(key.name()),
        key,
        text == null || texts.isEmpty() ? null : RawValue.ofFile(key(key.name()), text, place));
  }

  /** Whether the value of a key is keys with values. */
  boolean isMapping(String name) {
    return values.get(name) instanceof MappingNode;
  }

  /** The text of a key, or null when there is none. */
  @Nullable RawValue rawValue(String name, String expected) {
    var node = values.get(name);
    if (node == null || isNull(node)) {
      return null;
    }
    if (!(node instanceof ScalarNode scalar)) {
      reader.unexpected(key(name), expected, kind(node), reader.place(node));
      return null;
    }
    var text = reader.substituted(key(name), scalar.getValue(), reader.place(node));
    return text == null ? null : RawValue.ofFile(key(name), text, reader.place(node));
  }

  /** The members of a list of mappings. */
  List<Section> sections(String name) {
    var node = values.get(name);
    var sections = new ArrayList<Section>();
    if (node instanceof SequenceNode list) {
      for (var member : list.getValue()) {
        sections.add(of(reader, key(name) + "[" + sections.size() + "]", member));
      }
    } else if (node != null && !isNull(node)) {
      reader.unexpected(key(name), "a list", kind(node), reader.place(node));
    }
    return sections;
  }

  /** A mapping whose keys are not settings of the exporter, such as Kafka properties. */
  Map<String, RawValue> texts(String name) {
    var texts = new LinkedHashMap<String, RawValue>();
    var node = values.get(name);
    if (node != null && !isNull(node)) {
      var inner = of(reader, key(name), node);
      for (var key : inner.values.keySet()) {
        var given = inner.rawValue(key, "one value");
        if (given != null) {
          texts.put(key, given);
        }
      }
    }
    return texts;
  }

  /**
   * Reports every key that is not known.
   *
   * @param belongsUnder keys of other places, with the place
   */
  void rejectUnknownKeys(List<String> known, Map<String, String> belongsUnder) {
    for (var name : values.keySet()) {
      if (!known.contains(name)) {
        var hint = SpellingHint.hint(name, known, belongsUnder);
        reader.problem(
            key(name),
            "unknown key"
                + (hint.isEmpty() ? "; the keys here are " + String.join(", ", known) : hint),
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
