package io.lagwatch.exporter.signal;

import org.jspecify.annotations.Nullable;

/**
 * Signals about the runs of a query.
 *
 * @param failing true if the last run failed and no batch has completed since
 * @param lost true if reports are missing although the query should be running
 * @param checkpointReplaced true if the query recently replaced a query with another id
 * @param checkpointShared true if two live runs use the same checkpoint
 */
public record QueryHealth(
    @Nullable Boolean failing,
    @Nullable Boolean lost,
    @Nullable Boolean checkpointReplaced,
    @Nullable Boolean checkpointShared) {

  /** No signal is known. */
  public static final QueryHealth UNKNOWN = new QueryHealth(null, null, null, null);
}
