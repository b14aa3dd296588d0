package io.lagwatch.exporter.page;

import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.watch.MissingQuery;
import io.lagwatch.exporter.watch.Snapshot;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page of a query that the exporter does not know or cannot evaluate.
 *
 * @param fault why a known query cannot be evaluated; null for a query that is not known
 */
record UnknownQuery(PageLayout layout, QueryKey key, @Nullable String fault) {
  static UnknownQuery of(Snapshot snapshot, QueryKey key, Links links) {
    String fault =
        Stream.concat(
                snapshot.failed().stream()
                    .filter(failed -> failed.key().equals(key))
                    .map(failed -> failed.failure().text()),
                snapshot.missing().stream()
                    .filter(missing -> missing.key().equals(key))
                    .map(missing -> MissingQuery.REASON))
            .findFirst()
            .orElse(null);
    return new UnknownQuery(
        PageLayout.of(
            (fault == null ? "Unknown query" : key.query()) + " · Lagwatch",
            links,
            List.of("query.css", PageLayout.LIVE),
            snapshot),
        key,
        fault);
  }
}
