package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.query.QueryKey;
import org.jspecify.annotations.Nullable;

/**
 * The labels and ids of a query. Immutable.
 *
 * @param key the labels of every time series of the query
 * @param queryId Spark's id of the query, kept in the checkpoint
 * @param runId Spark's id of the current run
 * @param name Spark's name of the query; null if it has none
 * @param checkpoint location of the checkpoint without credentials; null if the listener could not
 *     read it
 * @param replacedQueryId id of the query that had these labels before; null if there was none
 * @param otherLiveRunId id of a second run of this query that also reports; null if there is none
 */
public record IdentityView(
    QueryKey key,
    String queryId,
    String runId,
    @Nullable String name,
    ApplicationView application,
    @Nullable String checkpoint,
    @Nullable String replacedQueryId,
    @Nullable String otherLiveRunId) {

  /**
   * The Spark application that the query belongs to.
   *
   * @param sparkVersion null if not reported
   * @param host host of the driver; null if not reported
   */
  public record ApplicationView(
      String id, String name, @Nullable String sparkVersion, @Nullable String host) {}
}
