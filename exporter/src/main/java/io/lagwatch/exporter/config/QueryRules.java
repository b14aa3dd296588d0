package io.lagwatch.exporter.config;

import java.util.List;

/** The entries under {@code queries:}, in their order. */
public record QueryRules(List<QueryRule> rules) {
  /** No entry: every query has the defaults. */
  public static final QueryRules NONE = new QueryRules(List.of());

  public QueryRules {
    rules = List.copyOf(rules);
  }

  /**
   * One entry.
   *
   * @param match for the query's name, or its id when it has none
   * @param app for the application's name
   * @param settings the entry's values over the defaults
   */
  public record QueryRule(Glob match, Glob app, QuerySettings settings) {
    /** Whether the entry is the query's, if none before it is. */
    boolean covers(String appName, String queryName) {
      return match.matches(queryName) && app.matches(appName);
    }
  }

  /** What is expected of a query: the first entry that matches, else the defaults. */
  public QuerySettings resolve(String appName, String queryName) {
    return rules.stream()
        .filter(rule -> rule.covers(appName, queryName))
        .findFirst()
        .map(QueryRule::settings)
        .orElse(QuerySettings.DEFAULTS);
  }
}
