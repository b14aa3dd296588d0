package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.at;
import static io.lagwatch.exporter.signal.SignalFacts.partition;
import static io.lagwatch.exporter.signal.SignalFacts.unknownPartition;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.BrokerOffsets;
import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.TimeLag;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.signal.BatchEnds.CompletedBatch;
import io.lagwatch.exporter.signal.BatchEnds.ReadRange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchEndsTest {
  private static final Duration TOOK = Duration.ofSeconds(7);
  private static final TopicPartition P0 = new TopicPartition("t", 0);
  private static final TopicPartition P1 = new TopicPartition("t", 1);

  private final BatchEnds ends = new BatchEnds(List.of());
  private final Brokers brokers = new Brokers();

  /** Answers with the same offsets for every time. */
  private static final class Brokers implements BrokerOffsets {
    final Map<TopicPartition, Long> ends = new HashMap<>();
    final Map<TopicPartition, TimeLag> times = new HashMap<>();

    @Override
    public boolean hasListedTopics(Instant now) {
      return true;
    }

    @Override
    public Topic topic(String topic, Instant now) {
      return Topic.EXISTS;
    }

    @Override
    public Set<String> topicsMatching(String pattern) {
      return Set.of();
    }

    @Override
    public Set<TopicPartition> partitions(String topic) {
      return ends.keySet();
    }

    @Override
    public @Nullable PartitionOffsets offsets(TopicPartition partition, Instant now) {
      return null;
    }

    @Override
    public boolean hasFailedPollSinceLastAnswer(TopicPartition partition) {
      return false;
    }

    @Override
    public @Nullable Long endAt(TopicPartition partition, Instant at) {
      return ends.get(partition);
    }

    @Override
    public @Nullable TimeLag behind(TopicPartition partition, long position, Instant now) {
      return times.get(partition);
    }
  }

  private List<CompletedBatch> resolve(long second) {
    return ends.resolve(brokers, at(second));
  }

  @Test
  void waitsForTheEndOffsetsOfTheBatchEnd() {
    ends.add(at(10), TOOK, true, List.of(partition(0, 0, 0L, 30, 40)));
    assertThat(resolve(20)).isEmpty();
    brokers.ends.put(P0, 45L);
    brokers.times.put(P0, new TimeLag(Duration.ofMillis(2500), true));
    CompletedBatch batch = resolve(30).get(0);
    assertThat(batch.endedAt()).isEqualTo(at(10));
    assertThat(batch.took()).isEqualTo(TOOK);
    assertThat(batch.normal()).isTrue();
    assertThat(batch.sources()).containsOnlyKeys(0);
    assertThat(batch.sources().get(0))
        .isEqualTo(new BatchEnds.SourceEnd(Map.of(P0, new ReadRange(45, 30)), 2.5, true));
    assertThat(resolve(40)).as("taken out").isEmpty();
    assertThat(ends.waiting()).isEmpty();
  }

  @Test
  void needsEverySource() {
    ends.add(at(10), TOOK, false, List.of(partition(0, 0, 0L, 30, 40), partition(1, 1, 0L, 3, 4)));
    brokers.ends.put(P0, 45L);
    assertThat(resolve(20)).isEmpty();
    brokers.ends.put(P1, 5L);
    assertThat(resolve(30).get(0).sources()).containsOnlyKeys(0, 1);
  }

  @ParameterizedTest
  @CsvSource({"910, false", "911, true"})
  void givesUpAfterFifteenMinutes(long second, boolean givenUp) {
    ends.add(at(10), TOOK, false, List.of(partition(0, 0, 0L, 30, 40)));
    List<CompletedBatch> resolved = resolve(second);
    assertThat(resolved).hasSize(givenUp ? 1 : 0);
    assertThat(resolved).allSatisfy(batch -> assertThat(batch.sources()).isEmpty());
  }

  @Test
  void theWorstPartitionGivesTheTimeOfTheSource() {
    ends.add(at(10), TOOK, true, List.of(partition(0, 0, 0L, 30, 40), partition(0, 1, 0L, 3, 4)));
    brokers.ends.put(P0, 45L);
    brokers.ends.put(P1, 45L);
    brokers.times.put(P0, new TimeLag(Duration.ofSeconds(9), true));
    brokers.times.put(P1, new TimeLag(Duration.ofSeconds(8), false));
    BatchEnds.SourceEnd end = resolve(20).get(0).sources().get(0);
    assertThat(end.behindSeconds()).isEqualTo(9);
    assertThat(end.atLeast()).isTrue();
    assertThat(end.partitions()).containsOnlyKeys(P0, P1);
  }

  @Test
  void aPositionAtTheEndIsZeroBehind() {
    ends.add(at(10), TOOK, true, List.of(partition(0, 0, 0L, 45, 45)));
    brokers.ends.put(P0, 45L);
    brokers.times.put(P0, new TimeLag(Duration.ofSeconds(9), true));
    BatchEnds.SourceEnd end = resolve(20).get(0).sources().get(0);
    assertThat(end.behindSeconds()).isEqualTo(0);
    assertThat(end.atLeast()).isFalse();
  }

  @Test
  void timeIsUnknownWithoutHistory() {
    ends.add(at(10), TOOK, true, List.of(partition(0, 0, 0L, 44, 45)));
    brokers.ends.put(P0, 45L);
    BatchEnds.SourceEnd end = resolve(20).get(0).sources().get(0);
    assertThat(end.behindSeconds()).isNull();
    assertThat(end.atLeast()).isFalse();
  }

  @Test
  void readsFromTheEarliestOffsetWithoutAPosition() {
    ends.add(
        at(10),
        TOOK,
        true,
        List.of(
            new PartitionLag(0, P0, null, 40L, 12L, 28L, null, PartitionStatus.NOT_PICKED_UP),
            new PartitionLag(0, P1, null, null, null, null, null, PartitionStatus.UNKNOWN)));
    assertThat(ends.waiting().get(0).places())
        .containsExactly(new BatchEnds.ReadPosition(0, "t", 0, 12));
  }

  @Test
  void aPositionBeyondTheEndIsLeftOut() {
    ends.add(
        at(10), TOOK, true, List.of(unknownPartition(0, 0, PartitionStatus.POSITION_BEYOND_END)));
    assertThat(ends.waiting().get(0).places()).isEmpty();
  }

  @Test
  void keepsSixtyFourBatchEnds() {
    for (int i = 0; i < 65; i++) {
      ends.add(at(i), TOOK, true, List.of(partition(0, 0, 0L, 30, 40)));
      assertThat(ends.waiting()).hasSize(Math.min(i + 1, 64));
    }
    assertThat(ends.waiting().get(0).endedAt()).isEqualTo(at(1));
  }

  @Test
  void lagIsNeverNegative() {
    assertThat(new ReadRange(10, 7).lag()).isEqualTo(3);
    assertThat(new ReadRange(10, 11).lag()).isZero();
  }

  @Test
  void withoutABrokerTheOffsetsOfThePlanningCount() {
    CompletedBatch batch =
        BatchEnds.planned(
            at(10),
            TOOK,
            true,
            List.of(
                partition(0, 0, null, 30, 40),
                partition(0, 1, null, 3, 4),
                unknownPartition(1, 0, PartitionStatus.UNKNOWN)));
    assertThat(batch.endedAt()).isEqualTo(at(10));
    assertThat(batch.took()).isEqualTo(TOOK);
    assertThat(batch.normal()).isTrue();
    assertThat(batch.sources())
        .isEqualTo(
            Map.of(
                0,
                new BatchEnds.SourceEnd(
                    Map.of(P0, new ReadRange(40, 30), P1, new ReadRange(4, 3)), null, false)));
  }

  @Test
  void savedBatchEndsStillWait() {
    ends.add(at(10), TOOK, true, List.of(partition(0, 0, 0L, 30, 40)));
    brokers.ends.put(P0, 45L);
    assertThat(new BatchEnds(ends.waiting()).resolve(brokers, at(20))).hasSize(1);
  }
}
