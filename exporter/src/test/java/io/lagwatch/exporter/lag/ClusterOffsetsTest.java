package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lagwatch.exporter.lag.BrokerOffsets.PartitionOffsets;
import io.lagwatch.exporter.lag.BrokerOffsets.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterOffsetsTest {
  private static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ClusterOffsets brokers = new ClusterOffsets("c", () -> Duration.ofSeconds(15));

  @Test
  void topicIsUnansweredBeforeTheFirstPollAndAfterThreeMissedOnes() {
    assertThat(brokers.topic("t", T0)).isEqualTo(Topic.UNANSWERED);
    poll(0, Map.of(t(0), offsets(5)));
    assertThat(brokers.topic("t", at(45))).isEqualTo(Topic.EXISTS);
    assertThat(brokers.topic("t", at(46))).isEqualTo(Topic.UNANSWERED);
    assertThat(brokers.offsets(t(0), at(45))).isEqualTo(new PartitionOffsets(5, 0L, T0));
    assertThat(brokers.offsets(t(0), at(46))).isNull();
    assertThat(brokers.hasListedTopics(at(45))).isTrue();
    assertThat(brokers.hasListedTopics(at(46))).isFalse();
  }

  @Test
  void goneTopicHasNoPartitions() {
    poll(0, Map.of(t(0), offsets(5)));
    brokers.apply(new ClusterPoll("c", Map.of(), Map.of(), Map.of(), Set.of("t")), at(15));
    assertThat(brokers.topic("t", at(15))).isEqualTo(Topic.GONE);
    assertThat(brokers.partitions("t")).isEmpty();
    assertThat(brokers.topicsMatching("t")).isEmpty();
    poll(30, Map.of(t(0), offsets(1)));
    assertThat(brokers.topic("t", at(30))).isEqualTo(Topic.EXISTS);
    assertThat(brokers.topicsMatching("t")).containsExactly("t");
  }

  @Test
  void partitionThatDisappearsIsForgotten() {
    poll(0, Map.of(t(0), offsets(5), t(1), offsets(5)));
    poll(15, Map.of(t(0), offsets(5)));
    assertThat(brokers.partitions("t")).containsExactly(t(0));
  }

  @Test
  void unansweredPartitionExistsAndHasNoEndOffset() {
    poll(0, Map.of(t(0), offsets(5), t(1), offsets(5)));
    brokers.apply(
        new ClusterPoll("c", Map.of(t(0), offsets(6)), Map.of(t(1), "timeout"), Map.of(), Set.of()),
        at(15));
    assertThat(brokers.partitions("t")).containsExactlyInAnyOrder(t(0), t(1));
    assertThat(brokers.offsets(t(0), at(15))).isNotNull();
    assertThat(brokers.offsets(t(1), at(15))).isNull();
    assertThat(brokers.endAt(t(1), T0)).as("its history stays").isEqualTo(5);
  }

  @Test
  void failedTopicKeepsItsPartitionsWithoutEndOffsets() {
    poll(0, Map.of(t(0), offsets(5)));
    Map<String, String> failed = Map.of("t", "not_authorized", "never seen", "timeout");
    brokers.apply(new ClusterPoll("c", Map.of(), Map.of(), failed, Set.of()), at(15));
    assertThat(brokers.partitions("t")).containsExactly(t(0));
    assertThat(brokers.offsets(t(0), at(15))).isNull();
    poll(30, Map.of(t(0), offsets(5)));
    assertThat(brokers.offsets(t(0), at(30))).isNotNull();
  }

  @Test
  void failedPollCountsUntilTheNextAnswer() {
    poll(0, Map.of(t(0), offsets(5)));
    assertThat(brokers.hasFailedPollSinceLastAnswer(t(0))).isFalse();
    brokers.pollFailed();
    assertThat(brokers.hasFailedPollSinceLastAnswer(t(0))).isTrue();
    assertThat(brokers.hasFailedPollSinceLastAnswer(t(1))).as("not polled").isFalse();
    poll(15, Map.of(t(0), offsets(5)));
    assertThat(brokers.hasFailedPollSinceLastAnswer(t(0))).isFalse();
  }

  @Test
  void lastEarliestOffsetAppliesWhileTheLogIsTheSame() {
    poll(0, Map.of(t(0), new ClusterPoll.Offsets(5, null)));
    assertThat(earliest(0)).as("never reported").isNull();
    poll(1, Map.of(t(0), new ClusterPoll.Offsets(5, 2L)));
    poll(2, Map.of(t(0), new ClusterPoll.Offsets(5, null)));
    assertThat(earliest(2)).isEqualTo(2);
    poll(3, Map.of(t(0), new ClusterPoll.Offsets(9, 4L)));
    assertThat(earliest(3)).isEqualTo(4);
    poll(4, Map.of(t(0), new ClusterPoll.Offsets(8, null)));
    assertThat(earliest(4)).as("the end offset went back").isNull();
  }

  @Test
  void historyGivesTheEndOffsetBetweenTwoPolls() {
    poll(0, Map.of(t(0), offsets(0)));
    poll(10, Map.of(t(0), offsets(100)));
    assertThat(brokers.endAt(t(0), at(5))).isEqualTo(50);
    assertThat(brokers.endAt(t(0), at(11))).isNull();
    assertThat(brokers.endAt(t(1), at(5))).isNull();
    assertThat(brokers.behind(t(0), 50, at(10)))
        .isEqualTo(new TimeLag(Duration.ofSeconds(5), false));
    assertThat(brokers.behind(t(1), 50, at(10))).isNull();
  }

  @Test
  void arrivalIsTheSumOverAllPartitionsOrUnknown() {
    assertThat(brokers.arrivalPerSecond("t", MINUTE)).isNull();
    poll(0, Map.of(t(0), offsets(0), t(1), offsets(0)));
    assertThat(brokers.arrivalPerSecond("t", MINUTE)).as("one poll").isNull();
    poll(60, Map.of(t(0), offsets(60), t(1), offsets(120)));
    assertThat(brokers.arrivalPerSecond("t", MINUTE)).isEqualTo(3.0);
    poll(61, Map.of(t(0), offsets(60), t(1), offsets(120), t(2), offsets(0)));
    assertThat(brokers.arrivalPerSecond("t", MINUTE)).as("a new partition").isNull();
    brokers.apply(new ClusterPoll("c", Map.of(), Map.of(), Map.of(), Set.of("t")), at(62));
    assertThat(brokers.arrivalPerSecond("t", MINUTE)).as("no partitions").isNull();
  }

  @Test
  void positionBeyondTheLastEndOffsetNamesItsCluster() {
    assertThat(overtaken(Map.of(t(0), 6L))).as("no poll").isEmpty();
    poll(0, Map.of(t(0), offsets(5)));
    assertThat(overtaken(Map.of(t(0), 5L))).isEmpty();
    assertThat(overtaken(Map.of(t(0), 6L))).containsExactly("c");
    assertThat(overtaken(Map.of(t(1), 6L))).as("unknown partition").isEmpty();
    assertThat(overtaken(null)).isEmpty();
    brokers.apply(
        new ClusterPoll("c", Map.of(), Map.of(t(3), "timeout"), Map.of(), Set.of()), at(15));
    assertThat(overtaken(Map.of(t(3), 6L))).as("no end offset yet").isEmpty();
  }

  @Test
  void topicsThatNoQueryReadsAreForgotten() {
    TopicPartition other = new TopicPartition("other", 0);
    TopicPartition third = new TopicPartition("third", 0);
    poll(0, Map.of(t(0), offsets(5), other, offsets(5), third, offsets(5)));
    brokers.retain(new TopicInterest(Set.of("t"), Set.of("oth.*")));
    assertThat(brokers.partitions("t")).isNotEmpty();
    assertThat(brokers.partitions("other")).isNotEmpty();
    assertThat(brokers.partitions("third")).isEmpty();
  }

  @Test
  void restoredViewServesEndOffsetsForAsLongAsTheSavedOne() {
    poll(0, Map.of(t(0), offsets(0), t(1), offsets(0)));
    poll(10, Map.of(t(0), new ClusterPoll.Offsets(100, 3L), t(1), offsets(7)));
    brokers.apply(
        new ClusterPoll(
            "c", Map.of(t(0), offsets(100)), Map.of(t(1), "x", t(2), "x"), Map.of(), Set.of()),
        at(10));
    var restored = new ClusterOffsets("c", () -> Duration.ofSeconds(15));
    brokers.saved().forEach(restored::restore);
    assertThat(restored.saved())
        .extracting(
            SavedPartition::cluster,
            SavedPartition::topic,
            SavedPartition::partition,
            SavedPartition::end,
            SavedPartition::polledAt)
        .containsExactlyInAnyOrder(
            tuple("c", "t", 0, 100L, at(10)),
            tuple("c", "t", 1, 7L, at(10)),
            tuple("c", "t", 2, null, null));
    assertThat(restored.topic("t", at(55))).isEqualTo(Topic.EXISTS);
    assertThat(restored.topic("t", at(56))).isEqualTo(Topic.UNANSWERED);
    assertThat(restored.endAt(t(0), at(5))).isEqualTo(50);
    assertThat(restored.offsets(t(2), at(10))).isNull();
  }

  @Test
  void withoutBrokersNothingIsKnown() {
    assertThat(NoBrokerOffsets.NONE.topic("t", T0)).isEqualTo(Topic.UNWATCHED);
    assertThat(NoBrokerOffsets.NONE.hasListedTopics(T0)).isFalse();
    assertThat(NoBrokerOffsets.NONE.hasFailedPollSinceLastAnswer(t(0))).isFalse();
    assertThat(NoBrokerOffsets.NONE.endAt(t(0), T0)).isNull();
    assertThat(NoBrokerOffsets.NONE.offsets(t(0), T0)).isNull();
    assertThat(NoBrokerOffsets.NONE.behind(t(0), 0, T0)).isNull();
  }

  private @Nullable Long earliest(long second) {
    PartitionOffsets offsets = brokers.offsets(t(0), at(second));
    assertThat(offsets).isNotNull();
    return offsets.earliest();
  }

  private Set<String> overtaken(@Nullable Map<TopicPartition, Long> position) {
    return new RoutedOffsets(
            Map.of(0, new RoutedOffsets.Route(brokers, RoutedBy.SETTING, List.of())))
        .overtaken(List.of(SourcePositions.source(0, true, "d", position, null, Set.of())));
  }

  private void poll(long second, Map<TopicPartition, ClusterPoll.Offsets> offsets) {
    brokers.apply(new ClusterPoll("c", offsets, Map.of(), Map.of(), Set.of()), at(second));
  }

  private static TopicPartition t(int partition) {
    return new TopicPartition("t", partition);
  }

  private static ClusterPoll.Offsets offsets(long end) {
    return new ClusterPoll.Offsets(end, 0L);
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
