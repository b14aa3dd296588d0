package io.lagwatch.exporter.watch;

import io.lagwatch.exporter.query.QueryKey;
import org.jspecify.annotations.Nullable;

/**
 * Which query this is.
 *
 * @param key the labels of every series of the query
 * @param queryId Spark's id of the query, kept in the checkpoint
 * @param runId Spark's id of the current run
 * @param name as given to Spark; null when it has none
 * @param checkpoint location of the checkpoint without credentials; null when the listener could
 *     not read it
 * @param replacedQueryId id of the query that had these labels before; null when none had
 * @param otherLiveRunId second run of this query id that also reports; null when there is none
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
   * @param sparkVersion null when the listener did not report it
   * @param host of the driver; null when the listener did not report it
   */
  public record ApplicationView(
      String id, String name, @Nullable String sparkVersion, @Nullable String host) {}
}
