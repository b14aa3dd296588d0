package io.lagwatch.exporter.page;

import io.lagwatch.exporter.advice.Advice;
import io.lagwatch.exporter.advice.Advisor;
import io.lagwatch.exporter.history.QueryHistory;
import io.lagwatch.exporter.watch.QueryView;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;

/**
 * The page of one query: its state in a sentence, the active alerts, recommendations, then the last
 * hour. It is complete without JavaScript. Then each chart is a small line and a sentence.
 */
record QueryPage(
    PageLayout layout,
    QueryHead head,
    QueryAlerts alerts,
    List<Advice> advice,
    Charts charts,
    QueryTables tables) {
  private static final List<String> FILES =
      List.of("uPlot.min.css", "query.css", "uPlot.iife.min.js", "charts.js", PageLayout.LIVE);

  /**
   * The page of a query.
   *
   * @param history of this query
   * @param json the same for the charts
   * @param links from the page's URL
   * @param allPartitions whether to list all partitions
   */
  static QueryPage of(
      Snapshot snapshot,
      QueryView query,
      QueryHistory history,
      String json,
      Links links,
      boolean allPartitions) {
    int firing = query.alertStates().firing().size();
    var title = query.key().query() + " · Lagwatch";
    return new QueryPage(
        PageLayout.of(firing == 0 ? title : "(" + firing + ") " + title, links, FILES, snapshot),
        QueryHead.of(query, snapshot, links),
        QueryAlerts.of(query, snapshot, links),
        Advisor.of(query, history),
        Charts.of(query, history, snapshot.at(), json, links),
        QueryTables.of(query, history, snapshot, allPartitions));
  }
}
