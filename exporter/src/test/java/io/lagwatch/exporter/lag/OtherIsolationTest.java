package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** End offsets of the isolation level that is not the cluster's. */
class OtherIsolationTest {
  private static final Instant T0 = Instant.parse("2026-03-02T00:00:00Z");
  private static final TopicPartition FIRST = new TopicPartition("t", 0);
  private static final TopicPartition SECOND = new TopicPartition("t", 1);

  private final ClusterOffsets cluster = new ClusterOffsets("main", () -> Duration.ofSeconds(15));
  private final ClusterOffsets other = cluster.otherIsolation();

  @Test
  void isUnknownWhileNoPollHasAskedForIt() {
    poll(new ClusterPoll.Offsets(9, 0L), new ClusterPoll.Offsets(9, 0L));
    assertThat(cluster.offsets(FIRST, T0)).isNotNull();
    assertThat(other.offsets(FIRST, T0)).isNull();
    assertThat(other.topic("t", T0)).isEqualTo(BrokerOffsets.Topic.UNANSWERED);
  }

  @Test
  void aPartitionWithoutAnAnswerIsUnknownAndNotGone() {
    poll(new ClusterPoll.Offsets(9, 2L, 7L), new ClusterPoll.Offsets(9, 2L, 8L));
    poll(new ClusterPoll.Offsets(19, 2L, 17L), new ClusterPoll.Offsets(19, 2L));
    assertThat(other.offsets(FIRST, T0)).isEqualTo(new BrokerOffsets.PartitionOffsets(17, 2L, T0));
    assertThat(other.offsets(SECOND, T0)).isNull();
    assertThat(other.partitions("t")).containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(cluster.offsets(SECOND, T0))
        .isEqualTo(new BrokerOffsets.PartitionOffsets(19, 2L, T0));
  }

  @Test
  void isForgottenWhenNoSourceNeedsItAnyMore() {
    TopicInterest needed =
        new TopicInterest(
            Set.of("t"), Set.of(), Set.of(), new TopicInterest(Set.of("t"), Set.of()));
    poll(new ClusterPoll.Offsets(9, 2L, 7L), new ClusterPoll.Offsets(9, 2L, 8L));
    cluster.retain(needed);
    assertThat(cluster.otherIsolation()).isSameAs(other);
    cluster.retain(new TopicInterest(Set.of("t"), Set.of()));
    assertThat(cluster.otherIsolation().offsets(FIRST, T0)).isNull();
  }

  @Test
  void isNeededForNamedAndForMatchingTopics() {
    TopicInterest interest =
        new TopicInterest(
            Set.of("t", "u", "v"),
            Set.of(),
            Set.of(),
            new TopicInterest(Set.of("t"), Set.of("^u$")));
    assertThat(Set.of("t", "u", "v"))
        .filteredOn(interest.needsOtherIsolation())
        .containsOnly("t", "u");
    assertThat(Set.of("t")).filteredOn(TopicInterest.NONE.needsOtherIsolation()).isEmpty();
  }

  private void poll(ClusterPoll.Offsets first, ClusterPoll.Offsets second) {
    cluster.apply(
        new ClusterPoll("main", Map.of(FIRST, first, SECOND, second), Map.of(), Map.of(), Set.of()),
        T0);
  }
}
