package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.lag.TopicOfSource;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Signals about records that Kafka deletes before the query reads them.
 *
 * @param timeToLoss estimated time until the earliest offset passes the position at current rates;
 *     zero when it already has, one year when it will not
 * @param recordsLost records deleted before the query read them
 * @param partitionsBeyondEnd partitions whose position is beyond the end offset, or whose topic was
 *     recreated
 * @param headroom time until the oldest unread record may be deleted, by topic; negative if it has
 *     been deleted; a topic is absent if that is unknown
 */
public record RetentionSignals(
    @Nullable Duration timeToLoss,
    @Nullable Long recordsLost,
    @Nullable Integer partitionsBeyondEnd,
    SortedMap<TopicOfSource, Duration> headroom) {

  public RetentionSignals {
    headroom = Collections.unmodifiableSortedMap(new TreeMap<>(headroom));
  }

  /** No signal is known. */
  public static final RetentionSignals UNKNOWN =
      new RetentionSignals(null, null, null, new TreeMap<>());
}
