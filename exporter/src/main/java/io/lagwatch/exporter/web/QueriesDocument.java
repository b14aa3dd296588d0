package io.lagwatch.exporter.web;

import com.fasterxml.jackson.databind.util.RawValue;
import io.lagwatch.exporter.watch.ClusterStatus;
import io.lagwatch.exporter.watch.FailedQuery;
import io.lagwatch.exporter.watch.MissingQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All queries at one time. Immutable.
 *
 * @param queries the JSON of each {@link QueryDocument}, without partitions
 * @param failed queries that the exporter currently cannot evaluate
 * @param missing required queries that have never reported
 * @param kafka the clusters
 */
record QueriesDocument(
    Instant at,
    List<RawValue> queries,
    List<Failed> failed,
    List<Missing> missing,
    List<ClusterHealth> kafka) {

  /** A required query that has never reported; {@code expectedEvery} includes the grace. */
  record Missing(String app, String query, Duration age, Duration expectedEvery, String reason) {
    static Missing of(MissingQuery missing) {
      return new Missing(
          missing.key().app(),
          missing.key().query(),
          missing.age(),
          missing.interval(),
          MissingQuery.REASON);
    }
  }

  /** A query that cannot be evaluated, and the reason. */
  record Failed(String app, String query, String id, String reason) {
    static Failed of(FailedQuery failed) {
      return new Failed(
          failed.key().app(), failed.key().query(), failed.queryId(), failed.failure().text());
    }
  }

  /** The state of the polls of one Kafka cluster. {@code errors} are counts by kind. */
  record ClusterHealth(
      String name,
      @Nullable Boolean up,
      @Nullable Instant lastPollAt,
      @Nullable Duration lastPollSeconds,
      @Nullable String lastError,
      Map<String, Long> errors,
      @Nullable String clusterId,
      List<String> brokers) {
    static ClusterHealth of(ClusterStatus cluster) {
      return new ClusterHealth(
          cluster.name(),
          cluster.up(),
          cluster.lastPollAt(),
          cluster.lastPollDuration(),
          cluster.lastError(),
          new TreeMap<>(cluster.errors()),
          cluster.clusterId(),
          cluster.brokers());
    }
  }
}
