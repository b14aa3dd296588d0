package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.required;
import static io.lagwatch.exporter.signal.LogStartTracker.perSecond;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicOfSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Estimates when retention deletes unread records, at the earliest. The log start moves in jumps,
 * one segment at a time, so its speed is measured over hours, or from jump to jump, and that of the
 * query over minutes. A query in the newer half of the log is at no risk, whatever the last jump
 * was. Not thread-safe.
 */
final class Retention {
  private static final Duration RETENTION_WINDOW = Duration.ofHours(3);
  private static final Duration PROGRESS_WINDOW = Duration.ofMinutes(10);
  private static final Duration NO_RISK = Duration.ofDays(365);

  /** Less than a second would read as a loss that has happened. */
  private static final double SOON = 1;

  private static final Duration LOST = Duration.ofSeconds(-1);

  private final OffsetBaselines hours;
  private final OffsetBaselines minutes;
  private final LogStartTracker starts;
  private final RecordAges ages;

  /**
   * What the state file holds.
   *
   * @param starts null in a file of a version that did not have them
   * @param unread null in a file of a version that did not have them
   */
  record SavedRetention(
      OffsetBaselines.SavedBaselines hours,
      OffsetBaselines.SavedBaselines minutes,
      @Nullable List<LogStartTracker.LogStart> starts,
      @Nullable List<RecordAges.UnreadRecord> unread) {
    SavedRetention {
      required(hours, "retention.hours");
      required(minutes, "retention.minutes");
    }
  }

  Retention() {
    hours = new OffsetBaselines(RETENTION_WINDOW);
    minutes = new OffsetBaselines(PROGRESS_WINDOW);
    starts = new LogStartTracker();
    ages = new RecordAges();
  }

  Retention(SavedRetention state) {
    hours = new OffsetBaselines(RETENTION_WINDOW, state.hours());
    minutes = new OffsetBaselines(PROGRESS_WINDOW, state.minutes());
    starts = new LogStartTracker(state.starts());
    ages = new RecordAges(state.unread());
  }

  SavedRetention state() {
    return new SavedRetention(hours.state(), minutes.state(), starts.state(), ages.state());
  }

  void observe(QueryLag lag, Instant now) {
    hours.observe(lag, now);
    minutes.observe(lag, now);
    starts.observe(lag, now);
    ages.observe(lag, now);
  }

  /**
   * Returns the shortest time to a loss over all partitions: zero after a loss, {@link #NO_RISK}
   * without a risk. Null if a partition is unknown and no other partition is at risk.
   */
  @Nullable Duration horizon(QueryLag lag, Map<TopicOfSource, Duration> retention, Instant now) {
    Duration nearest = NO_RISK;
    boolean allKnown = !lag.partitions().isEmpty();
    for (PartitionLag own : lag.partitions()) {
      Duration horizon = horizon(own, retention.get(TopicOfSource.of(own)), now);
      if (horizon == null) {
        allKnown = false;
      } else if (horizon.compareTo(nearest) < 0) {
        nearest = horizon;
      }
    }
    return allKnown || nearest.compareTo(NO_RISK) < 0 ? nearest : null;
  }

  /**
   * Returns the records that were deleted before the query read them; null if unknown for all
   * partitions.
   */
  static @Nullable Long lost(QueryLag lag) {
    Long lost = null;
    for (PartitionLag own : lag.partitions()) {
      Long headroom = own.headroom();
      if (headroom != null) {
        lost = SaturatingMath.add(lost == null ? 0 : lost, Math.max(0, -headroom));
      }
    }
    return lost;
  }

  /**
   * The smallest time that is left by topic until the oldest unread record may be deleted; negative
   * if it has been deleted. A topic is absent if its retention or the age of a record is unknown.
   */
  SortedMap<TopicOfSource, Duration> headroom(
      QueryLag lag, Map<TopicOfSource, Duration> retention, Instant now) {
    var smallest = new TreeMap<TopicOfSource, Duration>();
    var unknown = new HashSet<TopicOfSource>();
    for (PartitionLag own : lag.partitions()) {
      TopicOfSource topic = TopicOfSource.of(own);
      Duration left = left(own, retention.get(topic), now);
      if (left == null) {
        unknown.add(topic);
      } else {
        smallest.merge(topic, left, (one, other) -> one.compareTo(other) < 0 ? one : other);
      }
    }
    unknown.forEach(smallest::remove);
    return smallest;
  }

  private @Nullable Duration left(PartitionLag own, @Nullable Duration retention, Instant now) {
    Duration age = ages.age(own, now);
    Long headroom = own.headroom();
    if (retention == null || headroom == null) {
      return null;
    }
    Duration left = age == null ? null : retention.minus(age);
    if (headroom >= 0) {
      return left;
    }
    return left == null || left.compareTo(LOST) > 0 ? LOST : left;
  }

  private @Nullable Duration horizon(PartitionLag own, @Nullable Duration retention, Instant now) {
    Duration byOffsets = horizonByOffsets(own, now);
    Duration byAge = horizonByAge(own, retention, now);
    return byOffsets == null || (byAge != null && byAge.compareTo(byOffsets) < 0)
        ? byAge
        : byOffsets;
  }

  /** Null unless the query stands still: the age of what a running query reads next changes. */
  private @Nullable Duration horizonByAge(
      PartitionLag own, @Nullable Duration retention, Instant now) {
    Duration left = left(own, retention, now);
    if (left == null || retention == null || !ages.standsStill(own, retention, now)) {
      return null;
    }
    if (left.multipliedBy(2).compareTo(retention) > 0) {
      return NO_RISK;
    }
    Duration soon = Duration.ofSeconds((long) SOON);
    return left.compareTo(soon) < 0 ? soon : left;
  }

  private @Nullable Duration horizonByOffsets(PartitionLag own, Instant now) {
    Long headroom = own.headroom();
    Long earliest = own.earliest();
    Long position = own.position();
    if (earliest == null || position == null || headroom == null || own.records() == null) {
      return null;
    }
    if (headroom < 0) {
      return Duration.ZERO;
    }
    OffsetBaselines.OffsetBaseline longAgo = hours.of(own);
    OffsetBaselines.OffsetBaseline lately = minutes.of(own);
    LogStartTracker.JumpingStart jumping = starts.jumping(own, now);
    double left = jumping == null ? headroom : headroom - jumping.due();
    if (own.records() == 0 || left > own.records()) {
      return NO_RISK;
    }
    if (longAgo == null || lately == null || lately.at().plusSeconds(60).isAfter(now)) {
      return null;
    }
    double query = perSecond(position - lately.position(), lately.at(), now);
    if (jumping != null) {
      return Duration.ofSeconds((long) Math.max(SOON, meeting(left, jumping.perSecond(), query)));
    }
    double start = perSecond(earliest - longAgo.earliest(), longAgo.at(), now);
    return Duration.ofSeconds((long) meeting(headroom, start, query));
  }

  /** Seconds until a log start of this speed reaches a query of that one. */
  private static double meeting(double headroom, double start, double query) {
    return start <= 0 || start <= query
        ? NO_RISK.toSeconds()
        : Math.min(headroom / (start - query), (double) NO_RISK.toSeconds());
  }
}
