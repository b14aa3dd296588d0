package io.lagwatch.exporter.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The order in which ended and lost queries are removed when the capacity is exceeded. Queries
 * whose trigger ends by itself come first, then other stopped ones, then failed and lost ones.
 * Queries with a firing alert come last, because a firing alert must not disappear for lack of
 * capacity.
 */
final class EvictionOrder {
  private EvictionOrder() {}

  /**
   * Returns the queries that may be removed, in the order of removal.
   *
   * @param firing ids of queries with a firing alert
   */
  static List<QueryEntry> of(
      Collection<QueryEntry> entries, Function<QueryEntry, QueryState> state, Set<String> firing) {
    return entries.stream()
        .filter(entry -> state.apply(entry).isOver())
        .sorted(
            Comparator.comparing((QueryEntry entry) -> firing.contains(entry.queryId()))
                .thenComparing(entry -> rank(entry, state.apply(entry)))
                .thenComparing(QueryEntry::lastReportAt))
        .toList();
  }

  private static int rank(QueryEntry entry, QueryState state) {
    if (state != QueryState.STOPPED) {
      return 2;
    }
    return entry.trigger().endsByItself() ? 0 : 1;
  }
}
