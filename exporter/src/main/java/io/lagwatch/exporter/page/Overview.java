package io.lagwatch.exporter.page;

import io.lagwatch.exporter.history.History;
import io.lagwatch.exporter.text.Times;
import io.lagwatch.exporter.watch.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page at {@code /}: whether anything is wrong, the firing alerts, then every query, worst
 * first. Complete without JavaScript; a script from the jar refreshes it where scripts run.
 *
 * @param firing firing alerts, limited so that the table of queries stays visible
 * @param moreFiring how many other alerts fire; null when there are none
 * @param table null when there is no query
 */
record Overview(
    PageLayout layout,
    OverviewHeadline headline,
    Instant at,
    List<FiringAlert> firing,
    @Nullable String moreFiring,
    OverviewFilter filter,
    @Nullable OverviewTable table) {

  private static final int MAX_FIRING = 12;

  static Overview of(
      Snapshot snapshot, History history, OverviewSelection selection, RenderingFailures failures) {
    var all =
        Stream.of(
                snapshot.queries().stream()
                    .map(query -> OverviewQuery.of(query, selection.sort(), failures)),
                snapshot.failed().stream().map(OverviewQuery::of),
                snapshot.missing().stream().map(OverviewQuery::of))
            .flatMap(queries -> queries)
            .toList();
    var headline = OverviewHeadline.of(all);
    var links = new Links("");
    var firing = FiringAlert.of(all, snapshot, links);
    var shown = selection.of(all);
    return new Overview(
        PageLayout.of(
            headline.firing() == 0 ? "Lagwatch" : "(" + headline.firing() + ") Lagwatch",
            links,
            List.of("overview.css", PageLayout.LIVE),
            snapshot),
        headline,
        snapshot.at(),
        firing.stream().limit(MAX_FIRING).toList(),
        firing.size() <= MAX_FIRING
            ? null
            : firing.size()
                - MAX_FIRING
                + " more alerts fire. Their queries are the first in the table.",
        OverviewFilter.of(selection, all, shown.size()),
        all.isEmpty()
            ? null
            : OverviewTable.of(
                shown, selection, query -> OverviewRow.of(query, snapshot, history, failures)));
  }

  /** The time of the snapshot, as text. */
  String asOf() {
    return Times.utc(at);
  }
}
