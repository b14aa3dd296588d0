package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LagCalculatorTest {
  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");
  private final ClusterOffsets brokers = new ClusterOffsets("c", () -> Duration.ofSeconds(15));

  @Test
  void lagIsEndOffsetMinusPosition() {
    poll(Map.of(t(0), offsets(100)));
    assertThat(lag(source(Map.of(t(0), 100L))).records()).isZero();
    poll(Map.of(t(0), offsets(101)));
    assertThat(lag(source(Map.of(t(0), 100L))).records()).isOne();
  }

  @Test
  void lagIsZeroForAPositionAheadOfTheLastPoll() {
    poll(Map.of(t(0), offsets(100)));
    QueryLag lag = lag(source(Map.of(t(0), 130L)));
    assertThat(lag.records()).isZero();
    assertThat(lag.partitions().get(0).state()).isEqualTo(PartitionStatus.MEASURED);
  }

  @Test
  void lagIsUnknownWhenThePositionPassedTheEndOffsetAndAPollFailed() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(100)));
    brokers.pollFailed();
    assertThat(lag(source(Map.of(t(0), 130L, t(1), 90L))).records()).isEqualTo(10);

    brokers.pollFailed();
    QueryLag lag = lag(source(Map.of(t(0), 130L, t(1), 90L)));
    assertThat(lag.records()).isEqualTo(10);
    assertThat(lag.unknown()).isOne();
    assertThat(lag.partitions().get(0).state()).isEqualTo(PartitionStatus.UNKNOWN);

    poll(Map.of(t(0), offsets(150), t(1), offsets(100)));
    assertThat(lag(source(Map.of(t(0), 130L, t(1), 90L))).records()).isEqualTo(30);
  }

  @Test
  void sumIsALowerBoundWhenAPartitionHasNoEndOffset() {
    brokers.apply(
        new ClusterPoll(
            "c", Map.of(t(1), offsets(50)), Map.of(t(0), "leader_unavailable"), Map.of(), Set.of()),
        NOW);
    QueryLag lag = lag(source(Map.of(t(0), 10L, t(1), 20L)));
    assertThat(lag.records()).isEqualTo(30);
    assertThat(lag.unknown()).isOne();
    assertThat(lag.isLowerBound()).isTrue();
    assertThat(lag.reason()).isEqualTo("no broker has answered for 1 of 2 partitions");
    assertThat(lag.partitions().get(0).records()).isNull();
    assertThat(lag.partitions().get(0).state()).isEqualTo(PartitionStatus.UNKNOWN);
  }

  @Test
  void completeLagHasNoReason() {
    poll(Map.of(t(0), offsets(100)));
    QueryLag lag = lag(source(Map.of(t(0), 90L)));
    assertThat(lag.isLowerBound()).isFalse();
    assertThat(lag.unknown()).isZero();
    assertThat(lag.reason()).isNull();
    assertThat(lag.measuredAt()).isEqualTo(NOW);
  }

  @Test
  void reasonNamesEachCauseOfUnknownPartitions() {
    poll(Map.of(t(0), offsets(20), t(1), offsets(20)));
    assertThat(beyond(Map.of(t(0), 99L)).reason())
        .isEqualTo(
            "the position does not belong to the current log of 1 of 2 partitions:"
                + " the topic was recreated or its last records were lost");
    poll(Map.of(t(0), offsets(20)));
    assertThat(beyond(Map.of(t(0), 99L)).reason())
        .isEqualTo(
            "the position does not belong to the current log:"
                + " the topic was recreated or its last records were lost");
    assertThat(beyond(Map.of(t(0), 99L)).records()).isNull();
  }

  @Test
  void reasonNamesBothCausesTogether() {
    brokers.apply(
        new ClusterPoll(
            "c", Map.of(t(0), offsets(20)), Map.of(t(1), "leader_unavailable"), Map.of(), Set.of()),
        NOW);
    assertThat(beyond(Map.of(t(0), 99L, t(1), 5L)).reason())
        .isEqualTo(
            "no broker has answered for 1 of 2 partitions,"
                + " and the position does not belong to the current log of 1 of 2 partitions");
  }

  @Test
  void reasonWithoutBrokersNamesSparksMissingOffsets() {
    SourcePosition partly =
        SourcePositions.source(
            0, true, "", Map.of(t(0), 90L, t(1), 5L), Map.of(t(0), 130L), Set.of());
    QueryLag lag = LagCalculator.of(List.of(partly), NoBrokerOffsets.NONE, NOW);
    assertThat(lag.records()).isEqualTo(40);
    assertThat(lag.reason()).isEqualTo("Spark has not reported an end offset of 1 of 2 partitions");
    SourcePosition none = SourcePositions.source(0, true, "", Map.of(t(0), 90L), null, Set.of());
    assertThat(LagCalculator.of(List.of(none), NoBrokerOffsets.NONE, NOW).reason())
        .isEqualTo("no broker is configured and Spark has not reported an end offset");
  }

  @Test
  void sumsStopAtTheLargestNumber() {
    poll(Map.of(t(0), offsets(Long.MAX_VALUE), t(1), offsets(Long.MAX_VALUE)));
    assertThat(lag(source(Map.of(t(0), 0L, t(1), 5L))).records()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void partitionThatSparkHasNotPickedUpCountsFromItsEarliestOffset() {
    poll(Map.of(t(0), offsets(100), t(1), new ClusterPoll.Offsets(40, 15L)));
    QueryLag lag = lag(source(Map.of(t(0), 90L)));
    assertThat(lag.records()).isEqualTo(10 + 25);
    assertThat(lag.partitions().get(1).state()).isEqualTo(PartitionStatus.NOT_PICKED_UP);
  }

  @Test
  void topicThatThePatternMatchesCountsBeforeSparkPicksItUp() {
    poll(Map.of(t(0), offsets(100), new TopicPartition("other", 0), offsets(7)));
    SourcePosition pattern = source("KafkaV2[SubscribePattern[t|oth.*]]", Map.of(t(0), 100L));
    assertThat(lag(pattern).records()).isEqualTo(7);
  }

  @Test
  void partitionsThatAreNotAssignedDoNotCount() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(40)));
    assertThat(lag(source("KafkaV2[Assign[t-0]]", Map.of(t(0), 90L))).records()).isEqualTo(10);
  }

  @Test
  void topicsAndPartitionsThatNoLongerExistDoNotCount() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(100), new TopicPartition("b", 0), offsets(5)));
    SourcePosition both =
        source(
            "KafkaV2[Subscribe[t, b]]",
            Map.of(t(0), 90L, t(1), 90L, new TopicPartition("b", 0), 0L));
    assertThat(lag(both).records()).isEqualTo(25);
    brokers.apply(
        new ClusterPoll("c", Map.of(t(0), offsets(100)), Map.of(), Map.of(), Set.of("b")),
        NOW.plusSeconds(1));
    QueryLag lag = lag(both);
    assertThat(lag.records()).isEqualTo(10);
    assertThat(lag.partitions()).hasSize(1);
    assertThat(lag.unknown()).isZero();
  }

  @Test
  void lagIsUnknownWhenAllPartitionsAreGone() {
    brokers.apply(new ClusterPoll("c", Map.of(), Map.of(), Map.of(), Set.of("t")), NOW);
    QueryLag lag = lag(source(Map.of(t(0), 90L)));
    assertThat(lag.basis()).isEqualTo(Basis.NONE);
    assertThat(lag.records()).isNull();
    assertThat(lag.reason()).isEqualTo("the brokers no longer have what it reads");

    SourcePosition nothingYet = source("KafkaV2[SubscribePattern[t]]", Map.of());
    assertThat(lag(nothingYet).records()).as("a pattern that matches no topic").isZero();
  }

  @Test
  void lagIsUnknownForAPositionBeyondTheEndOffset() {
    poll(Map.of(t(0), offsets(20)));
    SourcePosition beyond =
        SourcePositions.source(
            0, true, "KafkaV2[Subscribe[t]]", Map.of(t(0), 1_000_000L), null, Set.of(t(0)));
    PartitionLag partition = lag(beyond).partitions().get(0);
    assertThat(partition.state()).isEqualTo(PartitionStatus.POSITION_BEYOND_END);
    assertThat(partition.records()).isNull();
  }

  @Test
  void headroomIsNegativeByTheRecordsThatRetentionDeleted() {
    poll(Map.of(t(0), new ClusterPoll.Offsets(1000, 600L)));
    QueryLag lag = lag(source(Map.of(t(0), 400L)));
    assertThat(lag.records()).isEqualTo(600);
    assertThat(lag.partitions().get(0).headroom()).isEqualTo(-200);
  }

  @Test
  void sumsAreExactAboveTheRangeOfADouble() {
    long base = (1L << 53) + 1;
    poll(Map.of(t(0), offsets(base + 2), t(1), offsets(base + 4)));
    assertThat(lag(source(Map.of(t(0), base, t(1), base))).records()).isEqualTo(6);
    assertThat(lag(source(Map.of(t(0), 0L, t(1), 0L))).records()).isEqualTo(2 * base + 6);
  }

  @Test
  void endOffsetsOlderThanThreePollsAreNotUsed() {
    poll(Map.of(t(0), offsets(100)));
    List<SourcePosition> sources = List.of(source(Map.of(t(0), 90L)));
    assertThat(LagCalculator.of(sources, brokers, NOW.plusSeconds(45)).records()).isEqualTo(10);
    QueryLag old = LagCalculator.of(sources, brokers, NOW.plusSeconds(46));
    assertThat(old.records()).isNull();
    assertThat(old.basis()).isEqualTo(Basis.NONE);
    assertThat(old.reason()).contains("no broker has answered");
    assertThat(old.unknown()).isOne();
  }

  @Test
  void usesSparksOffsetsWithoutBrokers() {
    SourcePosition planned =
        SourcePositions.source(
            0, true, "KafkaV2[Subscribe[t]]", Map.of(t(0), 90L), Map.of(t(0), 130L), Set.of());
    QueryLag lag = LagCalculator.of(List.of(planned), NoBrokerOffsets.NONE, NOW);
    assertThat(lag.basis()).isEqualTo(Basis.SPARK);
    assertThat(lag.records()).isEqualTo(40);
    assertThat(lag.rateLimitedBacklog()).isEqualTo(40);
    assertThat(lag.time()).isNull();
  }

  @Test
  void lagIsUnknownWhenSparksLatestOffsetIsBelowThePosition() {
    SourcePosition realTime =
        SourcePositions.source(
            0, true, "KafkaV2[Subscribe[t]]", Map.of(t(0), 7L), Map.of(t(0), 3L), Set.of());
    QueryLag lag = LagCalculator.of(List.of(realTime), NoBrokerOffsets.NONE, NOW);
    assertThat(lag.records()).isNull();
    assertThat(lag.basis()).isEqualTo(Basis.NONE);
    assertThat(lag.rateLimitedBacklog()).isNull();
    assertThat(lag.reason())
        .isEqualTo("no broker is configured and Spark's end offset is older than the position");
  }

  @Test
  void twoSourcesOfOneTopicCountSeparately() {
    poll(Map.of(t(0), offsets(100)));
    SourcePosition first = source(Map.of(t(0), 90L));
    SourcePosition second =
        SourcePositions.source(1, true, "KafkaV2[Subscribe[t]]", Map.of(t(0), 40L), null, Set.of());
    QueryLag lag = LagCalculator.of(List.of(first, second), brokers, NOW);
    assertThat(lag.records()).isEqualTo(70);
    assertThat(lag.partitions()).extracting(PartitionLag::source).containsExactly(0, 1);
  }

  @Test
  void lagHasAReasonWhenThereIsNothingToMeasure() {
    assertThat(LagCalculator.of(List.of(), brokers, NOW).reason()).contains("not reported");
    SourcePosition rate =
        SourcePositions.source(0, false, "RateStreamV2[rowsPerSecond=1]", null, null, Set.of());
    assertThat(LagCalculator.of(List.of(rate), brokers, NOW).reason()).contains("no source");
    SourcePosition noBatch =
        SourcePositions.source(0, true, "KafkaV2[Subscribe[t]]", null, null, Set.of());
    assertThat(LagCalculator.of(List.of(noBatch), brokers, NOW).records()).isNull();
  }

  @Test
  void timeLagIsThatOfTheWorstPartition() {
    brokers.apply(
        new ClusterPoll(
            "c", Map.of(t(0), offsets(0), t(1), offsets(0)), Map.of(), Map.of(), Set.of()),
        NOW.minusSeconds(30));
    poll(Map.of(t(0), offsets(30), t(1), offsets(30)));
    TimeLag time = lag(source(Map.of(t(0), 20L, t(1), 5L))).time();
    assertThat(time).isEqualTo(new TimeLag(Duration.ofSeconds(25), false));
  }

  @Test
  void timeIsALowerBoundIfThatOfOnePartitionIs() {
    brokers.apply(
        new ClusterPoll(
            "c", Map.of(t(0), offsets(0), t(1), offsets(100)), Map.of(), Map.of(), Set.of()),
        NOW.minusSeconds(30));
    poll(Map.of(t(0), offsets(30), t(1), offsets(130)));
    assertThat(lag(source(Map.of(t(0), 20L, t(1), 50L))).time())
        .isEqualTo(new TimeLag(Duration.ofSeconds(30), true));
    assertThat(lag(source(Map.of(t(0), 20L, t(1), 110L))).time())
        .isEqualTo(new TimeLag(Duration.ofSeconds(20), false));
    QueryLag partly = beyond(Map.of(t(0), 20L, t(1), 110L));
    assertThat(partly.time()).as("unknown").isEqualTo(new TimeLag(Duration.ofSeconds(20), true));
    assertThat(partly.partitionCount()).isEqualTo(2);
  }

  @Test
  void measuredAtIsTheOldestPollThatWasUsed() {
    TopicPartition other = new TopicPartition("b", 0);
    for (int i = 0; i < 2; i++) {
      TopicPartition polled = i == 0 ? other : t(0);
      brokers.apply(
          new ClusterPoll("c" + i, Map.of(polled, offsets(9)), Map.of(), Map.of(), Set.of()),
          NOW.minusSeconds(10 - i));
    }
    QueryLag lag = lag(source("KafkaV2[Subscribe[b, t]]", Map.of(t(0), 5L, other, 5L)));
    assertThat(lag.measuredAt()).isEqualTo(NOW.minusSeconds(10));
    assertThat(lag.records()).isEqualTo(8);
  }

  @Test
  void partitionsAreOrderedBySource() {
    poll(Map.of(t(0), offsets(100)));
    SourcePosition second =
        SourcePositions.source(1, true, "KafkaV2[Subscribe[t]]", Map.of(t(0), 40L), null, Set.of());
    QueryLag lag = LagCalculator.of(List.of(second, source(Map.of(t(0), 90L))), brokers, NOW);
    assertThat(lag.partitions()).extracting(PartitionLag::source).containsExactly(0, 1);
  }

  @Test
  void topicsOfAPositionAreReadWhateverTheDescriptionIs() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(7)));
    QueryLag lag = lag(source("other", Map.of(t(0), 90L)));
    assertThat(lag.basis()).isEqualTo(Basis.BROKER);
    assertThat(lag.basis().label()).isEqualTo("broker");
    assertThat(lag.records()).isEqualTo(17);
  }

  @Test
  void unreadablePositionCountsItsPartitions() {
    SourcePosition unreadable =
        SourcePositions.source(
            0, true, "other", null, null, Set.of(), new UnknownPositions(Set.of(t(0), t(1)), 0));
    QueryLag lag = LagCalculator.of(List.of(unreadable), NoBrokerOffsets.NONE, NOW);
    assertThat(lag.records()).isNull();
    assertThat(lag.unknown()).isEqualTo(2);
    assertThat(lag.partitions()).hasSize(2);
  }

  private QueryLag beyond(Map<TopicPartition, Long> position) {
    return lag(
        SourcePositions.source(0, true, "KafkaV2[Subscribe[t]]", position, null, Set.of(t(0))));
  }

  private QueryLag lag(SourcePosition source) {
    return LagCalculator.of(List.of(source), brokers, NOW);
  }

  private void poll(Map<TopicPartition, ClusterPoll.Offsets> offsets) {
    brokers.apply(new ClusterPoll("c", new HashMap<>(offsets), Map.of(), Map.of(), Set.of()), NOW);
  }

  private static SourcePosition source(@Nullable Map<TopicPartition, Long> position) {
    return source("KafkaV2[Subscribe[t]]", position);
  }

  private static SourcePosition source(
      String description, @Nullable Map<TopicPartition, Long> position) {
    return SourcePositions.source(0, true, description, position, null, Set.of());
  }

  private static TopicPartition t(int partition) {
    return new TopicPartition("t", partition);
  }

  private static ClusterPoll.Offsets offsets(long end) {
    return new ClusterPoll.Offsets(end, 0L);
  }
}
