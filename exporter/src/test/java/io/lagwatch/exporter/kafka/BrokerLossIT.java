package io.lagwatch.exporter.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.testbed.KafkaBroker;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;

/** The loss of one of two brokers does not affect the partitions that the other one leads. */
class BrokerLossIT {
  private static final TopicPartition KEPT = new TopicPartition("split", 0);
  private static final TopicPartition LOST = new TopicPartition("split", 1);

  private final RecordedPolls recorded = new RecordedPolls();

  @Test
  void pollsPartitionsOfTheRemainingBroker() throws Exception {
    try (KafkaBroker first = KafkaBroker.started();
        KafkaBroker second = first.addBroker(2);
        KafkaPoller poller = poller(first.bootstrapServers())) {
      NewTopic split = new NewTopic("split", Map.of(0, List.of(1), 1, List.of(2)));
      first.topics().admin().createTopics(List.of(split)).all().get(30, SECONDS);
      first.topics().produce("split", 0, 3);
      first.topics().produce("split", 1, 4);
      recorded.watch("split");
      poller.start();
      awaitPoll(poll -> end(poll, KEPT) == 3 && end(poll, LOST) == 4);

      // The topic lookup may also go to the lost broker.
      second.suspend();
      awaitPoll(poll -> poll.unanswered().containsKey(LOST));
      first.topics().produce("split", 0, 1);
      awaitPoll(poll -> end(poll, KEPT) == 4 && poll.unanswered().containsKey(LOST));
      // Requests to the lost broker time out until the controller has elected new leaders.
      awaitPoll(poll -> "leader_unavailable".equals(poll.unanswered().get(LOST)));
      assertThat(recorded.polls)
          .as("the cluster can always be polled")
          .allSatisfy(poll -> assertThat(poll.kind()).isNull());

      second.resume();
      awaitPoll(poll -> end(poll, KEPT) == 4 && end(poll, LOST) == 4);
    }
  }

  private void awaitPoll(Predicate<ClusterPoll> wanted) {
    await()
        .atMost(40, SECONDS)
        .until(
            () -> {
              RecordedPolls.Poll last = recorded.last();
              return last != null && last.poll() != null && wanted.test(last.poll());
            });
  }

  private static long end(ClusterPoll poll, TopicPartition partition) {
    ClusterPoll.Offsets offsets = poll.offsets().get(partition);
    return offsets == null ? -1 : offsets.end();
  }

  private KafkaPoller poller(String servers) {
    KafkaCluster cluster =
        new KafkaCluster(
            "main",
            servers,
            Pattern.compile(".*"),
            Map.of("default.api.timeout.ms", "6000"),
            Duration.ofSeconds(1),
            IsolationLevel.READ_UNCOMMITTED);
    return new KafkaPoller(cluster, recorded, Clock.systemUTC());
  }
}
