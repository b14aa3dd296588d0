package io.lagwatch.exporter.watch;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows and records per second at the time of the snapshot. Immutable.
 *
 * @param inputRowsPerSecond Spark's rate of the last batch; 0 if the query is idle or has ended
 * @param processedRowsPerSecond Spark's rate of the last batch; 0 if the query is idle or has ended
 * @param reason why Spark's rates are unknown; null if both are known
 * @param arrivalPerSecond records that arrive in all topics of the query; null if unknown for one
 *     of them
 * @param arrivalAtLeast records that arrive in the topics whose rate is known; null if none is
 *     known
 * @param arrivalByTopic the known arrival rates
 */
public record RatesView(
    @Nullable Double inputRowsPerSecond,
    @Nullable Double processedRowsPerSecond,
    @Nullable String reason,
    @Nullable Double arrivalPerSecond,
    @Nullable Double arrivalAtLeast,
    SortedMap<String, Double> arrivalByTopic) {}
