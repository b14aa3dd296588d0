package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.config.QueryRules;
import io.lagwatch.exporter.lag.RoutedOffsets;
import io.lagwatch.exporter.lag.SourcePosition;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.query.QueryKey;
import io.lagwatch.exporter.query.QueryRegistry;
import java.util.List;

/** Finds the Kafka cluster of each source of a query. Not thread-safe. */
final class QueryRouting {
  private final QueryRules settings;
  private final QueryRegistry registry;
  private final Clusters clusters;

  QueryRouting(QueryRules settings, QueryRegistry registry, Clusters clusters) {
    this.settings = settings;
    this.registry = registry;
    this.clusters = clusters;
  }

  /** The offsets for each source of a query. */
  RoutedOffsets of(String id) {
    return route(id, registry.positions(id));
  }

  /** The topics of a query that a poll of a cluster has to ask for. */
  TopicInterest interest(String id, String cluster) {
    List<SourcePosition> sources = registry.positions(id);
    return route(id, sources).interestIn(cluster, sources);
  }

  private RoutedOffsets route(String id, List<SourcePosition> sources) {
    QueryKey key = registry.settingsKey(id);
    return clusters
        .routing()
        .route(
            sources, source -> key == null ? null : settings.kafka(key.app(), key.query(), source));
  }
}
