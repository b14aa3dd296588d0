package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.query.SavedField.elements;
import static io.lagwatch.exporter.query.SavedField.finite;
import static io.lagwatch.exporter.query.SavedField.notNegative;
import static io.lagwatch.exporter.query.SavedField.required;

import io.lagwatch.exporter.lag.SaturatingMath;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tracks the lag of one source at its batch ends, and whether it is growing. Not thread-safe. */
final class SourceLagTracker {
  /** A decrease by this share of the records that arrive in a window is a recovery. */
  private static final double RECOVERED = 0.25;

  private static final int BATCHES_WITHOUT_NEW_TOP = 8;

  private final LagSeries series;
  private final StalledPartitions stalled;
  private final Map<TopicPartition, BatchEnds.ReadRange> last = new HashMap<>();
  private @Nullable GrowthPeriod rising;

  /**
   * The growth that the last batch end did not confirm. It continues if the next one confirms it.
   */
  private @Nullable GrowthPeriod unconfirmedGrowth;

  /**
   * A period in which the lag grows.
   *
   * @param since the batch end at its start
   * @param seenAt when the growth was first detected
   * @param top the highest lag in the period
   * @param endsSinceTop batch ends since {@code top}
   * @param settled true after the growth has lasted for the required time. Then only a recovery
   *     ends it
   */
  record GrowthPeriod(
      LagPoint since, Instant seenAt, LagPoint top, int endsSinceTop, boolean settled) {}

  /** One partition at the last batch end, in the format of the state file. */
  record PartitionState(String topic, int partition, long end, long readFrom) {}

  /** The content of the state file. */
  record SavedLagTrend(
      List<LagPoint> points,
      List<PartitionState> last,
      @Nullable GrowthPeriod rising,
      List<StalledPartitions.StalledPartition> still) {
    SavedLagTrend {
      elements(points, "trends.points").forEach(point -> check(point, "trends.points"));
      for (PartitionState partition : elements(last, "trends.last")) {
        required(partition.topic(), "trends.last.topic");
        notNegative((long) partition.partition(), "trends.last.partition");
      }
      if (rising != null) {
        check(required(rising.since(), "trends.rising.since"), "trends.rising.since");
        check(required(rising.top(), "trends.rising.top"), "trends.rising.top");
        required(rising.seenAt(), "trends.rising.seenAt");
        notNegative((long) rising.endsSinceTop(), "trends.rising.endsSinceTop");
      }
      for (StalledPartitions.StalledPartition partition : elements(still, "trends.still")) {
        required(partition.topic(), "trends.still.topic");
        notNegative((long) partition.partition(), "trends.still.partition");
        required(partition.since(), "trends.still.since");
        required(partition.last(), "trends.still.last");
        notNegative((long) partition.ends(), "trends.still.ends");
      }
    }

    private static void check(LagPoint point, String field) {
      required(point.at(), field + ".at");
      notNegative(point.records(), field + ".records");
      finite(point.tookSeconds(), field + ".tookSeconds");
      finite(point.behindSeconds(), field + ".behindSeconds");
    }
  }

  SourceLagTracker() {
    series = new LagSeries(List.of());
    stalled = new StalledPartitions(List.of());
  }

  SourceLagTracker(SavedLagTrend state) {
    series = new LagSeries(state.points());
    stalled = new StalledPartitions(state.still());
    for (PartitionState p : state.last()) {
      last.put(
          new TopicPartition(p.topic(), p.partition()),
          new BatchEnds.ReadRange(p.end(), p.readFrom()));
    }
    rising = state.rising();
  }

  SavedLagTrend state() {
    var partitions = new ArrayList<PartitionState>();
    last.forEach(
        (partition, range) ->
            partitions.add(
                new PartitionState(
                    partition.topic(), partition.partition(), range.end(), range.readFrom())));
    return new SavedLagTrend(List.copyOf(series.points()), partitions, rising, stalled.state());
  }

  List<LagPoint> points() {
    return series.points();
  }

  @Nullable GrowthPeriod currentGrowth() {
    return rising;
  }

  /** Returns the partition that has been stalled for longest; null if none is. */
  StalledPartitions.@Nullable StalledPartition stalled(Duration window) {
    return stalled.worst(window);
  }

  @Nullable LagPoint newest() {
    return points().isEmpty() ? null : points().get(points().size() - 1);
  }

  /**
   * Adds a batch end.
   *
   * @return the share of the records since the previous batch end that added to the lag; null for
   *     the first
   */
  @Nullable Double ended(Instant at, Duration took, BatchEnds.SourceEnd end) {
    LagPoint before = newest();
    long records = 0;
    long grown = before == null ? 0 : before.grown();
    long arrived = before == null ? 0 : before.arrived();
    for (Map.Entry<TopicPartition, BatchEnds.ReadRange> entry : end.partitions().entrySet()) {
      BatchEnds.ReadRange range = entry.getValue();
      BatchEnds.ReadRange previous = last.get(entry.getKey());
      records = SaturatingMath.add(records, range.lag());
      if (previous != null && range.end() >= previous.end()) {
        grown = SaturatingMath.add(grown, range.lag() - previous.lag());
        arrived = SaturatingMath.add(arrived, range.end() - previous.end());
      }
    }
    stalled.ended(at, last, end.partitions());
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

  /** Evaluates the newest batch end. */
  void evaluate(Duration window, LagFloor floor, Duration hold) {
    LagPoint newest = newest();
    if (newest == null) {
      return;
    }
    LagGrowthDetector.Growth growth = LagGrowthDetector.of(points(), window, floor);
    GrowthPeriod period = rising == null && growth != null ? unconfirmedGrowth : rising;
    if (period != null && !period.settled() && !period.seenAt().plus(hold).isAfter(newest.at())) {
      period =
          new GrowthPeriod(
              period.since(), period.seenAt(), period.top(), period.endsSinceTop(), true);
    }
    if (period == null) {
      rising =
          growth == null
              ? null
              : new GrowthPeriod(growth.since(), newest.at(), newest, 0, hold.isZero());
    } else if (growth != null || (period.settled() && !recovered(period, newest, window, floor))) {
      boolean newTop = newest.grown() >= period.top().grown();
      rising =
          new GrowthPeriod(
              period.since(),
              period.seenAt(),
              newTop ? newest : period.top(),
              newTop ? 0 : period.endsSinceTop() + 1,
              period.settled());
    } else {
      rising = null;
    }
    unconfirmedGrowth = rising == null ? period : null;
  }

  private boolean recovered(GrowthPeriod period, LagPoint newest, Duration window, LagFloor floor) {
    Double behind = newest.lagSeconds(period.since());
    double windowSeconds = window.toMillis() / 1000.0;
    double perSecond = arrivedPerSecond(period.since(), newest);
    long fallen = period.top().grown() - newest.grown();
    boolean noNewTop =
        period.endsSinceTop() + 1 >= BATCHES_WITHOUT_NEW_TOP
            && newest.secondsSince(period.top()) > 4 * windowSeconds;
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
