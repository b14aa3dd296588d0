package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static io.lagwatch.exporter.signal.SignalFacts.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LagSeriesTest {
  private static final int THIN_AT = 448;

  private final LagSeries series = new LagSeries(List.of());

  private static LagPoint point(Instant at, long grown) {
    return new LagPoint(at, grown, grown, 0, 1, null, false);
  }

  private void add(double second, long grown) {
    series.add(point(T0.plusMillis(Math.round(second * 1000)), grown));
  }

  private List<Instant> times() {
    return series.points().stream().map(LagPoint::at).toList();
  }

  @Test
  void keepsPointsInOrderOnly() {
    add(10, 1);
    add(10, 2);
    add(9, 3);
    assertThat(series.points()).containsExactly(point(at(10), 1));
  }

  @Test
  void keepsTheLowestPointOfEveryFiveSeconds() {
    add(0, 9);
    add(1, 5);
    add(2, 7);
    add(4.999, 6);
    add(5, 3);
    assertThat(series.points()).containsExactly(point(at(1), 5), point(at(5), 3));
    add(9, 4);
    add(10, 8);
    assertThat(series.points())
        .as("the first of the step is the lowest")
        .containsExactly(point(at(1), 5), point(at(5), 3), point(at(10), 8));
  }

  @Test
  void keepsTheFirstOfEquallyLowPoints() {
    add(0, 5);
    add(1, 5);
    add(5, 5);
    assertThat(times()).containsExactly(at(0), at(5));
  }

  @Test
  void keepsTheNewestPointAlthoughTheStepHasALowerOne() {
    add(0, 1);
    add(1, 9);
    assertThat(times()).containsExactly(at(0), at(1));
  }

  @Test
  void thinsOldPointsToTheLowestOfEveryMinute() {
    for (int i = 0; i < THIN_AT; i++) {
      add(i * 5, i % 12 == 7 ? 0 : 100);
    }
    assertThat(series.points()).hasSize(THIN_AT);
    add(THIN_AT * 5, 100);
    Instant newest = at(THIN_AT * 5);
    assertThat(series.points()).hasSizeLessThan(THIN_AT / 2);
    assertThat(series.points())
        .filteredOn(p -> !p.at().isBefore(newest.minusSeconds(600)))
        .as("the last ten minutes stay as they are")
        .hasSize(121);
    assertThat(series.points())
        .filteredOn(p -> p.at().isBefore(newest.minusSeconds(660)))
        .allMatch(p -> p.grown() == 0)
        .hasSize(26);
  }

  @Test
  void thinsPointsOlderThanThreeHoursToTheLowestOfEveryTenMinutes() {
    long end = 60L * THIN_AT;
    for (long second = 0; second <= end; second += 60) {
      add(second, second % 600 == 420 ? 0 : 100);
    }
    Instant threeHours = at(end - 3 * 3600);
    assertThat(series.points())
        .filteredOn(p -> !p.at().isBefore(threeHours))
        .as("one point a minute for three hours")
        .hasSize(181);
    assertThat(series.points())
        .filteredOn(p -> p.at().isBefore(threeHours.minusSeconds(600)))
        .allMatch(p -> p.grown() == 0)
        .hasSize(26);
  }

  @Test
  void forgetsPointsOlderThanADay() {
    for (int i = 0; i < THIN_AT - 1; i++) {
      add(i * 600L, 100);
    }
    long newest = 600L * (THIN_AT + 1);
    add(newest - 5, 100);
    assertThat(times()).as("not thinned yet").contains(T0);
    add(newest, 100);
    assertThat(times().get(0)).isEqualTo(at(newest - 24 * 3600));
  }

  @Test
  void startsFromSavedPoints() {
    var saved = List.of(point(at(0), 1), point(at(60), 2));
    var restored = new LagSeries(saved);
    assertThat(restored.points()).isEqualTo(saved);
    restored.add(point(at(70), 3));
    assertThat(restored.points()).hasSize(3);
  }
}
