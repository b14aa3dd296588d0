package io.lagwatch.exporter.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table with one row per query. Immutable.
 *
 * @param cut how many rows are shown when not all are; else null
 */
record OverviewTable(List<SortHeading> headings, List<OverviewRow> rows, @Nullable String cut) {
  /** More rows than a person reads, and as many as a browser lays out without delay. */
  private static final int MAX_ROWS = 500;

  /**
   * A heading of a column.
   *
   * @param href URL of the page sorted by it; null for a column that cannot be sorted by
   * @param sorted ascending or descending when the table is sorted by it; else null
   */
  record SortHeading(String label, String style, @Nullable String href, @Nullable String sorted) {
    static SortHeading of(@Nullable OverviewColumn column, OverviewSelection selection) {
      boolean descending = (column == null || column.isDescending()) != selection.reversed();
      return new SortHeading(
          column == null ? "State, worst first" : column.label(),
          column == null || !column.isDescending() ? "" : "number",
          selection.sortedBy(column),
          selection.sort() != column ? null : descending ? "descending" : "ascending");
    }
  }

  static OverviewTable of(
      List<OverviewQuery> shown,
      OverviewSelection selection,
      Function<OverviewQuery, OverviewRow> row) {
    var rows = shown.subList(0, Math.min(MAX_ROWS, shown.size()));
    return new OverviewTable(
        headings(selection),
        rows.stream().map(row).toList(),
        rows.size() < shown.size()
            ? "The first " + rows.size() + " are shown. Use the filter to see others."
            : null);
  }

  private static List<SortHeading> headings(OverviewSelection selection) {
    var headings = new ArrayList<SortHeading>();
    headings.add(SortHeading.of(OverviewColumn.QUERY, selection));
    headings.add(SortHeading.of(null, selection));
    headings.add(SortHeading.of(OverviewColumn.LAG, selection));
    headings.add(SortHeading.of(OverviewColumn.BEHIND, selection));
    headings.add(new SortHeading("Lag, last hour", "wide", null, null));
    for (var column :
        List.of(
            OverviewColumn.INPUT,
            OverviewColumn.PROCESSED,
            OverviewColumn.BATCH,
            OverviewColumn.WATERMARK,
            OverviewColumn.STATE_ROWS)) {
      headings.add(SortHeading.of(column, selection));
    }
    return headings;
  }
}
