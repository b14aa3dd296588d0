package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lagwatch.exporter.config.KafkaCluster;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.ClusterPoll.Offsets;
import io.lagwatch.exporter.lag.TopicInterest;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.testbed.BrokerRequests;
import io.lagwatch.testbed.KafkaBroker;
import io.lagwatch.testbed.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Polls a real broker. Each test uses its own topics. */
class ClusterPollingIT {
  private static KafkaBroker broker;
  private static Topics topics;

  private final Admin admin =
      Admin.create(ClientSettings.of(cluster(IsolationLevel.READ_UNCOMMITTED)).properties());
  private final ClusterPolling polling = polling(IsolationLevel.READ_UNCOMMITTED);

  @BeforeAll
  static void startBroker() {
    broker = KafkaBroker.started();
    topics = broker.topics();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @AfterEach
  void closeClient() {
    admin.close(Duration.ZERO);
  }

  @Test
  void returnsEndAndEarliestOffsetOfEveryPartition() throws Exception {
    topics.create("plain", 3);
    topics.produce("plain", 0, 10);
    topics.produce("plain", 2, 3);
    topics.deleteBefore("plain", 0, 4);
    Instant before = Instant.now();

    ClusterPolling.PollAnswer answered = answer(polling, named("plain", "never-made"));

    assertThat(answered.poll().offsets())
        .isEqualTo(
            Map.of(
                new TopicPartition("plain", 0), new Offsets(10, 4L),
                new TopicPartition("plain", 1), new Offsets(0, 0L),
                new TopicPartition("plain", 2), new Offsets(3, 0L)));
    assertThat(answered.poll().goneTopics()).containsExactly("never-made");
    assertThat(answered.poll().unanswered()).isEmpty();
    assertThat(answered.poll().failedTopics()).isEmpty();
    assertThat(answered.at()).isBetween(before, Instant.now());
  }

  @Test
  void countsAnOpenTransactionOnlyWithReadUncommitted() throws Exception {
    topics.create("money", 1);
    ClusterPolling committed = polling(IsolationLevel.READ_COMMITTED);
    try (var producer = topics.transactional("money-1")) {
      producer.beginTransaction();
      Topics.send(producer, "money", 0, List.of("a", "b", "c"));

      assertThat(end(answer(polling, named("money")), "money", 0)).isEqualTo(3);
      assertThat(end(answer(committed, named("money")), "money", 0)).isZero();

      producer.commitTransaction();
      // The commit marker has an offset of its own. The broker writes it after the producer's call
      // has returned.
      await().until(() -> end(answer(polling, named("money")), "money", 0) == 4);
      await().until(() -> end(answer(committed, named("money")), "money", 0) == 4);
    }
  }

  @Test
  void detectsATopicRecreatedWithFewerPartitions() throws Exception {
    topics.create("reborn", 3);
    topics.produce("reborn", 0, 9);
    topics.produce("reborn", 2, 9);
    topics.deleteBefore("reborn", 0, 5);
    answer(polling, named("reborn"));

    topics.delete("reborn");
    ClusterPoll gone = answer(polling, named("reborn")).poll();
    assertThat(gone.goneTopics()).containsExactly("reborn");
    assertThat(gone.offsets()).isEmpty();

    topics.create("reborn", 2);
    topics.produce("reborn", 0, 1);
    assertThat(answer(polling, named("reborn")).poll().offsets())
        .isEqualTo(
            Map.of(
                new TopicPartition("reborn", 0), new Offsets(1, 0L),
                new TopicPartition("reborn", 1), new Offsets(0, 0L)));
  }

  @Test
  void detectsATopicRecreatedBetweenTwoPolls() throws Exception {
    topics.create("swapped", 1);
    topics.produce("swapped", 0, 9);
    topics.deleteBefore("swapped", 0, 5);
    answer(polling, named("swapped"));

    topics.delete("swapped");
    topics.create("swapped", 1);
    topics.produce("swapped", 0, 2);

    assertThat(answer(polling, named("swapped")).poll().offsets())
        .isEqualTo(Map.of(new TopicPartition("swapped", 0), new Offsets(2, 0L)));
  }

  @Test
  void returnsEarliestOffsetOfNewPartitionsImmediately() throws Exception {
    topics.create("growing", 1);
    answer(polling, named("growing"));

    topics.grow("growing", 2);
    topics.produce("growing", 1, 6);

    assertThat(answer(polling, named("growing")).poll().offsets())
        .containsEntry(new TopicPartition("growing", 1), new Offsets(6, 0L));
  }

  @Test
  void updatesTheEarliestOffsetEveryFourthPoll() throws Exception {
    topics.create("trimmed", 1);
    topics.produce("trimmed", 0, 10);
    TopicPartition partition = new TopicPartition("trimmed", 0);
    answer(polling, named("trimmed"));
    topics.deleteBefore("trimmed", 0, 7);

    for (int poll = 0; poll < 3; poll++) {
      assertThat(answer(polling, named("trimmed")).poll().offsets())
          .containsEntry(partition, new Offsets(10, null));
    }
    assertThat(answer(polling, named("trimmed")).poll().offsets())
        .containsEntry(partition, new Offsets(10, 7L));
  }

  @Test
  void findsNewTopicsOfAPatternInTheNextPoll() throws Exception {
    TopicInterest interest = new TopicInterest(Set.of(), Set.of("^shop\\.(eu|us)$", "shop["));
    topics.create("shop.eu", 1);
    topics.create("shop.eu.dlq", 1);
    ClusterPoll first = answer(polling, interest).poll();
    assertThat(first.offsets()).containsOnlyKeys(new TopicPartition("shop.eu", 0));
    assertThat(first.failedTopics()).isEqualTo(Map.of("shop[", "invalid_pattern"));

    topics.create("shop.us", 1);
    topics.produce("shop.us", 0, 2);

    assertThat(answer(polling, interest).poll().offsets())
        .containsEntry(new TopicPartition("shop.us", 0), new Offsets(2, 0L));
  }

  @Test
  void sendsOneRequestPerKindForFiveHundredPartitions() throws Exception {
    String[] names = new String[10];
    for (int i = 0; i < names.length; i++) {
      names[i] = "wide-" + i;
      topics.create(names[i], 50);
    }
    try (BrokerRequests requests = BrokerRequests.of(broker)) {
      assertThat(answer(polling, named(names)).poll().offsets()).hasSize(500);

      Map<String, Long> before = requests.counts();
      answer(polling, named(names));
      Map<String, Long> ends = since(before, requests.counts());
      assertThat(ends)
          .containsEntry("DescribeTopicPartitions", 1L)
          .containsEntry("ListOffsets", 1L);
      assertThat(ends.getOrDefault("Metadata", 0L)).as("sometimes").isLessThanOrEqualTo(1);

      answer(polling, named(names));
      answer(polling, named(names));
      before = requests.counts();
      ClusterPoll withEarliest = answer(polling, named(names)).poll();
      assertThat(withEarliest.offsets().values()).allMatch(o -> o.earliest() != null).hasSize(500);
      assertThat(since(before, requests.counts())).containsEntry("ListOffsets", 2L);
    }
  }

  @Test
  void checksTheClusterWhenNoTopicIsWatched() throws Exception {
    ClusterPoll poll = answer(polling, TopicInterest.NONE).poll();

    assertThat(poll.offsets()).isEmpty();
    assertThat(poll.goneTopics()).isEmpty();
  }

  private ClusterPolling.PollAnswer answer(ClusterPolling polling, TopicInterest interest)
      throws Exception {
    return polling.poll(admin, interest, Deadline.in(Duration.ofSeconds(30)));
  }

  private static ClusterPolling polling(IsolationLevel isolation) {
    return new ClusterPolling(cluster(isolation), Clock.systemUTC());
  }

  private static TopicInterest named(String... names) {
    return new TopicInterest(Set.of(names), Set.of());
  }

  private static long end(ClusterPolling.PollAnswer answered, String topic, int partition) {
    return answered.poll().offsets().get(new TopicPartition(topic, partition)).end();
  }

  private static Map<String, Long> since(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> more = new TreeMap<>();
    after.forEach((kind, count) -> more.put(kind, count - before.getOrDefault(kind, 0L)));
    return more;
  }

  private static KafkaCluster cluster(IsolationLevel isolation) {
    return new KafkaCluster(
        "main",
        broker.bootstrapServers(),
        Pattern.compile(".*"),
        Map.of(),
        Duration.ofSeconds(15),
        isolation);
  }
}
