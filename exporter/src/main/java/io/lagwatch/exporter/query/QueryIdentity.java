package io.lagwatch.exporter.query;

import io.lagwatch.exporter.ingest.Report;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a query and where it runs. Immutable.
 *
 * @param key the labels {@code app} and {@code query}
 * @param queryId Spark's {@code id}, which is stored in the checkpoint
 * @param name Spark's {@code name}; null when the query has none
 * @param app the Spark application that reported it last
 * @param checkpoint the checkpoint location; null when the listener could not read it
 * @param replacedQueryId the id of the query that had this key before, whose checkpoint was
 *     replaced; null when there was none
 */
public record QueryIdentity(
    QueryKey key,
    String queryId,
    @Nullable String name,
    Report.App app,
    @Nullable String checkpoint,
    @Nullable String replacedQueryId) {}
