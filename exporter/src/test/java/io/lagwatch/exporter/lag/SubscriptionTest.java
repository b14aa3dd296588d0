package io.lagwatch.exporter.lag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class SubscriptionTest {
  @Test
  void readsNamedTopics() {
    assertThat(Subscription.of("KafkaV2[Subscribe[orders, a.b-c]]"))
        .isEqualTo(new Subscription.Topics(Set.of("orders", "a.b-c")));
  }

  @Test
  void readsAPatternWithBracketsOfItsOwn() {
    assertThat(Subscription.of("KafkaV2[SubscribePattern[ev-[ab]]]"))
        .isEqualTo(new Subscription.Matching("ev-[ab]"));
  }

  @Test
  void readsAssignedPartitionsAndReadsNoOthers() {
    Subscription assigned = Subscription.of("KafkaV2[Assign[a-b-0, a-b-12]]");
    assertThat(assigned)
        .isEqualTo(
            new Subscription.Partitions(
                Set.of(new TopicPartition("a-b", 0), new TopicPartition("a-b", 12))));
    assertThat(assigned.reads(new TopicPartition("a-b", 1))).isFalse();
  }

  @Test
  void leavesToTheOffsetsWhatItDoesNotUnderstand() {
    for (String odd :
        new String[] {
          "", "FileStreamSource[file:/tmp/in]", "KafkaV2[Assign[x]]", "KafkaV2[New[y]]"
        }) {
      assertThat(Subscription.of(odd)).isEqualTo(new Subscription.Unknown());
    }
  }
}
