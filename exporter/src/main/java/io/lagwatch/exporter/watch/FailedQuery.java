package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import java.util.List;

/**
 * A visible query that currently cannot be evaluated and so has no values. Immutable.
 *
 * @param alerts the alerts as they were before the failure
 */
public record FailedQuery(
    QueryKey key, String queryId, EvaluationFailure failure, List<AlertStatus> alerts) {
  public FailedQuery {
    alerts = List.copyOf(alerts);
  }
}
