package io.lagwatch.exporter.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * @param kafka which Kafka cluster its sources read
   */
  public record QueryRule(Glob match, Glob app, QuerySettings settings, SourceClusters kafka) {
    /** An entry that does not set the Kafka cluster of a source. */
    public QueryRule(Glob match, Glob app, QuerySettings settings) {
      this(match, app, settings, SourceClusters.NONE);
    }

    /** Whether the entry matches the query. The first matching entry applies. */
    boolean covers(String appName, String queryName) {
      return match.matches(queryName) && app.matches(appName);
    }
  }

  /** The name of the Kafka cluster that the entry of a query names for a source, or null. */
  public @Nullable String kafka(String appName, String queryName, int source) {
    return rules.stream()
        .filter(rule -> rule.covers(appName, queryName))
        .findFirst()
        .map(rule -> rule.kafka().of(source))
        .orElse(null);
  }

  /** The settings of a query: those of the first matching entry, else the defaults. */
  public QuerySettings resolve(String appName, String queryName) {
    return rules.stream()
        .filter(rule -> rule.covers(appName, queryName))
        .findFirst()
        .map(QueryRule::settings)
        .orElse(QuerySettings.DEFAULTS);
  }
}
