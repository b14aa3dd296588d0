package io.lagwatch.exporter.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeSeriesBufferTest {
  private static final Duration STEP = Duration.ofSeconds(60);

  private final TimeSeriesBuffer trail = new TimeSeriesBuffer();

  @Test
  void pointsAreAStepApartAndTheNewestIsTheNewestSample() {
    for (int second = 0; second <= 150; second += 15) {
      add(second, second);
    }

    assertThat(seconds(trail)).containsExactly(0L, 60L, 120L, 150L);
    assertThat(trail.points().value(HistoryMetric.LAG_RECORDS, 3)).isEqualTo(150);
  }

  @Test
  void jitterOfTheClockDoesNotRemoveAPoint() {
    for (int i = 0; i < 9; i++) {
      trail.add(i * 15_000L + (i % 2) * 700, row(1), History.SAMPLE_INTERVAL);
    }

    assertThat(trail.size()).isEqualTo(9);
  }

  @Test
  void pointsStayInOrderWhenTheClockIsSetBack() {
    for (int second : new int[] {0, 60, 120, 180, 70, 130}) {
      add(second, second);
    }

    assertThat(seconds(trail)).containsExactly(0L, 60L, 70L, 130L);
  }

  @Test
  void unknownValueBetweenTwoPointsIsAGap() {
    add(0, 1);
    add(15, 2);
    add(30, Double.NaN);
    add(45, 3);
    add(60, 4);
    add(75, 5);

    assertThat(seconds(trail)).containsExactly(0L, 60L, 75L);
    assertThat(gaps(trail)).containsExactly(false, true, false);
  }

  @Test
  void thinningKeepsGaps() {
    for (int second = 0; second <= 120; second += 15) {
      trail.add(second * 1000L, row(second == 45 ? Double.NaN : 1), History.SAMPLE_INTERVAL);
    }
    trail.add(400_000, row(1), History.SAMPLE_INTERVAL);

    TimeSeriesBuffer thin = trail.thinned(STEP);
    assertThat(seconds(thin)).containsExactly(0L, 60L, 120L, 400L);
    assertThat(gaps(thin)).containsExactly(false, true, false, true);
  }

  private void add(int second, double lag) {
    trail.add(second * 1000L, row(lag), STEP);
  }

  private static double[] row(double lag) {
    var row = new double[HistoryMetric.COUNT];
    Arrays.fill(row, 7);
    row[HistoryMetric.LAG_RECORDS.ordinal()] = lag;
    return row;
  }

  private static Long[] seconds(TimeSeriesBuffer trail) {
    return IntStream.range(0, trail.size())
        .mapToObj(i -> trail.points().at(i).getEpochSecond())
        .toArray(Long[]::new);
  }

  private static Boolean[] gaps(TimeSeriesBuffer trail) {
    return IntStream.range(0, trail.size())
        .mapToObj(trail.points()::gapBefore)
        .toArray(Boolean[]::new);
  }
}
