package io.lagwatch.exporter.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionLookupTest {
  private static final long HALF_HOUR = Duration.ofMinutes(30).toNanos();

  private final FakeAdmin brokers = new FakeAdmin();
  private final RetentionLookup lookup = new RetentionLookup();

  @Test
  void aTopicHasARetentionIfItIsDeletedByAge() throws InterruptedException {
    configure("week", "604800000", "delete");
    configure("both", "60000", "compact,delete");
    configure("unlimited", "-1", "delete");
    configure("compacted", "604800000", "compact");

    assertThat(find(0, "week", "both", "unlimited", "compacted", "forbidden"))
        .isEqualTo(Map.of("week", Duration.ofDays(7), "both", Duration.ofMinutes(1)));
  }

  @Test
  void looksUpEveryHalfHourAndWhenThereIsANewTopic() throws InterruptedException {
    configure("a", "1000", "delete");
    configure("b", "2000", "delete");

    assertThat(find(100)).as("no topic").isNull();
    assertThat(find(100, "a")).hasSize(1);
    assertThat(find(100 + HALF_HOUR - 1, "a")).isNull();
    assertThat(find(100 + HALF_HOUR - 1, "a", "b")).hasSize(2);
    assertThat(find(100 + HALF_HOUR, "a", "b")).isNull();
    assertThat(find(100 + 2 * HALF_HOUR - 1, "a", "b")).hasSize(2);
    assertThat(brokers.configRequests).hasSize(5);
  }

  @Test
  void aTopicThatMayNotBeDescribedIsNotAskedForAtEveryPoll() throws InterruptedException {
    assertThat(find(0, "forbidden")).isEmpty();
    assertThat(find(1, "forbidden")).isNull();
  }

  private void configure(String topic, String retention, String policy) {
    brokers.configs.put(
        topic,
        List.of(
            new ConfigEntry("retention.ms", retention), new ConfigEntry("cleanup.policy", policy)));
  }

  private @Nullable Map<String, Duration> find(long now, String... topics)
      throws InterruptedException {
    return lookup.find(brokers.admin(), Set.of(topics), Deadline.in(Duration.ofSeconds(10)), now);
  }
}
