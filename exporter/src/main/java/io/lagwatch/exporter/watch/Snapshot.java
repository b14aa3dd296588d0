package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.query.QueryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known at one time; metrics, pages and the API are made of it. Immutable.
 *
 * @param queries ordered by key; keys are unique
 * @param failed queries that cannot be evaluated now, ordered by key; none of them is in queries
 * @param clusters ordered as in the settings
 */
public record Snapshot(
    Instant at, List<QueryView> queries, List<FailedQuery> failed, List<ClusterStatus> clusters) {
  public Snapshot {
    queries = List.copyOf(queries);
    failed = List.copyOf(failed);
    clusters = List.copyOf(clusters);
  }

  /** The query with these labels; null when there is none. */
  public @Nullable QueryView query(QueryKey key) {
    return queries.stream().filter(query -> query.key().equals(key)).findFirst().orElse(null);
  }

  /** How long before this snapshot {@code time} was; negative when it is after it. */
  public Duration age(Instant time) {
    return Duration.between(time, at);
  }
}
