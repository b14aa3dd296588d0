package io.lagwatch.exporter.query;

import io.lagwatch.exporter.lag.SourceRoute;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One source over all runs of the query. Immutable.
 *
 * @param consumedByTopic offsets that the position has advanced per topic since the query was first
 *     reported; empty for a source without Kafka offsets
 * @param lastInputAt when its position last advanced. For a source without a position: when a batch
 *     last had rows. Null if neither has happened
 * @param watchedSince when the exporter started to observe the source
 * @param route which cluster it reads; null while nothing decides it, and for other sources
 */
public record SourceFacts(
    int index,
    String description,
    boolean kafka,
    SortedMap<String, Long> consumedByTopic,
    @Nullable Instant lastInputAt,
    Instant watchedSince,
    @Nullable SourceRoute route) {}
