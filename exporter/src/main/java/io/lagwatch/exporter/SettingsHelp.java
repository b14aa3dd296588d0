package io.lagwatch.exporter;

import io.lagwatch.exporter.config.SettingsReference;
import io.lagwatch.exporter.config.SettingsReference.Row;
import java.util.ArrayList;

/** What {@code --help} says of the settings file and the environment. */
final class SettingsHelp {
  private SettingsHelp() {}

  static String[] lines() {
    var lines = new ArrayList<String>();
    lines.add("");
    lines.add("Environment variables (a flag wins over them, they over the file):");
    SettingsReference.rows().stream()
        .filter(row -> row.env() != null)
        .forEach(row -> lines.add("  " + row.env() + ": " + row.meaning()));
    lines.add("");
    lines.add("Keys of the settings file, with their defaults:");
    SettingsReference.rows().stream()
        .filter(row -> !"--config".equals(row.flag()))
        .forEach(row -> lines.add("  " + keyAndDefault(row) + "  " + row.meaning()));
    // Picocli formats these lines: a bare percent sign would be a directive.
    return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
  }

  private static String keyAndDefault(Row row) {
    return row.key() + (row.standard() == null ? "" : ": " + row.standard());
  }
}
