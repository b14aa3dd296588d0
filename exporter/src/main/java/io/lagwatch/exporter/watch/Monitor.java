package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.ingest.Decoded;
import io.lagwatch.exporter.ingest.Report;
import io.lagwatch.exporter.lag.PollListener;
import io.lagwatch.exporter.query.ForgetResult;
import io.lagwatch.exporter.query.QueryKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entry point of the monitoring core. Its input is driver reports and Kafka poll results with their
 * times: the wall clock, or the recorded time in a replay. Its output is immutable snapshots.
 * Thread-safe; no call waits for input or output.
 */
public interface Monitor extends PollListener {
  /** How often {@link #evaluate} is called, live and in a replay. */
  Duration EVALUATION_INTERVAL = Duration.ofSeconds(15);

  /**
   * Stores a report that arrived at {@code at}.
   *
   * @return null if it was accepted; the error if it exceeds a limit and was rejected without any
   *     change
   */
  Decoded.@Nullable Refused report(Report report, Instant at);

  /**
   * Evaluates all alerts and removes expired queries. Called every {@link #EVALUATION_INTERVAL}.
   */
  void evaluate(Instant now);

  /** Removes a query that is not running, with all its data. */
  ForgetResult forget(QueryKey key, Instant now);

  /**
   * Returns the state at {@code now}: lag and signals at that time, alerts of the last evaluation.
   * Changes nothing.
   */
  Snapshot snapshot(Instant now);

  /**
   * Counts and logs that an output could not show the values of a query.
   *
   * @return the failure that the output shows instead
   */
  FailedQuery renderingFailed(QueryView query, Throwable cause);

  /**
   * Returns the state of the polls of each cluster. Unlike a snapshot, it does no work per query.
   */
  default List<ClusterStatus> clusterStatus() {
    return snapshot(Instant.EPOCH).clusters();
  }
}
