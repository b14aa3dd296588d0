package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.query.QueryKey;
import java.time.Instant;

/**
 * An alert that begins or ends.
 *
 * @param query the labels of the query when the alert began to fire
 * @param queryId Spark's id of the query
 * @param since when it began to fire
 * @param sentence why it fires, or fired when it ends
 */
record Transition(
    Instant at,
    QueryKey query,
    String queryId,
    String alert,
    String severity,
    boolean fires,
    Instant since,
    String sentence) {}
