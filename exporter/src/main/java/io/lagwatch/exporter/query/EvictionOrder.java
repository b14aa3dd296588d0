package io.lagwatch.exporter.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The order in which queries that are over are removed when there is no room for others: finished
 * ones, then stopped ones, then those that failed or are lost. One with a firing alert is removed
 * last, because an alert must not disappear for lack of room.
 */
final class EvictionOrder {
  private EvictionOrder() {}

  /**
   * The queries that may be removed, the first one first.
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
