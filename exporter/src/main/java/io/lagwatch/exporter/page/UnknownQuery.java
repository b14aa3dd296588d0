package io.lagwatch.exporter.page;

import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;

/** The page of a query that the exporter does not know. */
record UnknownQuery(PageLayout layout, QueryKey key) {
  static UnknownQuery of(Snapshot snapshot, QueryKey key, Links links) {
    return new UnknownQuery(
        PageLayout.of(
            "Unknown query · Lagwatch", links, List.of("query.css", PageLayout.LIVE), snapshot),
        key);
  }
}
