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
 * Entry point of the monitoring core. Takes driver reports and Kafka poll results with their
 * timestamps (the wall clock when live, the recorded time in a replay) and returns immutable
 * snapshots. Thread-safe; no call waits for input or output.
 */
public interface Monitor extends PollListener {
  /** How often {@link #evaluate} is due, live and in a replay. */
  Duration EVALUATION_INTERVAL = Duration.ofSeconds(15);

  /**
   * Stores a report that arrived at {@code at}.
   *
   * @return null if it was accepted; a refusal, without any change, if it exceeds a limit
   */
  Decoded.@Nullable Refused report(Report report, Instant at);

  /** Evaluates every alert and removes what has expired; due every {@link #EVALUATION_INTERVAL}. */
  void evaluate(Instant now);

  /** Removes a query that does not run, and everything that is known of it. */
  ForgetResult forget(QueryKey key, Instant now);

  /**
   * What is known at {@code now}: lag and signals as of now, alerts as of the last evaluation.
   * Changes nothing.
   */
  Snapshot snapshot(Instant now);

  /**
   * Counts and logs that an output could not show the values of a query.
   *
   * @return what that output shows instead
   */
  FailedQuery renderingFailed(QueryView query, Throwable cause);

  /** How the polls of each cluster go; costs nothing per query, unlike a snapshot. */
  default List<ClusterStatus> clusterStatus() {
    return snapshot(Instant.EPOCH).clusters();
  }
}
