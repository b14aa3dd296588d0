package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.watch.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * The row of one query.
 *
 * @param dataKey identifies the row; the same after a refresh of the page
 * @param style severity of the worst alert that fires; may be empty
 * @param fault why there are no cells; null when there are
 * @param cells null when the query could not be evaluated
 */
record OverviewRow(
    String query,
    String app,
    String href,
    String dataKey,
    String style,
    @Nullable String fault,
    @Nullable OverviewCells cells) {

  /**
   * An alert beside the state.
   *
   * @param icon null for a pending alert
   */
  record Badge(String style, String text, @Nullable StateIcon icon) {}

  /** A query that cannot be shown affects no other row. */
  static OverviewRow of(
      OverviewQuery query, Snapshot snapshot, History history, RenderingFailures failures) {
    var view = query.view();
    if (view == null) {
      return row(query, query.fault(), null);
    }
    try {
      return row(query, null, OverviewCells.of(view, query.firing(), snapshot, history));
    } catch (RuntimeException | StackOverflowError e) {
      return row(query, failures.failed(view, e).failure().text(), null);
    }
  }

  private static OverviewRow row(
      OverviewQuery query, @Nullable String fault, @Nullable OverviewCells cells) {
    var key = query.key();
    var style = query.firing().isEmpty() ? "" : StateIcon.of(query.firing().get(0)).style();
    return new OverviewRow(
        key.query(),
        key.app(),
        new Links("").query(key),
        key.app() + '\n' + key.query(),
        style,
        fault,
        cells);
  }
}
