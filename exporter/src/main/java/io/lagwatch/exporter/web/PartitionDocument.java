package io.lagwatch.exporter.web;

import io.lagwatch.exporter.lag.PartitionLag;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one partition.
 *
 * @param headroom records between the earliest offset and the position; negative once records were
 *     lost
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
  static PartitionDocument of(PartitionLag one) {
    var time = one.time();
    return new PartitionDocument(
        one.source(),
        one.partition().topic(),
        one.partition().partition(),
        one.position(),
        one.end(),
        one.earliest(),
        one.records(),
        time == null ? null : time.duration(),
        time == null ? null : time.lowerBound(),
        one.headroom(),
        one.state().name().toLowerCase(Locale.ROOT));
  }
}
