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
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Tracks the lag of all sources of a query at their batch ends. Not thread-safe. */
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
   * Adds and evaluates a batch end.
   *
   * @return the smallest share of arrived records over all sources that added to the lag; null if
   *     unknown
   */
  @Nullable Double ended(BatchEnds.CompletedBatch end, QuerySettings settings, Duration floor) {
    Double least = null;
    for (Map.Entry<Integer, BatchEnds.SourceEnd> source : end.sources().entrySet()) {
      SourceLagTracker trend =
          sources.computeIfAbsent(source.getKey(), s -> new SourceLagTracker());
      Double share = trend.ended(end.endedAt(), end.took(), source.getValue());
      trend.evaluate(
          settings.lag().lagWindow(),
          new LagFloor(floor, settings.lag().lagFloor()),
          settings.lag().lagGrowingHold());
      if (share != null && (least == null || share < least)) {
        least = share;
      }
    }
    return least;
  }

  /**
   * Returns true if the lag of a source has grown for the required time, so that only a recovery
   * ends the growth.
   */
  boolean settled() {
    return sources.values().stream()
        .map(SourceLagTracker::currentGrowth)
        .anyMatch(rising -> rising != null && rising.settled());
  }

  /**
   * Returns the largest growth of a source or of one of its partitions; null if there is none.
   *
   * @param hasPosition whether the position of a source is known; the growth of others is unknown
   */
  @Nullable LagGrowth growing(IntPredicate hasPosition, Duration window, Instant now) {
    LagGrowth worst = null;
    for (Map.Entry<Integer, SourceLagTracker> source : sources.entrySet()) {
      if (!hasPosition.test(source.getKey())) {
        continue;
      }
      worst = worse(worst, rising(source.getKey(), source.getValue(), now));
      worst = worse(worst, stalled(source.getKey(), source.getValue(), window, now));
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

  private static @Nullable LagGrowth stalled(
      int source, SourceLagTracker trend, Duration window, Instant now) {
    StalledPartitions.StalledPartition stalled = trend.stalled(window);
    return stalled == null
        ? null
        : new LagGrowth(
            1,
            new LagGrowthRate(
                source, Duration.between(stalled.since(), now), stalled.arrivedPerSecond(), 0));
  }

  private static @Nullable LagGrowth worse(@Nullable LagGrowth first, @Nullable LagGrowth second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return second.share() > first.share() ? second : first;
  }

  /** The growth of a lag, and its rates. */
  record LagGrowth(double share, LagGrowthRate rate) {}

  /**
   * Returns the largest growth since {@code since} of a source without a batch end, whose arrived
   * records are all unread. Null if nothing arrived or all sources are within the floor.
   */
  static @Nullable LagGrowth growthSinceLastBatch(
      QueryLag lag,
      NextBatchTimer.@Nullable Backlog backlog,
      Instant since,
      Duration floor,
      Instant now) {
    LagGrowth worst = null;
    if (backlog == null) {
      return null;
    }
    for (Map.Entry<Integer, Long> source : backlog.records().entrySet()) {
      long arrived = records(lag, source.getKey()) - source.getValue();
      Duration behind = behind(lag, source.getKey());
      double seconds = Duration.between(backlog.at(), now).toMillis() / 1000.0;
      boolean grown = arrived > 0 && seconds > 0 && behind.compareTo(floor) > 0;
      if (grown && (worst == null || arrived / seconds > worst.rate().arrivedPerSecond())) {
        worst =
            new LagGrowth(
                1,
                new LagGrowthRate(
                    source.getKey(), Duration.between(since, now), arrived / seconds, 0));
      }
    }
    return worst;
  }

  /**
   * Returns the time until the lag is 0 at the rate of the last {@code window}; null if it does not
   * shrink. Also null if no batch has ended for longer than the rate was measured.
   */
  @Nullable Duration catchUp(QueryLag lag, Duration window, Duration floor, Instant now) {
    Duration longest = null;
    for (Map.Entry<Integer, SourceLagTracker> source : sources.entrySet()) {
      LagPoint newest = source.getValue().newest();
      LagPoint before = newest == null ? null : before(source.getValue().points(), newest, window);
      long records = records(lag, source.getKey());
      if (newest == null || before == null || behind(lag, source.getKey()).compareTo(floor) <= 0) {
        continue;
      }
      double measuredOver = newest.secondsSince(before);
      double perSecond = (before.grown() - newest.grown()) / measuredOver;
      boolean isRecent = Duration.between(newest.at(), now).toMillis() / 1000.0 <= measuredOver;
      if (isRecent && perSecond > 0 && records / perSecond < Duration.ofDays(365).toSeconds()) {
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

  /**
   * Returns false if the position of a source is unknown, so that it may have read on since its
   * last batch end. If only the end offsets are unknown, the growth until then stays valid.
   */
  static boolean hasPosition(QueryLag lag, int source) {
    boolean isListed = false;
    for (PartitionLag partition : lag.partitions()) {
      if (partition.source() == source) {
        isListed = true;
        if (partition.position() != null || partition.records() != null) {
          return true;
        }
      }
    }
    return !isListed;
  }

  private static long records(QueryLag lag, int source) {
    long sum = 0;
    for (PartitionLag partition : lag.partitions()) {
      if (partition.source() == source && partition.records() != null) {
        sum = SaturatingMath.add(sum, partition.records());
      }
    }
    return sum;
  }

  private static Duration behind(QueryLag lag, int source) {
    Duration worst = Duration.ZERO;
    for (PartitionLag partition : lag.partitions()) {
      if (partition.source() == source
          && partition.time() != null
          && partition.time().duration().compareTo(worst) > 0) {
        worst = partition.time().duration();
      }
    }
    return worst;
  }
}
