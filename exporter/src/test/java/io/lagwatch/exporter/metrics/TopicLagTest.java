package io.lagwatch.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.lag.PartitionLag;
import io.lagwatch.exporter.lag.PartitionStatus;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopicLagTest {
  @Test
  void sumsOnlyPartitionsWithKnownLag() {
    var topic =
        TopicLag.of(List.of(partition(0, null, null), partition(1, 70L, 5L), partition(2, 90L, 7L)))
            .iterator()
            .next();
    assertThat(topic.records()).isEqualTo(12);
    assertThat(topic.headroom()).isEqualTo(70);
  }

  @Test
  void isUnknownIfNoPartitionIsKnown() {
    var topic =
        TopicLag.of(List.of(partition(0, null, null), partition(1, null, null))).iterator().next();
    assertThat(topic.records()).isNull();
    assertThat(topic.headroom()).isNull();
    assertThat(topic.lost()).isNull();
  }

  private static PartitionLag partition(int number, @Nullable Long headroom, @Nullable Long lag) {
    return new PartitionLag(
        0,
        new TopicPartition("t", number),
        1000L,
        lag == null ? null : (Long) (1000 + lag),
        headroom == null ? null : (Long) (1000 - headroom),
        lag,
        null,
        lag == null ? PartitionStatus.UNKNOWN : PartitionStatus.MEASURED);
  }
}
