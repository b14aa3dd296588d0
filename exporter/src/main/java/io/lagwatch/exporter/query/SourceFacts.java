package io.lagwatch.exporter.query;

import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One source over the life of the query. Immutable.
 *
 * @param consumedByTopic how far the position moved, in offsets, since the query was first seen;
 *     empty for a source without Kafka offsets
 * @param lastInputAt when its position last moved, or, for a source without a position, when a
 *     batch last had rows; null when neither was seen
 * @param watchedSince since when input could have been seen
 */
public record SourceFacts(
    int index,
    String description,
    boolean kafka,
    SortedMap<String, Long> consumedByTopic,
    @Nullable Instant lastInputAt,
    Instant watchedSince) {}
