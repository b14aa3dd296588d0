package io.lagwatch.exporter.watch;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Rows and records per second at the time of the snapshot.
 *
 * @param inputRowsPerSecond Spark's rate of the last batch; 0 when the query idles or has ended
 * @param processedRowsPerSecond Spark's rate of the last batch; 0 when the query idles or has ended
 * @param reason why Spark's rates are unknown; null when both are known
 * @param arrivalPerSecond records that arrive in all topics of the query; null unless known for all
 * @param arrivalAtLeast records that arrive in the topics whose rate is known; null when none is
 * @param arrivalByTopic the known arrival rates
 */
public record RatesView(
    @Nullable Double inputRowsPerSecond,
    @Nullable Double processedRowsPerSecond,
    @Nullable String reason,
    @Nullable Double arrivalPerSecond,
    @Nullable Double arrivalAtLeast,
    SortedMap<String, Double> arrivalByTopic) {}
