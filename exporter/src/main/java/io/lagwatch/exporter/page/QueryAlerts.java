package io.lagwatch.exporter.page;

import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;
import java.util.stream.Stream;

/**
 * The alerts of one query.
 *
 * @param active firing alerts, then pending ones
 * @param all every alert that applies to the query
 */
record QueryAlerts(List<AlertItem> active, List<AlertRow> all) {
  static QueryAlerts of(QueryView query, Snapshot snapshot, Links links) {
    return new QueryAlerts(
        Stream.concat(AlertOrder.firing(query).stream(), query.alertStates().pending().stream())
            .map(alert -> AlertItem.of(alert, snapshot, links))
            .toList(),
        query.alertStates().all().stream()
            .map(alert -> AlertRow.of(alert, snapshot, links))
            .toList());
  }
}
