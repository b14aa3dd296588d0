package io.lagwatch.exporter.page;

import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;

/** The page of a query that the exporter does not know. */
final class UnknownQuery {
  private static final String SENTENCE = "No query of this name is known";

  private final Html html = new Html();
  private final Links links;

  UnknownQuery(Links links) {
    this.links = links;
  }

  String page(Snapshot snapshot, QueryKey key) {
    return new PageLayout(html, links)
        .page(
            "No such query · Lagwatch",
            List.of("query.css", PageLayout.LIVE),
            snapshot,
            page -> content(key));
  }

  private void content(QueryKey key) {
    html.element("h1", SENTENCE, "data-said", SENTENCE);
    html.open("p", "class", "lead").text("Nothing has reported a query ");
    html.element("b", key.query()).text(" of the application ").element("b", key.app());
    html.text(", or not for so long that it was forgotten (see retention in the settings).");
    html.close();
    html.open("p").element("a", "All queries", "href", links.overview()).close();
  }
}
