package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.finite;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;
import static io.lagwatch.exporter.query.SavedField.requiredTime;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the lag of one source goes from batch end to batch end, and whether it is growing. Not
 * thread-safe.
 */
final class SourceLagTracker {
  /** A fall by this part of what arrives in a window is a recovery. */
  private static final double RECOVERED = 0.25;

  private static final int BATCHES_WITHOUT_NEW_TOP = 8;

  private final LagSeries series;
  private final StalledPartitions still;
  private final Map<TopicPartition, BatchEnds.ReadRange> last = new HashMap<>();
  private @Nullable GrowthPeriod rising;

  /** What the last batch end did not confirm: one odd end does not restart the growth. */
  private @Nullable GrowthPeriod unconfirmedGrowth;

  /**
   * Lag that grows.
   *
   * @param since the batch end from which on it does
   * @param seenAt when that was first seen
   * @param top the highest lag since
   * @param endsSinceTop batch ends since then
   * @param settled whether it has lasted for the required time; from then on only a recovery ends
   *     it
   */
  record GrowthPeriod(
      LagPoint since, Instant seenAt, LagPoint top, int endsSinceTop, boolean settled) {}

  /** One partition at the last batch end, for the state file. */
  record PartitionState(String topic, int partition, long end, long readFrom) {}

  /** What the state file holds. */
  record SavedLagTrend(
      List<LagPoint> points,
      List<PartitionState> last,
      @Nullable GrowthPeriod rising,
      List<StalledPartitions.StalledPartition> still) {
    SavedLagTrend {
      elements(points, "trends.points").forEach(point -> check(point, "trends.points"));
      for (PartitionState own : elements(last, "trends.last")) {
        required(own.topic(), "trends.last.topic");
        notNegative((long) own.partition(), "trends.last.partition");
      }
      if (rising != null) {
        check(required(rising.since(), "trends.rising.since"), "trends.rising.since");
        check(required(rising.top(), "trends.rising.top"), "trends.rising.top");
        requiredTime(rising.seenAt(), "trends.rising.seenAt");
        notNegative((long) rising.endsSinceTop(), "trends.rising.endsSinceTop");
      }
      for (StalledPartitions.StalledPartition own : elements(still, "trends.still")) {
        required(own.topic(), "trends.still.topic");
        notNegative((long) own.partition(), "trends.still.partition");
        requiredTime(own.since(), "trends.still.since");
        requiredTime(own.last(), "trends.still.last");
        notNegative((long) own.ends(), "trends.still.ends");
      }
    }

    private static void check(LagPoint point, String field) {
      requiredTime(point.at(), field + ".at");
      notNegative(point.records(), field + ".records");
      finite(point.tookSeconds(), field + ".tookSeconds");
      finite(point.behindSeconds(), field + ".behindSeconds");
    }
  }

  SourceLagTracker() {
    series = new LagSeries(List.of());
    still = new StalledPartitions(List.of());
  }

  SourceLagTracker(SavedLagTrend state) {
    series = new LagSeries(state.points());
    still = new StalledPartitions(state.still());
    for (PartitionState p : state.last()) {
      last.put(
          new TopicPartition(p.topic(), p.partition()),
          new BatchEnds.ReadRange(p.end(), p.readFrom()));
    }
    rising = state.rising();
  }

  SavedLagTrend state() {
    var places = new ArrayList<PartitionState>();
    last.forEach(
        (tp, stand) ->
            places.add(
                new PartitionState(tp.topic(), tp.partition(), stand.end(), stand.readFrom())));
    return new SavedLagTrend(List.copyOf(series.points()), places, rising, still.state());
  }

  List<LagPoint> points() {
    return series.points();
  }

  @Nullable GrowthPeriod currentGrowth() {
    return rising;
  }

  /** The partition that has been left behind for longest; null when none is. */
  StalledPartitions.@Nullable StalledPartition leftBehind(Duration window) {
    return still.worst(window);
  }

