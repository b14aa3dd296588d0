package io.lagwatch.exporter.signal;

import static io.lagwatch.exporter.signal.SignalFacts.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchRecordsTest {
  private static final TopicPartition P0 = new TopicPartition("t", 0);
  private static final TopicPartition P1 = new TopicPartition("t", 1);

  private static Progress.Source source(
      @Nullable Map<TopicPartition, Long> start,
      @Nullable Map<TopicPartition, Long> end,
      @Nullable Long rows) {
    return new Progress.Source(0, "KafkaV2[Subscribe[t]]", true, start, end, null, rows);
  }

  private static long count(Progress.Source... sources) {
    return BatchRecords.count(
        new Progress(
            T0, 1, 999L, null, null, new TreeMap<>(), null, null, List.of(), List.of(sources)));
  }

  @Test
  void countsWhatThePositionsMovedBy() {
    assertThat(count(source(Map.of(P0, 10L, P1, 5L), Map.of(P0, 13L, P1, 5L), 80L))).isEqualTo(3);
    assertThat(count()).isZero();
  }

  @Test
  void sumsSources() {
    assertThat(
            count(
                source(Map.of(P0, 10L), Map.of(P0, 13L), null),
                source(Map.of(P0, 1L), Map.of(P0, 5L), null)))
        .isEqualTo(7);
  }

  @Test
  void aNewPartitionAndOneThatWentBackCountAsZero() {
    assertThat(count(source(Map.of(P0, 10L), Map.of(P0, 12L, P1, 400L), null))).isEqualTo(2);
    assertThat(count(source(Map.of(P0, 10L, P1, 9L), Map.of(P0, 12L, P1, 4L), null))).isEqualTo(2);
  }

  @Test
  void withoutPositionsCountsRows() {
    assertThat(count(source(null, Map.of(P0, 13L), 80L))).isEqualTo(80);
    assertThat(count(source(Map.of(P0, 13L), null, 80L))).isEqualTo(80);
    assertThat(count(source(null, null, null))).isZero();
  }

  @Test
  void doesNotOverflow() {
    assertThat(
            count(
                source(Map.of(P0, 0L, P1, 0L), Map.of(P0, Long.MAX_VALUE, P1, 9L), null),
                source(null, null, 5L)))
        .isEqualTo(Long.MAX_VALUE);
  }
}
