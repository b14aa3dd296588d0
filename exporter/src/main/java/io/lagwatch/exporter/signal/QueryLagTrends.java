package io.lagwatch.exporter.signal;

import io.lagwatch.exporter.config.QuerySettings;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.QueryLag;
import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.query.SourceFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lag of every source of a query from batch end to batch end. Not thread-safe. */
final class QueryLagTrends {
  private final TreeMap<Integer, SourceLagTracker> sources = new TreeMap<>();

  QueryLagTrends(Map<Integer, SourceLagTracker.SavedLagTrend> states) {
    states.forEach((source, state) -> sources.put(source, new SourceLagTracker(state)));
  }

  Map<Integer, SourceLagTracker.SavedLagTrend> state() {
    var states = new TreeMap<Integer, SourceLagTracker.SavedLagTrend>();
    sources.forEach((source, trend) -> states.put(source, trend.state()));
    return states;
  }

  void keep(List<SourceFacts> known) {
    if (!known.isEmpty()) {
      sources.keySet().retainAll(known.stream().map(SourceFacts::index).toList());
    }
  }

  /**
   * Takes a batch end and judges it.
   *
   * @return the least share of what arrived that any source added to its lag; null when unknown
   */
  @Nullable Double ended(BatchEnds.CompletedBatch end, QuerySettings settings, Duration floor) {
    Double least = null;
    for (Map.Entry<Integer, BatchEnds.SourceEnd> own : end.sources().entrySet()) {
      SourceLagTracker trend = sources.computeIfAbsent(own.getKey(), s -> new SourceLagTracker());
      Double share = trend.ended(end.endedAt(), end.took(), own.getValue());
      trend.judge(
          settings.lag().lagWindow(),
          new LagFloor(floor, settings.lag().lagFloor()),
          settings.lag().lagGrowingHold());
      if (share != null && (least == null || share < least)) {
        least = share;
      }
    }
    return least;
  }

  /** Whether the lag of a source has grown for so long that only a recovery ends it. */
  boolean settled() {
    return sources.values().stream()
        .map(SourceLagTracker::currentGrowth)
        .anyMatch(rising -> rising != null && rising.settled());
  }

  /** The source whose lag grows most, as a whole or in a partition; null when none does. */
  @Nullable LagGrowth growing(Duration window, Instant now) {
    LagGrowth worst = null;
    for (Map.Entry<Integer, SourceLagTracker> own : sources.entrySet()) {
      worst = worse(worst, rising(own.getKey(), own.getValue(), now));
      worst = worse(worst, leftBehind(own.getKey(), own.getValue(), window, now));
    }
    return worst;
  }

  private static @Nullable LagGrowth rising(int source, SourceLagTracker trend, Instant now) {
    SourceLagTracker.GrowthPeriod rising = trend.currentGrowth();
    LagPoint newest = trend.newest();
    return rising == null || newest == null
        ? null
        : new LagGrowth(
            LagGrowthDetector.share(rising.since(), newest),
            new LagGrowthRate(
                source,
                Duration.between(rising.since().at(), now),
                SourceLagTracker.arrivedPerSecond(rising.since(), newest),
                SourceLagTracker.processedPerSecond(rising.since(), newest)));
  }

  private static @Nullable LagGrowth leftBehind(
      int source, SourceLagTracker trend, Duration window, Instant now) {
    StalledPartitions.StalledPartition still = trend.leftBehind(window);
    return still == null
        ? null
        : new LagGrowth(
            1,
            new LagGrowthRate(
                source, Duration.between(still.since(), now), still.arrivedPerSecond(), 0));
  }

  private static @Nullable LagGrowth worse(@Nullable LagGrowth one, @Nullable LagGrowth other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.share() > one.share() ? other : one;
  }

  /** Growth and the numbers behind it. */
  record LagGrowth(double share, LagGrowthRate rate) {}

  /**
   * The source that has moved on most since {@code since} without a batch end: nothing of what
   * arrived was read; null when none has moved on or all are within the floor.
   */
  static @Nullable LagGrowth unread(
      QueryLag lag,
      NextBatchTimer.@Nullable Backlog backlog,
      Instant since,
      Duration floor,
      Instant now) {
    LagGrowth worst = null;
    if (backlog == null) {
      return null;
    }
    for (Map.Entry<Integer, Long> then : backlog.records().entrySet()) {
      long arrived = records(lag, then.getKey()) - then.getValue();
      Duration behind = behind(lag, then.getKey());
      double seconds = Duration.between(backlog.at(), now).toMillis() / 1000.0;
      boolean grown = arrived > 0 && seconds > 0 && behind.compareTo(floor) > 0;
      if (grown && (worst == null || arrived / seconds > worst.rate().arrivedPerSecond())) {
        worst =
            new LagGrowth(
                1,
                new LagGrowthRate(
                    then.getKey(), Duration.between(since, now), arrived / seconds, 0));
      }
    }
    return worst;
  }

  /**
   * Until the lag is read, at the speed of the last {@code window}; null unless it shrinks, and
   * once no batch has ended for longer than that speed was measured over: a query that stands still
   * catches up with nothing.
   */
  @Nullable Duration catchUp(QueryLag lag, Duration window, Duration floor, Instant now) {
    Duration longest = null;
    for (Map.Entry<Integer, SourceLagTracker> own : sources.entrySet()) {
      LagPoint newest = own.getValue().newest();
      LagPoint before = newest == null ? null : before(own.getValue().points(), newest, window);
      long records = records(lag, own.getKey());
      if (newest == null || before == null || behind(lag, own.getKey()).compareTo(floor) <= 0) {
        continue;
      }
      double measuredOver = newest.secondsSince(before);
      double perSecond = (before.grown() - newest.grown()) / measuredOver;
      boolean goesOn = Duration.between(newest.at(), now).toMillis() / 1000.0 <= measuredOver;
      if (goesOn && perSecond > 0 && records / perSecond < Duration.ofDays(365).toSeconds()) {
        Duration needed = Duration.ofSeconds((long) (records / perSecond));
        longest = longest == null || needed.compareTo(longest) > 0 ? needed : longest;
      }
    }
    return longest;
  }

  private static @Nullable LagPoint before(
      List<LagPoint> points, LagPoint newest, Duration window) {
    for (int i = points.size() - 2; i >= 0; i--) {
      if (!points.get(i).at().plus(window).isAfter(newest.at())) {
        return points.get(i);
      }
    }
    return null;
  }

  static boolean withinFloor(QueryLag lag, Duration floor) {
    return lag.time() != null
        && !lag.time().lowerBound()
        && lag.unknown() == 0
        && lag.time().duration().compareTo(floor) <= 0;
  }

  private static long records(QueryLag lag, int source) {
    long sum = 0;
    for (PartitionLag own : lag.partitions()) {
      if (own.source() == source && own.records() != null) {
        sum = SaturatingMath.add(sum, own.records());
      }
    }
    return sum;
  }

  private static Duration behind(QueryLag lag, int source) {
    Duration worst = Duration.ZERO;
    for (PartitionLag own : lag.partitions()) {
      if (own.source() == source
          && own.time() != null
          && own.time().duration().compareTo(worst) > 0) {
        worst = own.time().duration();
      }
    }
    return worst;
  }
}
