package io.lagwatch.exporter.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.testbed.BrokerSettings;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Loopback;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.Test;

class KafkaPollerFaultIT {
  private static final TopicPartition PARTITION = new TopicPartition("events", 0);

  private final RecordedPolls recorded = new RecordedPolls();

  @Test
  void recoversWhenAKilledBrokerIsRestarted() {
    try (KafkaBroker broker = KafkaBroker.started();
        KafkaPoller poller = poller(broker.bootstrapServers())) {
      broker.topics().create("events", 1);
      broker.topics().produce("events", 0, 5);
      recorded.watch("events");
      poller.start();
      awaitEnd(5);

      broker.kill();
      awaitFailure();
      assertThat(recorded.last().kind()).isIn("connection", "timeout");

      broker.start();
      broker.topics().produce("events", 0, 2);
      awaitEnd(7);
    }
  }

  @Test
  void limitsAPollOfABrokerThatAcceptsConnectionsButNeverAnswers() {
    try (KafkaBroker broker = KafkaBroker.started();
        KafkaPoller poller = poller(broker.bootstrapServers())) {
      broker.topics().create("events", 1);
      recorded.watch("events");
      poller.start();
      awaitEnd(0);

      broker.suspend();
      awaitFailure();
      int before = recorded.polls.size();
      await().atMost(30, SECONDS).until(() -> recorded.polls.size() >= before + 2);
      assertThat(recorded.last().kind()).isIn("connection", "timeout");
      assertThat(poller.skippedPolls()).isPositive();

      broker.resume();
      broker.topics().produce("events", 0, 1);
      awaitEnd(1);
    }
  }

  @Test
  void connectsToABrokerThatStartsLater() {
    int port = Loopback.freePort();
    try (KafkaPoller poller = poller(Loopback.HOST + ":" + port)) {
      recorded.watch("events");
      poller.start();
      awaitFailure();
      try (KafkaBroker broker = KafkaBroker.started(BrokerSettings.usual().withPort(port))) {
        broker.topics().create("events", 1);
        awaitEnd(0);
      }
    }
  }

  @Test
  void keepsOffsetsBeyondWhatADoubleCanHold() {
    long start = (1L << 53) + 1;
    try (KafkaBroker broker = KafkaBroker.started();
        KafkaPoller poller = poller(broker.bootstrapServers())) {
      broker.topics().create("events", 1);
      broker.stop();
      broker.restartLogAt("events", 0, start);
      broker.start();
      broker.topics().produce("events", 0, 2);
      recorded.watch("events");
      poller.start();
      awaitEnd(start + 2);
      assertThat(recorded.polls.get(0).poll().offsets())
          .containsEntry(PARTITION, new ClusterPoll.Offsets(start + 2, start));
    }
  }

  private KafkaPoller poller(String servers) {
    KafkaCluster cluster =
        new KafkaCluster(
            "main",
            servers,
            Pattern.compile(".*"),
            Map.of(),
            Duration.ofSeconds(1),
            IsolationLevel.READ_UNCOMMITTED);
    return new KafkaPoller(cluster, recorded, Clock.systemUTC());
  }

  private void awaitFailure() {
    await()
        .atMost(30, SECONDS)
        .until(() -> recorded.last() != null && recorded.last().kind() != null);
  }

  private void awaitEnd(long end) {
    await()
        .atMost(30, SECONDS)
        .until(
            () -> {
              RecordedPolls.Poll last = recorded.last();
              return last != null
                  && last.poll() != null
                  && last.poll().offsets().containsKey(PARTITION)
                  && last.poll().offsets().get(PARTITION).end() == end;
            });
  }
}
