package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The event time of a query. Immutable.
 *
 * @param watermark the watermark; null while the query has none
 * @param maxEventTime latest event time in the last batch with rows; null if there is none
 * @param age time from the watermark to the snapshot, negative if the watermark is in the future.
 *     Null without a watermark and for a stopped query
 * @param reason why {@code age} is null; otherwise null
 */
public record WatermarkView(
    @Nullable Instant watermark,
    @Nullable Instant maxEventTime,
    @Nullable Duration age,
    @Nullable String reason) {}
