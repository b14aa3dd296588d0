package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.query.QueryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All queries and clusters at one time. Metrics, pages and the API are built from it. Immutable.
 *
 * @param queries the queries, ordered by their unique key
 * @param failed queries that currently cannot be evaluated, ordered by key. They are not in {@code
 *     queries}
 * @param missing required queries that have never reported, ordered by key
 * @param clusters the clusters, in the order of the settings
 */
public record Snapshot(
    Instant at,
    List<QueryView> queries,
    List<FailedQuery> failed,
    List<MissingQuery> missing,
    List<ClusterStatus> clusters) {
  public Snapshot {
    queries = List.copyOf(queries);
    failed = List.copyOf(failed);
    missing = List.copyOf(missing);
    clusters = List.copyOf(clusters);
  }

  /** Returns the query with these labels; null if there is none. */
  public @Nullable QueryView query(QueryKey key) {
    return queries.stream().filter(query -> query.key().equals(key)).findFirst().orElse(null);
  }

  /** Returns the time from {@code time} to this snapshot; negative if {@code time} is later. */
  public Duration age(Instant time) {
    return Duration.between(time, at);
  }
}
