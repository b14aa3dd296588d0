package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.config.Glob;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.QueryView;
import java.util.Set;
import java.util.TreeSet;

/** Chooses queries by name or id, and remembers what it did not choose. Not thread-safe. */
final class QueryFilter {
  /** More names would not help in a message. */
  private static final int NAMED = 10;

  private final Glob pattern;
  private final Set<String> others = new TreeSet<>();
  private boolean found;

  QueryFilter(Glob pattern) {
    this.pattern = pattern;
  }

  boolean matches(QueryView query) {
    return matches(query.key(), query.identity().queryId());
  }

  boolean matches(QueryKey key, String queryId) {
    boolean matches = pattern.matches(key.query()) || pattern.matches(queryId);
    found |= matches;
    if (!matches && others.size() < NAMED) {
      others.add(key.query());
    }
    return matches;
  }

  /** Whether there was a query, and none of them was chosen. */
  boolean excludedAll() {
    return !found && !others.isEmpty();
  }

  /** Names of queries that were not chosen, at most {@value #NAMED}. */
  Set<String> others() {
    return Set.copyOf(others);
  }
}
