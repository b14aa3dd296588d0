package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import org.jspecify.annotations.Nullable;

/**
 * The labels and ids of a query, and the application it runs in. Immutable.
 *
 * @param key the labels {@code app} and {@code query}
 * @param queryId Spark's {@code id}, which is stored in the checkpoint
 * @param name Spark's {@code name}; null if the query has none
 * @param app the Spark application that last reported the query
 * @param checkpoint the checkpoint location; null when the listener could not read it
 * @param replacedQueryId the id of the query that had these labels before; null if there was none.
 *     A new id means a new checkpoint
 */
public record QueryIdentity(
    QueryKey key,
    String queryId,
    @Nullable String name,
    Report.App app,
    @Nullable String checkpoint,
    @Nullable String replacedQueryId) {}
