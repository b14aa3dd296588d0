package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.signal.BatchEnds.ReadRange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StalledPartitionsTest {
  private static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final TopicPartition READ = new TopicPartition("t", 0);
  private static final TopicPartition LEFT = new TopicPartition("t", 1);

  private final StalledPartitions still = new StalledPartitions(List.of());
  private Map<TopicPartition, ReadRange> before = Map.of();

  @Test
  void findsThePartitionThatBatchesLeaveBehind() {
    for (int end = 0; end <= 21; end++) {
      ended(end, 1000L * end, 500, 500 + 10L * end);
      assertThat(still.worst(WINDOW)).as("less than two windows").isNull();
    }
    ended(22, 22_000, 500, 720);
    assertThat(still.worst(WINDOW).partition()).isEqualTo(1);
    assertThat(still.worst(WINDOW).arrivedPerSecond()).isBetween(0.3, 0.4);
  }

  @Test
  void forgetsItOnceItMoves() {
    for (int end = 0; end <= 25; end++) {
      ended(end, 1000L * end, 500, 500 + 10L * end);
    }
    ended(26, 26_000, 700, 760);
    assertThat(still.worst(WINDOW)).isNull();
  }

  @Test
  void doesNotBlameAPartitionWithoutRecordsOrASourceThatReadsNothing() {
    for (int end = 0; end <= 40; end++) {
      ended(end, 1000L * end, 500, 500);
    }
    assertThat(still.worst(WINDOW)).as("nothing waits there").isNull();
    for (int end = 41; end <= 80; end++) {
      ended(end, 40_000, 500, 900);
    }
    assertThat(still.worst(WINDOW)).as("no batch reads anything").isNull();
  }

  @Test
  void restoredRegistryHasTheSameFacts() {
    for (int end = 0; end <= 25; end++) {
      ended(end, 1000L * end, 500, 500 + 10L * end);
    }
    assertThat(new StalledPartitions(still.state()).worst(WINDOW)).isEqualTo(still.worst(WINDOW));
  }

  private static StalledPartitions.StalledPartition stalled(
      int partition, long since, long last, long before, long now, int ends) {
    return new StalledPartitions.StalledPartition(
        "t", partition, T0.plusSeconds(since), T0.plusSeconds(last), before, now, ends);
  }

  @ParameterizedTest
  @CsvSource({
    // batch ends, seconds, arrived, stalled
    "8, 600, 1, true",
    "7, 600, 1, false",
    "8, 599, 1, false",
    "8, 600, 0, false"
  })
  void needsEightBatchesTwoWindowsAndNewRecords(
      int ends, long seconds, long arrived, boolean found) {
    var partition = stalled(1, 0, seconds, 100, 100 + arrived, ends);
    assertThat(new StalledPartitions(List.of(partition)).worst(WINDOW))
        .isEqualTo(found ? partition : null);
  }

  @Test
  void thePartitionThatStalledFirstIsTheWorst() {
    var first = stalled(1, 0, 900, 0, 9, 20);
    var second = stalled(2, 10, 900, 0, 9, 20);
    assertThat(new StalledPartitions(List.of(second, first)).worst(WINDOW)).isEqualTo(first);
    assertThat(new StalledPartitions(List.of(first, second)).worst(WINDOW)).isEqualTo(first);
  }

  @Test
  void theRateIsThatOfTheNewRecords() {
    assertThat(stalled(1, 0, 10, 100, 150, 8).arrivedPerSecond()).isEqualTo(5);
    assertThat(stalled(1, 10, 10, 100, 150, 8).arrivedPerSecond()).isZero();
  }

  @Test
  void remembersSinceWhenAndHowManyBatches() {
    ended(0, 0, 500, 510);
    ended(1, 1000, 500, 520);
    ended(2, 2000, 500, 530);
    assertThat(still.state()).containsExactly(stalled(1, 30, 60, 510, 530, 2));
    still.ended(T0.plusSeconds(90), before, Map.of(READ, new ReadRange(3000, 3000)));
    assertThat(still.state()).as("a partition that is gone").isEmpty();
  }

  private void ended(int end, long read, long leftAt, long leftEnd) {
    Map<TopicPartition, ReadRange> now = new HashMap<>();
    now.put(READ, new ReadRange(read, read));
    now.put(LEFT, new ReadRange(leftEnd, leftAt));
    still.ended(T0.plusSeconds(30L * end), before, now);
    before = now;
  }
}
