package io.lagwatch.exporter.replay;

import io.lagwatch.exporter.query.QueryKey;
import java.time.Instant;

/**
 * An alert that begins or ends.
 *
 * @param since when it began to fire
 * @param sentence why it fires, or fired when it ends
 */
record Transition(
    Instant at,
    QueryKey query,
    String alert,
    String severity,
    boolean fires,
    Instant since,
    String sentence) {}
