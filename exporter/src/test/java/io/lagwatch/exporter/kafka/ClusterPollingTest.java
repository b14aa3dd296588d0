package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.kafka.FakeAdmin.Log;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class ClusterPollingTest {
  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");

  private final FakeAdmin brokers = new FakeAdmin();
  private final ClusterPolling polling =
      new ClusterPolling(KafkaCluster.of("main", "broker:9092"), Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void keepsOffsetsBeyondWhatADoubleCanHold() throws Exception {
    long end = (1L << 53) + 1;
    brokers.log("big", 0, Log.of(end - 2, end));
    brokers.log("big", 1, Log.of(0, Long.MAX_VALUE));

    assertThat(poll("big").offsets())
        .containsEntry(new TopicPartition("big", 0), new Offsets(end, end - 2))
        .containsEntry(new TopicPartition("big", 1), new Offsets(Long.MAX_VALUE, 0L));
  }

  @Test
  void requestsTheEndOffsetsOfTheOtherIsolationLevelOnlyIfTheyAreNeeded() throws Exception {
    brokers.log("t", 0, Log.withOpenTransaction(0, 4, 9));
    brokers.log("u.eu", 0, Log.withOpenTransaction(0, 5, 6));
    brokers.log("v", 0, Log.withOpenTransaction(0, 7, 8));
    TopicPartition partition = new TopicPartition("t", 0);

    assertThat(poll("t").offsets()).containsEntry(partition, new Offsets(9, 0L, null));
    assertThat(brokers.requests).containsOnlyOnce("latest t-0");

    var both =
        new TopicInterest(
            Set.of("t", "u.eu", "v"),
            Set.of(),
            Set.of(),
            new TopicInterest(Set.of("t"), Set.of("^u")));
    ClusterPoll poll =
        polling.poll(brokers.admin(), both, Deadline.in(Duration.ofSeconds(5))).poll();
    assertThat(poll.offsets())
        .containsEntry(partition, new Offsets(9, null, 4L))
        .containsEntry(new TopicPartition("u.eu", 0), new Offsets(6, 0L, 5L))
        .containsEntry(new TopicPartition("v", 0), new Offsets(8, 0L, null));

    var committed =
        new ClusterPolling(
            new KafkaCluster(
                "main",
                "broker:9092",
                Pattern.compile(".*"),
                Map.of(),
                Duration.ofSeconds(15),
                IsolationLevel.READ_COMMITTED),
            Clock.fixed(NOW, ZoneOffset.UTC));
    poll = committed.poll(brokers.admin(), both, Deadline.in(Duration.ofSeconds(5))).poll();
    assertThat(poll.offsets()).containsEntry(partition, new Offsets(4, 0L, 9L));
    assertThat(poll.identity().isolation()).isEqualTo("read_committed");
  }

  @Test
  void failingPartitionsAndTopicsDoNotAffectOthers() throws Exception {
    brokers.log("mixed", 0, Log.of(0, 5));
    brokers.log("mixed", 1, Log.failing(new LeaderNotAvailableException("moving")));
    brokers.log("mixed", 2, null);
    brokers.log("mixed", 3, Log.failing(new TimeoutException("slow")));
    brokers.failingTopics.put("secret", new TopicAuthorizationException("no"));

    ClusterPoll poll = poll("mixed", "secret", "gone", "no such name", "x".repeat(250));

    assertThat(poll.cluster()).isEqualTo("main");
    assertThat(poll.offsets())
        .isEqualTo(Map.of(new TopicPartition("mixed", 0), new Offsets(5, 0L)));
    assertThat(poll.unanswered())
        .isEqualTo(
            Map.of(
                new TopicPartition("mixed", 1), "leader_unavailable",
                new TopicPartition("mixed", 2), "leader_unavailable",
                new TopicPartition("mixed", 3), "timeout"));
    assertThat(poll.failedTopics()).isEqualTo(Map.of("secret", "authorization"));
    assertThat(poll.goneTopics())
        .containsExactlyInAnyOrder("gone", "no such name", "x".repeat(250));
    assertThat(brokers.requests)
        .as("without a leader, no request is sent")
        .doesNotContain("latest mixed-2");
  }

  @Test
  void requestsEarliestOffsetsEveryFourthTimeAndImmediatelyForNewPartitions() throws Exception {
    brokers.log("t", 0, Log.of(1, 5));
    assertThat(earliest(poll("t"), 0)).isEqualTo(1);
    assertThat(earliest(poll("t"), 0)).isNull();
    brokers.log("t", 1, Log.of(3, 5));
    ClusterPoll third = poll("t");
    assertThat(earliest(third, 0)).isNull();
    assertThat(earliest(third, 1)).isEqualTo(3);
    assertThat(earliest(poll("t"), 1)).isNull();
    ClusterPoll fifth = poll("t");
    assertThat(earliest(fifth, 0)).isEqualTo(1);
    assertThat(earliest(fifth, 1)).isEqualTo(3);
  }

  @Test
  void requestsTheEarliestOffsetWhenATopicWasRecreated() throws Exception {
    brokers.log("t", 0, Log.of(70, 100));
    poll("t");
    brokers.log("t", 0, Log.of(0, 8));

    assertThat(poll("t").offsets()).containsEntry(new TopicPartition("t", 0), new Offsets(8, 0L));
    assertThat(earliest(poll("t"), 0)).as("requested only once").isNull();
  }

  @Test
  void requestsAMissingEarliestOffsetAgain() throws Exception {
    brokers.log("t", 0, Log.failing(new TimeoutException("slow")));
    brokers.log("t", 1, Log.of(0, 1));
    poll("t");
    brokers.log("t", 0, Log.of(4, 9));

    assertThat(earliest(poll("t"), 0)).isEqualTo(4);
  }

  @Test
  void pollFailsWhenAClusterErrorPreventsEveryAnswer() {
    brokers.log("t", 0, Log.failing(new TimeoutException("slow")));

    assertThatThrownBy(() -> poll("t"))
        .isInstanceOfSatisfying(
            PollFailure.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.TIMEOUT));
  }

  @Test
  void pollSucceedsWhenEveryPartitionLacksALeader() throws Exception {
    brokers.log("t", 0, null);
    brokers.log("u", 0, Log.failing(new LeaderNotAvailableException("moving")));

    assertThat(poll("t", "u").unanswered()).hasSize(2);
  }

  @Test
  void returnsTheTimeOfTheAnswers() throws Exception {
    brokers.log("t", 0, Log.of(0, 1));

    assertThat(answer("t").at()).isEqualTo(NOW);
  }

  private ClusterPoll poll(String... topics) throws Exception {
    return answer(topics).poll();
  }

  private ClusterPolling.PollAnswer answer(String... topics) throws Exception {
    return polling.poll(
        brokers.admin(),
        new TopicInterest(Set.of(topics), Set.of()),
        Deadline.in(Duration.ofSeconds(5)));
  }

  private static Long earliest(ClusterPoll poll, int partition) {
    return poll.offsets().get(new TopicPartition("t", partition)).earliest();
  }
}