  @Nullable LagPoint newest() {
    return points().isEmpty() ? null : points().get(points().size() - 1);
  }

  /**
   * Takes a batch end.
   *
   * @return the share of what arrived since the one before that added to the lag; null for the
   *     first
   */
  @Nullable Double ended(Instant at, Duration took, BatchEnds.SourceEnd end) {
    LagPoint before = newest();
    long records = 0;
    long grown = before == null ? 0 : before.grown();
    long arrived = before == null ? 0 : before.arrived();
    for (Map.Entry<TopicPartition, BatchEnds.ReadRange> own : end.partitions().entrySet()) {
      BatchEnds.ReadRange now = own.getValue();
      BatchEnds.ReadRange then = last.get(own.getKey());
      records = SaturatingMath.add(records, now.lag());
      if (then != null && now.end() >= then.end()) {
        grown = SaturatingMath.add(grown, now.lag() - then.lag());
        arrived = SaturatingMath.add(arrived, now.end() - then.end());
      }
    }
    still.ended(at, last, end.partitions());
    last.clear();
    last.putAll(end.partitions());
    LagPoint point =
        new LagPoint(
            at,
            records,
            grown,
            arrived,
            took.toMillis() / 1000.0,
            end.behindSeconds(),
            end.atLeast());
    series.add(point);
    return before == null || arrived <= before.arrived()
        ? null
        : (Double) LagGrowthDetector.share(before, point);
  }

  /** Judges the newest batch end. */
  void judge(Duration window, LagFloor floor, Duration hold) {
    LagPoint newest = newest();
    if (newest == null) {
      return;
    }
    LagGrowthDetector.Growth growth = LagGrowthDetector.of(points(), window, floor);
    GrowthPeriod was = rising == null && growth != null ? unconfirmedGrowth : rising;
    if (was != null && !was.settled() && !was.seenAt().plus(hold).isAfter(newest.at())) {
      was = new GrowthPeriod(was.since(), was.seenAt(), was.top(), was.endsSinceTop(), true);
    }
    if (was == null) {
      rising =
          growth == null
              ? null
              : new GrowthPeriod(growth.since(), newest.at(), newest, 0, hold.isZero());
    } else if (growth != null || (was.settled() && !recovered(was, newest, window, floor))) {
      boolean newTop = newest.grown() >= was.top().grown();
      rising =
          new GrowthPeriod(
              was.since(),
              was.seenAt(),
              newTop ? newest : was.top(),
              newTop ? 0 : was.endsSinceTop() + 1,
              was.settled());
    } else {
      rising = null;
    }
    unconfirmedGrowth = rising == null ? was : null;
  }

  private boolean recovered(GrowthPeriod was, LagPoint newest, Duration window, LagFloor floor) {
    Double behind = newest.lagSeconds(was.since());
    double windowSeconds = window.toMillis() / 1000.0;
    double perSecond = arrivedPerSecond(was.since(), newest);
    long fallen = was.top().grown() - newest.grown();
    boolean noNewTop =
        was.endsSinceTop() + 1 >= BATCHES_WITHOUT_NEW_TOP
            && newest.secondsSince(was.top()) > 4 * windowSeconds;
    return (behind != null && !floor.forRecovery().isExceededBy(behind, newest.tookSeconds()))
        || fallen > RECOVERED * windowSeconds * perSecond
        || noNewTop;
  }

  static double arrivedPerSecond(LagPoint from, LagPoint to) {
    double seconds = to.secondsSince(from);
    return seconds <= 0 ? 0 : (to.arrived() - from.arrived()) / seconds;
  }

  static double processedPerSecond(LagPoint from, LagPoint to) {
    double seconds = to.secondsSince(from);
    long processed = to.arrived() - from.arrived() - (to.grown() - from.grown());
    return seconds <= 0 ? 0 : Math.max(0, processed / seconds);
  }
}
