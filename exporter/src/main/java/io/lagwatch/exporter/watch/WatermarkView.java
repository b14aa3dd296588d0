package io.lagwatch.exporter.watch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Event time of a query.
 *
 * @param watermark null while the query has none
 * @param maxEventTime latest event time in the last batch that had rows; null while there is none
 * @param age how far the watermark is behind the clock, negative when event time is ahead; null
 *     without a watermark and for a stopped query
 * @param reason why {@code age} is null; null when it is not
 */
public record WatermarkView(
    @Nullable Instant watermark,
    @Nullable Instant maxEventTime,
    @Nullable Duration age,
    @Nullable String reason) {}
