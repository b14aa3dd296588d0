package io.lagwatch.exporter.config;

import io.lagwatch.exporter.text.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Parses values, replaces environment variables in them, and collects the problems and the
 * effective settings. Used for one load; not thread-safe.
 */
final class SettingsReader {
  private static final String NOT_SET = "not set";
  private static final String DEFAULT = "default";
  private static final int MAX_VALUE_LENGTH = 200;

  /** {@code ${VAR}}, {@code ${VAR:-default}}; {@code $$} in front keeps it as it is. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(\\$\\{)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?}");

  private final String fileName;
  private final Map<String, String> environment;
  private final List<Problem> problems = new ArrayList<>();
  private final List<EffectiveSetting> effective = new ArrayList<>();

  SettingsReader(String fileName, Map<String, String> environment) {
    this.fileName = fileName;
    this.environment = environment;
  }

  String place(Node node) {
    return fileName + ":" + (node.getStartMark().getLine() + 1);
  }

  /** A value that is not of the expected form. */
  void unexpected(String key, String expected, String found, @Nullable String place) {
    problem(key, "expected " + expected + ", found " + found, place);
  }

  void problem(String key, String message, @Nullable String place) {
    problems.add(new Problem(key, message, place));
  }

  List<Problem> problems() {
    return problems;
  }

  List<EffectiveSetting> effective() {
    return effective;
  }

  /**
   * The parsed value, or the default when none was given or it is invalid.
   *
   * @param path of the key, as the effective settings show it
   */
  <T> @Nullable T value(String path, SettingKey<T> key, @Nullable RawValue given) {
    var value = given == null ? null : key.type().parse(given.text());
    if (given == null || value == null) {
      if (given != null) {
        unexpected(
            given.key(), key.type().expected(), key.type().shown(given.text()), given.place());
      }
      addDefault(path, key);
      return key.defaultValue();
    }
    var defaultValue = key.defaultValue();
    // A pattern equals no other pattern, but its text does.
    boolean isDefault = defaultValue != null && value.toString().equals(defaultValue.toString());
    add(path, shown(given.text(), key.type().secret()), given.origin(), isDefault);
    return value;
  }

  void addDefault(String path, SettingKey<?> key) {
    add(path, key.defaultText() == null ? NOT_SET : key.defaultText(), DEFAULT, true);
  }

  /** A property for the Kafka client. */
  void addProperty(RawValue given, boolean secret) {
    add(given.key(), shown(given.text(), secret), given.origin(), false);
  }

  private static String shown(String text, boolean secret) {
    return secret ? Secrets.MASK : DisplayText.line(Secrets.masked(text), MAX_VALUE_LENGTH);
  }

  private void add(String path, String value, String origin, boolean isDefault) {
    effective.add(new EffectiveSetting(path, value, origin, isDefault));
  }

  /**
   * The text with variables replaced, or null when nothing is left of it: an empty variable counts
   * as not set.
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
    var fallback = matcher.group(3);
    if (fallback == null) {
      problem(
          key,
          "the environment variable %s is not set; set it, or write ${%s:-default}"
              .formatted(name, name),
          place);
      return "";
    }
    return fallback;
  }
}
