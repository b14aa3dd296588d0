package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class LagGrowthDetectorTest {
  private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final LagFloor FLOOR = new LagFloor(Duration.ofMinutes(1), Duration.ofMinutes(1));
  private static final int PER_SECOND = 1000;

  /** The end of a batch every 30 s, with the lag in seconds of arrivals. */
  private static List<LagPoint> every30s(int ends, IntToDoubleFunction secondsBehind) {
    var points = new ArrayList<LagPoint>();
    for (int i = 0; i < ends; i++) {
      points.add(point(i * 30, secondsBehind.applyAsDouble(i)));
    }
    return points;
  }

  private static LagPoint point(double at, double secondsBehind) {
    long records = Math.round(secondsBehind * PER_SECOND);
    return new LagPoint(
        START.plusMillis((long) (at * 1000)),
        records,
        records,
        Math.round(at * PER_SECOND),
        0,
        secondsBehind,
        false);
  }

  private static boolean grows(List<LagPoint> points) {
    return LagGrowthDetector.of(points, WINDOW, FLOOR) != null;
  }

  /** The first batch end at which the series is found to grow; -1 when at none. */
  private static int firstFound(List<LagPoint> points) {
    for (int i = 1; i <= points.size(); i++) {
      if (grows(points.subList(0, i))) {
        return i - 1;
      }
    }
    return -1;
  }

  @Test
  void findsALossOfAThirdWithinMinutes() {
    int found = firstFound(every30s(100, i -> i < 40 ? 15 : 15 + (i - 40) * 10));
    assertThat(found).isBetween(45, 56);
  }

  @Test
  void findsThreePercentInNoiseWithinAnHour() {
    var noise = new Random(1);
    var lag = new double[240];
    for (int i = 1; i < lag.length; i++) {
      double drift = i < 120 ? 0 : 0.03 * 30;
      lag[i] = Math.max(0, lag[i - 1] + drift + noise.nextGaussian() * 0.9);
    }
    assertThat(firstFound(every30s(240, i -> lag[i] + 10))).isBetween(121, 240);
  }

  @Test
  void isQuietAboutARandomWalkAtTheRateLimit() {
    for (int seed = 0; seed < 20; seed++) {
      var noise = new Random(seed);
      var lag = new double[960];
      lag[0] = 2000;
      for (int i = 1; i < lag.length; i++) {
        lag[i] = lag[i - 1] + noise.nextGaussian() * 0.6;
      }
      assertThat(firstFound(every30s(960, i -> lag[i]))).as("seed %d", seed).isEqualTo(-1);
    }
  }

  @Test
  void isQuietAboutAJumpThatStays() {
    assertThat(firstFound(every30s(120, i -> i < 50 ? 15 : 400))).isEqualTo(-1);
  }

  @Test
  void isQuietAboutADrain() {
    assertThat(firstFound(every30s(200, i -> 4000 - i * 15))).isEqualTo(-1);
  }

  @Test
  void isQuietBelowTheFloorHoweverItRises() {
    assertThat(firstFound(every30s(120, i -> i * 0.45))).isEqualTo(-1);
  }

  @Test
  void takesTheBatchItselfFromTheTimeBehind() {
    var points = new ArrayList<LagPoint>();
    for (int i = 0; i < 40; i++) {
      LagPoint p = point(i * 300, 100 + i * 12);
      points.add(
          new LagPoint(p.at(), p.records(), p.grown(), p.arrived(), 100, p.behindSeconds(), false));
    }
    var longTrigger = new LagFloor(Duration.ofSeconds(375), Duration.ofMinutes(1));
    int found = -1;
    for (int i = 1; i <= points.size() && found < 0; i++) {
      found = LagGrowthDetector.of(points.subList(0, i), WINDOW, longTrigger) == null ? -1 : i;
    }
    assertThat(found).as("before 375 s behind are reached").isBetween(8, 25);
  }

  @Test
  void seesBatchesThatDoubleThoughEachWindowHoldsTwo() {
    var points = every30s(20, i -> 15);
    double at = 600;
    double took = 30;
    for (int i = 0; i < 5; i++) {
      at += took;
      points.add(point(at, took));
      took *= 2;
    }
    assertThat(grows(points)).isTrue();
  }

  @Test
  void countsATimeThatIsOnlyALowerBoundByTheRecords() {
    var points = new ArrayList<LagPoint>();
    for (int i = 0; i < 60; i++) {
      LagPoint p = point(i * 30, 4000 + i * 6);
      points.add(new LagPoint(p.at(), p.records(), p.grown(), p.arrived(), 0, i * 30.0, true));
    }
    assertThat(grows(points)).isTrue();
    var flat = new ArrayList<LagPoint>();
    for (int i = 0; i < 60; i++) {
      LagPoint p = point(i * 30, 4000);
      flat.add(new LagPoint(p.at(), p.records(), p.grown(), p.arrived(), 0, i * 30.0, true));
    }
    assertThat(firstFound(flat)).as("only the known history gets longer").isEqualTo(-1);
  }
}
