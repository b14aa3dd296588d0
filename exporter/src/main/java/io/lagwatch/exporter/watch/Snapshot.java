package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.signal.Signals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known at one moment; what metrics, pages and the API are made of. Immutable.
 *
 * @param queries ordered by key; keys are unique
 * @param failed queries that cannot be evaluated now, ordered by key; none of them is in queries
 * @param clusters ordered as in the settings
 */
public record Snapshot(
    Instant at, List<Query> queries, List<FailedQuery> failed, List<Cluster> clusters) {
  public Snapshot {
    queries = List.copyOf(queries);
    failed = List.copyOf(failed);
    clusters = List.copyOf(clusters);
  }

  /** The query with these labels; null when there is none. */
  public @Nullable Query query(QueryKey key) {
    return queries.stream()
        .filter(query -> query.facts().identity().key().equals(key))
        .findFirst()
        .orElse(null);
  }

  /**
   * One query.
   *
   * @param alerts every rule that applies to the query, inactive ones included
   * @param arrivalPerSecond topic to records per second over the last polls; a topic is absent
   *     while the rate is unknown
   */
  public record Query(
      QueryFacts facts,
      Signals signals,
      List<AlertStatus> alerts,
      QuerySettings settings,
      Map<String, Double> arrivalPerSecond) {
    public Query {
      alerts = List.copyOf(alerts);
      arrivalPerSecond = Map.copyOf(arrivalPerSecond);
    }
  }

  /**
   * One Kafka cluster.
   *
   * @param up whether the last poll was answered; null before the first poll ended
   * @param lastPollAt when the last answered poll ended; null before
   * @param lastPollDuration of the last poll, answered or not; null before
   * @param errors failures so far by kind
   */
  public record Cluster(
      String name,
      @Nullable Boolean up,
      @Nullable Instant lastPollAt,
      @Nullable Duration lastPollDuration,
      Map<String, Long> errors,
      @Nullable String lastError) {
    public Cluster {
      errors = Map.copyOf(errors);
    }
  }
}
