package io.lagwatch.exporter;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.testbed.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of a cluster of three brokers: at every moment the lag is the true one of the partitions
 * that can be measured, and the others are counted as unknown, with a reason.
 */
class ThreeBrokersIT {
  private static final int PARTITIONS = 3;
  private static final long BEHIND = 15;

  private static KafkaBroker first;
  private static KafkaBroker second;
  private static KafkaBroker third;

  @TempDir private Path folder;

  @BeforeAll
  static void startBrokers() {
    first = KafkaBroker.started();
    second = first.addBroker(2);
    third = first.addBroker(3);
  }

  @AfterAll
  static void stopBrokers() {
    for (KafkaBroker broker : List.of(third, second, first)) {
      broker.close();
    }
  }

  @Test
  void lagStaysCorrectWhenALeaderIsKilled() throws Exception {
    createReplicated("killed");
    try (ObservedLag lag = observe("killed")) {
      awaitAllKnown(lag);
      List<String> threads = ObservedLag.clientThreads();

      third.kill();
      awaitLeadersWithout("killed", 3);
      knownByThePollThatBeginsNow(lag);
      third.start();
      knownByThePollThatBeginsNow(lag);

      assertEveryReadingIsTrue(lag);
      assertThat(ObservedLag.clientThreads()).isEqualTo(threads);
    } finally {
      third.start();
    }
  }

  @Test
  void partitionIsUnknownWhileItsOnlyBrokerIsSuspended() throws Exception {
    create("frozen", Map.of(0, List.of(1), 1, List.of(2), 2, List.of(3)));
    try (ObservedLag lag = observe("frozen")) {
      awaitAllKnown(lag);
      List<String> threads = ObservedLag.clientThreads();

      second.suspend();
      ObservedLag.Reading cut = await(lag, reading -> reading.unknown() == 1);
      assertThat(cut.records()).isEqualTo(2 * BEHIND);
      assertThat(cut.reason()).isNotBlank();
      second.resume();
      awaitAllKnown(lag);

      assertEveryReadingIsTrue(lag);
      assertThat(ObservedLag.clientThreads()).isEqualTo(threads);
    } finally {
      second.resume();
    }
  }

  @Test
  void lagIsCorrectDuringARollingRestart() throws Exception {
    createReplicated("rolled");
    try (ObservedLag lag = observe("rolled")) {
      awaitAllKnown(lag);
      for (KafkaBroker broker : List.of(third, second, first)) {
        broker.stop();
        lag.read();
        broker.start();
        awaitAllKnown(lag);
      }
      assertEveryReadingIsTrue(lag);
    }
  }

  @Test
  void addedPartitionsCountFromTheFirstPoll() throws Exception {
    createReplicated("widened");
    try (ObservedLag lag = observe("widened")) {
      awaitAllKnown(lag);
      first.topics().grow("widened", 4);
      first.topics().produce("widened", 3, 7);

      // Spark reads a new partition from its beginning.
      ObservedLag.Reading wide = knownByThePollThatBeginsNow(lag);
      assertThat(wide.partitions()).isEqualTo(4);
      assertThat(wide.records()).isEqualTo(PARTITIONS * BEHIND + 7);
    }
  }

  /**
   * The reading after the first poll that began after the call. A poll that runs may have asked
   * before the brokers agreed.
   */
  private static ObservedLag.Reading knownByThePollThatBeginsNow(ObservedLag lag) {
    String begun = lag.read().lastPollAt();
    String next = await(lag, reading -> !reading.lastPollAt().equals(begun)).lastPollAt();
    ObservedLag.Reading after = await(lag, reading -> !reading.lastPollAt().equals(next));
    assertThat(after.unknown()).as("reading %s", after).isZero();
    return after;
  }

  private static void assertEveryReadingIsTrue(ObservedLag lag) {
    assertThat(lag.readings)
        .allSatisfy(
            reading -> {
              assertThat(reading.partitions()).isEqualTo(PARTITIONS);
              int known = PARTITIONS - reading.unknown();
              if (known == 0) {
                assertThat(reading.records()).isNull();
              } else {
                assertThat(reading.records()).isEqualTo(known * BEHIND);
              }
              if (reading.unknown() > 0) {
                assertThat(reading.reason()).isNotBlank();
              }
            });
  }

  private static void awaitAllKnown(ObservedLag lag) {
    await(lag, reading -> reading.records() != null && reading.unknown() == 0);
  }

  private static ObservedLag.Reading await(
      ObservedLag lag, Predicate<ObservedLag.Reading> expected) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(100))
        .until(lag::read, expected);
  }

  private ObservedLag observe(String topic) throws Exception {
    String servers =
        String.join(
            ",", first.bootstrapServers(), second.bootstrapServers(), third.bootstrapServers());
    return new ObservedLag(
        folder,
        List.of("bootstrapServers: " + servers, "properties: {default.api.timeout.ms: \"6000\"}"),
        topic,
        PARTITIONS);
  }

  private static void createReplicated(String topic) throws Exception {
    create(topic, Map.of(0, List.of(1, 2, 3), 1, List.of(2, 3, 1), 2, List.of(3, 1, 2)));
  }

  private static void create(String topic, Map<Integer, List<Integer>> replicas) throws Exception {
    NewTopic request = new NewTopic(topic, replicas);
    first.topics().admin().createTopics(List.of(request)).all().get(30, SECONDS);
    for (int partition = 0; partition < PARTITIONS; partition++) {
      first.topics().produce(topic, partition, (int) (ObservedLag.POSITION + BEHIND));
    }
  }

  private static void awaitLeadersWithout(String topic, int lost) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                first
                    .topics()
                    .admin()
                    .describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(30, SECONDS)
                    .get(topic)
                    .partitions()
                    .stream()
                    .map(TopicPartitionInfo::leader)
                    .allMatch(leader -> leader != null && leader.id() != lost));
  }
}
