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
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class ClusterPollingTest {
  private static final Instant NOW = Instant.parse("2026-03-02T00:00:00Z");

  private final FakeAdmin brokers = new FakeAdmin();
  private final ClusterPolling polling =
      new ClusterPolling(
          KafkaCluster.of("main", "broker:9092"),
          topic -> !topic.startsWith("elsewhere"),
          Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void keepsOffsetsBeyondWhatADoubleCanHold() throws Exception {
    long end = (1L << 53) + 1;
    brokers.log("big", 0, Log.of(end - 2, end));
    brokers.log("big", 1, Log.of(0, Long.MAX_VALUE));

    assertThat(ask("big").offsets())
        .containsEntry(new TopicPartition("big", 0), new Offsets(end, end - 2))
        .containsEntry(new TopicPartition("big", 1), new Offsets(Long.MAX_VALUE, 0L));
  }

  @Test
  void letsOneBadPartitionOrTopicSpoilNothing() throws Exception {
    brokers.log("mixed", 0, Log.of(0, 5));
    brokers.log("mixed", 1, Log.failing(new LeaderNotAvailableException("moving")));
    brokers.log("mixed", 2, null);
    brokers.log("mixed", 3, Log.failing(new TimeoutException("slow")));
    brokers.refusedTopics.put("secret", new TopicAuthorizationException("no"));

    ClusterPoll poll = ask("mixed", "secret", "gone", "no such name", "x".repeat(250), "elsewhere");

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
    assertThat(brokers.asked).as("nobody could answer").doesNotContain("latest mixed-2");
  }

  @Test
  void asksForEarliestOffsetsEveryFourthTimeAndForNewPartitionsAtOnce() throws Exception {
    brokers.log("t", 0, Log.of(1, 5));
    assertThat(earliest(ask("t"), 0)).isEqualTo(1);
    assertThat(earliest(ask("t"), 0)).isNull();
    brokers.log("t", 1, Log.of(3, 5));
    ClusterPoll third = ask("t");
    assertThat(earliest(third, 0)).isNull();
    assertThat(earliest(third, 1)).isEqualTo(3);
    assertThat(earliest(ask("t"), 1)).isNull();
    ClusterPoll fifth = ask("t");
    assertThat(earliest(fifth, 0)).isEqualTo(1);
    assertThat(earliest(fifth, 1)).isEqualTo(3);
  }

  @Test
  void asksForTheEarliestOffsetAgainWhenATopicWasMadeAgain() throws Exception {
    brokers.log("t", 0, Log.of(70, 100));
    ask("t");
    brokers.log("t", 0, Log.of(0, 8));

    assertThat(ask("t").offsets()).containsEntry(new TopicPartition("t", 0), new Offsets(8, 0L));
    assertThat(earliest(ask("t"), 0)).as("once is enough").isNull();
  }

  @Test
  void asksAgainForAnEarliestOffsetThatItDidNotGet() throws Exception {
    brokers.log("t", 0, Log.failing(new TimeoutException("slow")));
    brokers.log("t", 1, Log.of(0, 1));
    ask("t");
    brokers.log("t", 0, Log.of(4, 9));

    assertThat(earliest(ask("t"), 0)).isEqualTo(4);
  }

  @Test
  void failsAsAWholeWhenNothingIsAnsweredForAReasonOfTheCluster() {
    brokers.log("t", 0, Log.failing(new TimeoutException("slow")));

    assertThatThrownBy(() -> ask("t"))
        .isInstanceOfSatisfying(
            PollFailure.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.TIMEOUT));
  }

  @Test
  void isNoFailureOfTheClusterWhenEveryPartitionLacksALeader() throws Exception {
    brokers.log("t", 0, null);
    brokers.log("u", 0, Log.failing(new LeaderNotAvailableException("moving")));

    assertThat(ask("t", "u").unanswered()).hasSize(2);
  }

  @Test
  void tellsWhenTheAnswersCame() throws Exception {
    brokers.log("t", 0, Log.of(0, 1));

    assertThat(answer("t").at()).isEqualTo(NOW);
  }

  private ClusterPoll ask(String... topics) throws Exception {
    return answer(topics).poll();
  }

  private ClusterPolling.Answered answer(String... topics) throws Exception {
    return polling.ask(
        brokers.admin(),
        new TopicInterest(Set.of(topics), Set.of()),
        Deadline.in(Duration.ofSeconds(5)));
  }

  private static Long earliest(ClusterPoll poll, int partition) {
    return poll.offsets().get(new TopicPartition("t", partition)).earliest();
  }
}
