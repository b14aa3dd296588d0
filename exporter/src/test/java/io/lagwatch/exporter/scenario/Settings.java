package io.lagwatch.exporter.scenario;

import io.lagwatch.exporter.config.QuerySettings;
import java.util.List;

/**
 * The entries under {@code queries:} that a timeline is to be watched with; the first match wins.
 */
record Settings(List<Entry> entries) {
  /** One entry; {@code match} is a query's name or a part of it before a {@code *}. */
  record Entry(String match, QuerySettings settings) {
    boolean matches(String query) {
      return match.endsWith("*")
          ? query.startsWith(match.substring(0, match.length() - 1))
          : query.equals(match);
    }
  }

  Settings {
    entries = List.copyOf(entries);
  }

  QuerySettings of(String query) {
    return entries.stream()
        .filter(entry -> entry.matches(query))
        .map(Entry::settings)
        .findFirst()
        .orElse(QuerySettings.DEFAULTS);
  }
}
