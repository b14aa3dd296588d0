package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.QueryLag.Basis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every partition whose lag is unknown is counted and has the reason that is true for it. */
class UnknownPartitionsTest {
  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");
  private final ClusterOffsets brokers = new ClusterOffsets("c", () -> Duration.ofSeconds(15));

  @Test
  void invalidPositionIsUnknownAndDoesNotCountFromTheEarliestOffset() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(100)));
    QueryLag lag = withBrokers(source(Map.of(t(0), 90L), null, unknownPositions(Set.of(t(1)), 0)));
    assertThat(lag.records()).isEqualTo(10);
    assertThat(lag.unknown()).isOne();
    assertThat(lag.reason()).isEqualTo("Spark reported no valid position of 1 of 2 partitions");
  }

  @Test
  void invalidPartitionsWithoutAUsableNameCount() {
    poll(Map.of(t(0), offsets(100)));
    QueryLag lag = withBrokers(source(Map.of(t(0), 90L), null, unknownPositions(Set.of(), 2)));
    assertThat(lag.records()).isEqualTo(10);
    assertThat(lag.unknown()).isEqualTo(2);
    assertThat(lag.partitionCount()).isEqualTo(3);
    assertThat(lag.isLowerBound()).isTrue();
    assertThat(lag.reason()).isEqualTo("Spark reported no valid position of 2 of 3 partitions");
  }

  @Test
  void lagIsUnknownWhenNoPositionIsValid() {
    QueryLag lag = withoutBrokers(source(Map.of(), null, unknownPositions(Set.of(t(0)), 1)));
    assertThat(lag.records()).isNull();
    assertThat(lag.basis()).isEqualTo(Basis.NONE);
    assertThat(lag.unknown()).isEqualTo(2);
    assertThat(lag.reason()).isEqualTo("Spark reported positions that are no offsets");
  }

  @Test
  void sourceWithoutAPositionMakesTheSumALowerBound() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(100)));
    SourcePosition known = source(Map.of(t(0), 90L, t(1), 90L), null, UnknownPositions.NONE);
    QueryLag lag =
        withBrokers(
            known, SourcePositions.source(1, true, "KafkaV2[Subscribe[t]]", null, null, Set.of()));
    assertThat(lag.records()).isEqualTo(20);
    assertThat(lag.unknown()).isEqualTo(2);
    assertThat(lag.partitions()).hasSize(4);
    assertThat(lag.reason()).isEqualTo("Spark has not reported a position of 2 of 4 partitions");
  }

  @Test
  void sourceWithoutAPositionOrPartitionsCountsAsOne() {
    SourcePosition known = source(Map.of(t(0), 90L), Map.of(t(0), 95L), UnknownPositions.NONE);
    QueryLag lag =
        withoutBrokers(known, SourcePositions.source(1, true, "other", null, null, Set.of()));
    assertThat(lag.records()).isEqualTo(5);
    assertThat(lag.unknown()).isOne();
  }

  @Test
  void partitionThatOnlySparksLatestOffsetsNameIsUnknown() {
    QueryLag lag =
        withoutBrokers(
            source(Map.of(t(0), 90L), Map.of(t(0), 95L, t(1), 7L), UnknownPositions.NONE));
    assertThat(lag.records()).isEqualTo(5);
    assertThat(lag.unknown()).isOne();
    assertThat(lag.reason()).isEqualTo("Spark has not reported a position of 1 of 2 partitions");
  }

  @Test
  void latestOffsetBelowThePositionIsUnknownForThatPartitionOnly() {
    QueryLag lag =
        withoutBrokers(
            source(
                Map.of(t(0), 350L, t(1), 10L),
                Map.of(t(0), 349L, t(1), 10L),
                UnknownPositions.NONE));
    assertThat(lag.records()).isZero();
    assertThat(lag.unknown()).isOne();
    assertThat(lag.rateLimitedBacklog()).isZero();
    assertThat(lag.reason())
        .isEqualTo("Spark's end offset is older than the position of 1 of 2 partitions");
  }

  @Test
  void emptyPositionIsUnknownAndNotTheWholeLog() {
    SourcePosition empty = source(Map.of(), Map.of(), UnknownPositions.NONE);
    assertThat(withoutBrokers(empty).records()).isNull();
    poll(Map.of(t(0), offsets(150)));
    QueryLag lag = withBrokers(empty);
    assertThat(lag.records()).isNull();
    assertThat(lag.unknown()).isOne();
    assertThat(lag.reason()).isEqualTo("Spark has not reported a position yet");
  }

  @Test
  void partitionThatSparkHasNotReadStaysCountedWhenTheTopicIsNoLongerAnswered() {
    poll(Map.of(t(0), offsets(100), t(1), offsets(40)));
    SourcePosition source = source(Map.of(t(0), 90L), null, UnknownPositions.NONE);
    assertThat(LagCalculator.of(List.of(source), brokers, NOW.plusSeconds(45)).unknown()).isZero();
    QueryLag old = LagCalculator.of(List.of(source), brokers, NOW.plusSeconds(46));
    assertThat(old.unknown()).isEqualTo(2);
    assertThat(old.reason()).isEqualTo("no broker has answered for its partitions");
  }

  @Test
  void subscribedTopicOfWhichNothingIsKnownCountsAsOne() {
    poll(Map.of(t(0), offsets(100)));
    SourcePosition two =
        SourcePositions.source(
            0, true, "KafkaV2[Subscribe[t, u]]", Map.of(t(0), 90L), null, Set.of());
    QueryLag lag = withBrokers(two);
    assertThat(lag.records()).isEqualTo(10);
    assertThat(lag.unknown()).isOne();
    assertThat(lag.partitionCount()).isEqualTo(2);
    assertThat(lag.reason()).isEqualTo("no broker has answered for 1 of 2 partitions");

    SourcePosition invalid =
        SourcePositions.source(
            0,
            true,
            "KafkaV2[Subscribe[t, u]]",
            Map.of(t(0), 90L),
            null,
            Set.of(),
            unknownPositions(Set.of(new TopicPartition("u", 0)), 0));
    assertThat(withBrokers(invalid).unknown()).as("already counted").isOne();
  }

  @Test
  void patternWithoutTopicsIsZeroOnlyAfterACheck() {
    SourcePosition pattern =
        SourcePositions.source(0, true, "KafkaV2[SubscribePattern[x.*]]", Map.of(), null, Set.of());
    assertThat(withBrokers(pattern).records()).as("never checked").isNull();
    poll(Map.of());
    assertThat(withBrokers(pattern).records()).isZero();
    assertThat(LagCalculator.of(List.of(pattern), brokers, NOW.plusSeconds(45)).records()).isZero();
    assertThat(LagCalculator.of(List.of(pattern), brokers, NOW.plusSeconds(46)).records())
        .as("checked too long ago")
        .isNull();
  }

  private QueryLag withBrokers(SourcePosition... sources) {
    return LagCalculator.of(List.of(sources), brokers, NOW);
  }

  private static QueryLag withoutBrokers(SourcePosition... sources) {
    return LagCalculator.of(List.of(sources), NoBrokerOffsets.NONE, NOW);
  }

  private void poll(Map<TopicPartition, ClusterPoll.Offsets> offsets) {
    brokers.apply(new ClusterPoll("c", offsets, Map.of(), Map.of(), Set.of()), NOW);
  }

  private static SourcePosition source(
      Map<TopicPartition, Long> position,
      @Nullable Map<TopicPartition, Long> latest,
      UnknownPositions unknownPositions) {
    return SourcePositions.source(
        0, true, "KafkaV2[Subscribe[t]]", position, latest, Set.of(), unknownPositions);
  }

  private static UnknownPositions unknownPositions(Set<TopicPartition> partitions, int unnamed) {
    return new UnknownPositions(partitions, unnamed);
  }

  private static TopicPartition t(int partition) {
    return new TopicPartition("t", partition);
  }

  private static ClusterPoll.Offsets offsets(long end) {
    return new ClusterPoll.Offsets(end, 0L);
  }
}
