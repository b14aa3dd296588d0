package io.lagwatch.exporter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TotalsTest {
  @Test
  void addsRunsWithTheSameBounds() {
    var sum = durations(Map.of(1.0, 2L, 5.0, 3L)).plus(durations(Map.of(1.0, 1L, 5.0, 4L)));
    assertThat(sum.buckets()).isEqualTo(Map.of(1.0, 3L, 5.0, 7L));
  }

  @Test
  void staysCumulativeWhenRunsHaveDifferentBounds() {
    var sum = durations(Map.of(1.0, 5L)).plus(durations(Map.of(2.0, 3L)));
    assertThat(sum.buckets()).isEqualTo(Map.of(1.0, 5L, 2.0, 8L));
    var highest = durations(Map.of(1.0, 5L)).max(durations(Map.of(2.0, 3L)));
    assertThat(highest.buckets()).isEqualTo(Map.of(1.0, 5L, 2.0, 5L));
  }

  @Test
  void hasAtMost100BoundsHoweverManyRunsThereWere() {
    Totals.Durations sum = Totals.Durations.NONE;
    for (int run = 0; run < 50; run++) {
      sum = sum.plus(durations(bounds(1_000 * run, 30)));
      assertThat(sum.buckets()).hasSize(Math.min(100, 30 * (run + 1)));
    }
    assertThat(sum.buckets()).containsEntry(1.0, 1L).containsEntry(30.0, 30L);
    assertThat(sum.count()).isEqualTo(50 * 30);
    assertThat(sum.max(durations(bounds(900_000, 100))).buckets()).hasSize(100);
  }

  private static Totals.Durations durations(Map<Double, Long> buckets) {
    var sorted = new TreeMap<>(buckets);
    return new Totals.Durations(sorted.get(sorted.lastKey()), 1, sorted);
  }

  private static SortedMap<Double, Long> bounds(int after, int number) {
    var buckets = new TreeMap<Double, Long>();
    IntStream.rangeClosed(1, number).forEach(i -> buckets.put((double) after + i, (long) i));
    return buckets;
  }
}
