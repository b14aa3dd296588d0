package io.lagwatch.exporter.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** One reading of the settings: the environment for substitution, and what is wrong so far. */
final class SettingsReader {
  /** {@code ${VAR}}, {@code ${VAR:-default}}; {@code $$} in front keeps it as it stands. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(\\$\\{)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

  private final String fileName;
  private final Map<String, String> environment;
  private final List<Problem> problems = new ArrayList<>();

  SettingsReader(String fileName, Map<String, String> environment) {
    this.fileName = fileName;
    this.environment = environment;
  }

  String place(Node node) {
    return fileName + ":" + (node.getStartMark().getLine() + 1);
  }

  void problem(String key, String expected, String found, @Nullable String place) {
    problems.add(new Problem(key, expected, found, place));
  }

  List<Problem> problems() {
    return problems;
  }

  /** The value a key's type makes of what was given, the default when nothing or nonsense was. */
  <T> @Nullable T value(Key<T> key, @Nullable RawValue given) {
    if (given == null) {
      return key.defaultValue();
    }
    var value = key.type().parse(given.text());
    if (value == null) {
      problem(given.key(), key.type().expected(), key.type().shown(given.text()), given.place());
      return key.defaultValue();
    }
    return value;
  }

  /**
   * The text with variables replaced, or null when nothing is left of it: an empty variable is one
   * that is not set.
   */
  @Nullable String substituted(String key, String text, String place) {
    var matcher = VARIABLE.matcher(text);
    var out = new StringBuilder();
    boolean replaced = false;
    while (matcher.find()) {
      replaced = true;
      matcher.appendReplacement(out, Matcher.quoteReplacement(replacement(key, place, matcher)));
    }
    matcher.appendTail(out);
    return replaced && out.isEmpty() ? null : out.toString();
  }

  private String replacement(String key, String place, Matcher matcher) {
    if (matcher.group(1) != null) {
      return matcher.group(1);
    }
    var name = matcher.group(2);
    var value = environment.get(name);
    if (value != null && !value.isEmpty()) {
      return value;
    }
    var instead = matcher.group(3);
    if (instead == null) {
      problem(key, "the environment variable " + name + " to be set", "nothing", place);
      return "";
    }
    return instead;
  }
}
