package io.lagwatch.exporter.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form that filters queries. Immutable.
 *
 * @param apps every application, by name
 * @param sort parameter of the column that is sorted by; null for worst first
 * @param count how many queries are shown; empty when all are
 */
record OverviewFilter(
    String text,
    String app,
    List<String> apps,
    @Nullable String sort,
    boolean reversed,
    String count) {
  static OverviewFilter of(OverviewSelection selection, List<OverviewQuery> all, int shown) {
    var sort = selection.sort();
    return new OverviewFilter(
        selection.text(),
        selection.app(),
        all.stream().map(query -> query.key().app()).distinct().sorted().toList(),
        sort == null ? null : sort.parameter(),
        selection.reversed(),
        selection.isFiltered() ? shown + " of " + all.size() + " queries" : "");
  }
}
