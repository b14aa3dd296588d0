package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionTest {
  private static final TopicPartition A_B_0 = new TopicPartition("a-b", 0);
  private static final TopicPartition A_B_12 = new TopicPartition("a-b", 12);

  @Test
  void subscribeGivesTopics() {
    Subscription topics = Subscription.of("KafkaV2[Subscribe[orders, a.b-c]]");
    assertThat(topics).isEqualTo(new Subscription.TopicNames(Set.of("orders", "a.b-c")));
    assertThat(topics.topics(NoBrokerOffsets.NONE)).containsExactlyInAnyOrder("orders", "a.b-c");
    assertThat(topics.reads(new TopicPartition("orders", 7))).isTrue();
  }

  @Test
  void duplicateTopicsCountOnce() {
    assertThat(Subscription.of("KafkaV2[Subscribe[t, t]]"))
        .isEqualTo(new Subscription.TopicNames(Set.of("t")));
  }

  @Test
  void emptyTopicNamesAreIgnored() {
    assertThat(Subscription.of("KafkaV2[Subscribe[, t]]"))
        .isEqualTo(new Subscription.TopicNames(Set.of("t")));
  }

  @Test
  void patternMayContainBrackets() {
    assertThat(Subscription.of("KafkaV2[SubscribePattern[ev-[ab]]]"))
        .isEqualTo(new Subscription.Matching("ev-[ab]"));
  }

  @Test
  void patternReadsTheMatchingTopicsOfTheBrokers() {
    var brokers = new ClusterOffsets("c", () -> Duration.ofSeconds(15));
    var offsets =
        Map.of(
            new TopicPartition("ev-a", 0), new ClusterPoll.Offsets(1, 0L),
            new TopicPartition("ev-c", 0), new ClusterPoll.Offsets(1, 0L));
    brokers.apply(
        new ClusterPoll("c", offsets, Map.of(), Map.of(), Set.of()),
        Instant.parse("2026-03-02T00:00:00Z"));
    Subscription matching = Subscription.of("KafkaV2[SubscribePattern[ev-[ab]]]");
    assertThat(matching.topics(brokers)).containsExactly("ev-a");
    assertThat(matching.reads(new TopicPartition("ev-a", 3))).isTrue();
  }

  @Test
  void assignReadsOnlyItsPartitions() {
    Subscription assigned = Subscription.of("KafkaV2[Assign[a-b-0, a-b-12, a-b-0]]");
    assertThat(assigned).isEqualTo(new Subscription.Partitions(Set.of(A_B_0, A_B_12)));
    assertThat(assigned.topics(NoBrokerOffsets.NONE)).containsExactly("a-b");
    assertThat(assigned.reads(A_B_12)).isTrue();
    assertThat(assigned.reads(new TopicPartition("a-b", 1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "FileStreamSource[file:/tmp/in]",
        "KafkaV2[New[y]]",
        "KafkaV2[Subscribe[]]",
        "KafkaV2[Subscribe[, ]]",
        "KafkaV2[Subscribe[t]",
        "KafkaV2[Assign[]]",
        "KafkaV2[Assign[x]]",
        "KafkaV2[Assign[x-]]",
        "KafkaV2[Assign[x-y]]",
        "KafkaV2[Assign[x-99999999999]]",
        "KafkaV2[Assign[x-0, y]]"
      })
  void descriptionOfAnotherFormIsUnknown(String description) {
    Subscription unknown = Subscription.of(description);
    assertThat(unknown).isEqualTo(new Subscription.Unknown());
    assertThat(unknown.topics(NoBrokerOffsets.NONE)).isEmpty();
  }

  @Test
  void noDescriptionThrows() {
    var random = new Random(10);
    String[] parts = {
      "KafkaV2[", "Subscribe[", "SubscribePattern[", "Assign[", "]", ", ", "-", "t"
    };
    for (int i = 0; i < 5_000; i++) {
      var description = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        description.append(parts[random.nextInt(parts.length)]);
      }
      Subscription.of(description.toString()).topics(NoBrokerOffsets.NONE);
    }
    Subscription.of("KafkaV2[Subscribe[" + "t, ".repeat(100_000) + "t]]");
    Subscription.of("k".repeat(1_000_000) + "[");
  }
}
