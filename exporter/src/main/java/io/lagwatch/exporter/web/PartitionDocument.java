package io.lagwatch.exporter.web;

import io.lagwatch.exporter.lag.PartitionLag;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one partition. Immutable.
 *
 * @param headroom records between the earliest offset and the position; negative if unread records
 *     were deleted
 * @param state measured, not_picked_up, position_beyond_end or unknown
 */
record PartitionDocument(
    int source,
    String topic,
    int partition,
    @Nullable Long position,
    @Nullable Long end,
    @Nullable Long earliest,
    @Nullable Long records,
    @Nullable Duration seconds,
    @Nullable Boolean secondsIsLowerBound,
    @Nullable Long headroom,
    String state) {
  static PartitionDocument of(PartitionLag lag) {
    var time = lag.time();
    return new PartitionDocument(
        lag.source(),
        lag.partition().topic(),
        lag.partition().partition(),
        lag.position(),
        lag.end(),
        lag.earliest(),
        lag.records(),
        time == null ? null : time.duration(),
        time == null ? null : time.lowerBound(),
        lag.headroom(),
        lag.state().name().toLowerCase(Locale.ROOT));
  }
}
