package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.alert.AlertStatus;
import io.lagwatch.exporter.query.QueryKey;
import java.time.Duration;

/**
 * A query that the settings require and that has never reported. Immutable.
 *
 * @param age how long the exporter has waited for its first report
 * @param interval longest normal time until a run starts
 * @param alert the state of {@code RunMissed}
 */
public record MissingQuery(QueryKey key, Duration age, Duration interval, AlertStatus alert) {
  /** What outputs show in place of values. */
  public static final String REASON = "this query has never reported";
}
