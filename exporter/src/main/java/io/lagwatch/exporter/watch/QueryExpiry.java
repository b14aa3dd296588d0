package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertPhase;
import io.lagwatch.exporter.alert.Rules;
import io.lagwatch.exporter.config.RunThresholds;
import io.lagwatch.exporter.history.Sample;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.query.QueryFacts;
import io.lagwatch.exporter.query.QueryRegistry;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides how long a query that ended or was lost stays visible. Not thread-safe. */
final class QueryExpiry {
  /**
   * Longer than Kafka's default retention of seven days, so that the loss of records is predicted
   * until it happens.
   */
  private static final Duration KEPT_WITH_UNREAD_RECORDS = Duration.ofDays(8);

  private final QueryRegistry registry;
  private final MonitoredQueries queries;
  private final Duration retention;

  /**
   * @param retention of queries without a setting of their own
   */
  QueryExpiry(QueryRegistry registry, MonitoredQueries queries, Duration retention) {
    this.registry = registry;
    this.queries = queries;
    this.retention = retention;
  }

  /**
   * Removes a query whose time is over. One with an alert that does not resolve by itself stays: an
   * alert must not resolve because its query expired.
   *
   * @param sample null if the query could not be evaluated
   */
  void expire(String id, @Nullable Sample sample, Instant now) {
    if (hasAlert(id)) {
      return;
    }
    if (sample == null) {
      registry.expire(id, retention, now);
      return;
    }
    RunThresholds runs = queries.settingsFor(sample.facts()).runs();
    if (runs.keep() != null || !mayLoseRecords(sample.facts(), now)) {
      registry.expire(id, runs.keptFor(retention), now);
    }
  }

  private boolean hasAlert(String id) {
    return queries.hasAlert(
        id,
        status -> status.state() != AlertPhase.INACTIVE && !Rules.resolvesByItself(status.alert()));
  }

  /** Returns true if the query has unread records that Kafka may delete. */
  private static boolean mayLoseRecords(QueryFacts facts, Instant now) {
    Long unread = facts.lag().records();
    return facts.lag().basis() == QueryLag.Basis.BROKER
        && unread != null
        && unread > 0
        && now.isBefore(facts.run().lastReportAt().plus(KEPT_WITH_UNREAD_RECORDS));
  }
}
