package io.lagwatch.exporter.signal;

import java.time.Duration;

/**
 * How the lag of a query's worst source grows.
 *
 * @param source index of the source
 * @param rising for how long
 * @param arrivedPerSecond records a second that arrived meanwhile
 * @param processedPerSecond records a second that the query read meanwhile
 */
public record LagGrowthRate(
    int source, Duration rising, double arrivedPerSecond, double processedPerSecond) {}
