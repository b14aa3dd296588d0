package io.lagwatch.exporter;

import io.lagwatch.exporter.config.SettingsReference;
import io.lagwatch.exporter.config.SettingsReference.ReferenceRow;
import java.util.ArrayList;
import java.util.List;

/** Formats the part of {@code --help} about the settings file and the environment. */
final class SettingsHelp {
  private static final int WIDTH = 78;
  private static final String INDENT = "      ";

  private SettingsHelp() {}

  static String[] lines() {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add("Environment variables (precedence: flag, environment variable, settings file):");
    for (var row : SettingsReference.rows()) {
      if (row.env() != null) {
        add(lines, row.env(), row.description());
      }
    }
    lines.add("");
    lines.add("Keys of the settings file, with their defaults:");
    for (var row : SettingsReference.rows()) {
      if (!"--config".equals(row.flag())) {
        add(lines, keyAndDefault(row), row.description());
      }
    }
    // Picocli formats these lines, so a percent sign must be escaped.
    return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
  }

  private static String keyAndDefault(ReferenceRow row) {
    return row.key() + (row.defaultText() == null ? "" : ": " + row.defaultText());
  }

  private static void add(List<String> lines, String term, String description) {
    lines.add("  " + term);
    var line = new StringBuilder(INDENT);
    for (var word : description.split(" ", -1)) {
      if (line.length() + word.length() > WIDTH) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder(INDENT);
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().stripTrailing());
  }
}
