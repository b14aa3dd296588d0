package io.lagwatch.exporter.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.signal.BatchEnds.PartitionOffsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StalledPartitionsTest {
  private static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final TopicPartition READ = new TopicPartition("t", 0);
  private static final TopicPartition LEFT = new TopicPartition("t", 1);

  private final StalledPartitions still = new StalledPartitions(List.of());
  private Map<TopicPartition, PartitionOffsets> before = Map.of();

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
  void comesBackFromItsStateAsItWas() {
    for (int end = 0; end <= 25; end++) {
      ended(end, 1000L * end, 500, 500 + 10L * end);
    }
    assertThat(new StalledPartitions(still.state()).worst(WINDOW)).isEqualTo(still.worst(WINDOW));
  }

  private void ended(int end, long read, long leftAt, long leftEnd) {
    Map<TopicPartition, PartitionOffsets> now = new HashMap<>();
    now.put(READ, new PartitionOffsets(read, read));
    now.put(LEFT, new PartitionOffsets(leftEnd, leftAt));
    still.ended(T0.plusSeconds(30L * end), before, now);
    before = now;
  }
}
