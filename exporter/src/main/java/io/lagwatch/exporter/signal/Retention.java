package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the start of the log will meet the position. The start moves in jumps, a segment at a time,
 * so its speed is taken over hours; that of the query over minutes. A query that stands in the
 * younger half of the log is at no risk, whatever the last jump was. Not thread-safe.
 */
final class Retention {
  private static final Duration HOURS = Duration.ofHours(3);
  private static final Duration MINUTES = Duration.ofMinutes(10);
  private static final Duration FAR = Duration.ofDays(365);

  private final OffsetBaselines hours;
  private final OffsetBaselines minutes;

  /** Everything, for the state file. */
  record State(OffsetBaselines.State hours, OffsetBaselines.State minutes) {}

  Retention() {
    hours = new OffsetBaselines(HOURS);
    minutes = new OffsetBaselines(MINUTES);
  }

  Retention(State state) {
    hours = new OffsetBaselines(HOURS, state.hours());
    minutes = new OffsetBaselines(MINUTES, state.minutes());
  }

  State state() {
    return new State(hours.state(), minutes.state());
  }

  void observe(QueryLag lag, Instant now) {
    hours.observe(lag, now);
    minutes.observe(lag, now);
  }

  /**
   * The nearest meeting over all partitions; zero when it has happened, {@link #FAR} when none is
   * to be feared; null when that is not known of every partition and none of the others is near.
   */
  @Nullable Duration horizon(QueryLag lag, Instant now) {
    Duration nearest = FAR;
    boolean allKnown = !lag.partitions().isEmpty();
    for (PartitionLag own : lag.partitions()) {
      Duration horizon = horizon(own, now);
      if (horizon == null) {
        allKnown = false;
      } else if (horizon.compareTo(nearest) < 0) {
        nearest = horizon;
      }
    }
    return allKnown || nearest.compareTo(FAR) < 0 ? nearest : null;
  }

  /** Records that were deleted before the query read them; null when no partition tells. */
  static @Nullable Long lost(QueryLag lag) {
    Long lost = null;
    for (PartitionLag own : lag.partitions()) {
      Long headroom = own.headroom();
      if (headroom != null) {
        lost = (lost == null ? 0 : lost) + Math.max(0, -headroom);
      }
    }
    return lost;
  }

  private @Nullable Duration horizon(PartitionLag own, Instant now) {
    Long headroom = own.headroom();
    Long earliest = own.earliest();
    Long position = own.position();
    if (earliest == null || position == null || headroom == null || own.records() == null) {
      return null;
    }
    if (headroom < 0) {
      return Duration.ZERO;
    }
    OffsetBaselines.Anchor longAgo = hours.of(own);
    OffsetBaselines.Anchor lately = minutes.of(own);
    if (headroom > own.records()) {
      return FAR;
    }
    if (longAgo == null || lately == null || lately.at().plusSeconds(60).isAfter(now)) {
      return null;
    }
    double start = perSecond(earliest - longAgo.earliest(), longAgo.at(), now);
    double query = perSecond(position - lately.position(), lately.at(), now);
    return start <= 0 || start <= query
        ? FAR
        : Duration.ofSeconds((long) Math.min(headroom / (start - query), FAR.toSeconds()));
  }

  private static double perSecond(long records, Instant from, Instant now) {
    return records * 1000.0 / Duration.between(from, now).toMillis();
  }
}
