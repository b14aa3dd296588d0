package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SourceStateTest {
  private final SourceState source = new SourceState(0, T0);

  @Test
  void newSourceHasNoPositionAndNoInput() {
    assertThat(source.partitions()).isZero();
    assertThat(source.position().position()).isNull();
    assertThat(source.facts().lastInputAt()).isNull();
    assertThat(source.facts().watchedSince()).isEqualTo(T0);
    assertThat(source.polled(poll(0), at(1))).isFalse();
  }

  @Test
  void inputIsAPositionThatMoved() {
    batch(10, Map.of(t(0), 5L), Map.of(t(0), 5L), 0L);
    assertThat(source.facts().lastInputAt()).isNull();
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 6L), 0L);
    assertThat(source.facts().lastInputAt()).as("even if Spark counts no rows").isEqualTo(at(20));
    batch(30, Map.of(t(0), 6L), Map.of(t(0), 6L), 9L);
    assertThat(source.facts().lastInputAt()).as("whatever Spark counts").isEqualTo(at(20));
    assertThat(source.facts().consumedByTopic()).containsExactly(Map.entry("t", 1L));
  }

  @Test
  void newPartitionIsInputOnlyWithRows() {
    batch(10, null, Map.of(t(0), 5L), 0L);
    assertThat(source.facts().lastInputAt()).isNull();
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 5L, t(1), 3L), 3L);
    assertThat(source.facts().lastInputAt()).isEqualTo(at(20));
    assertThat(source.facts().consumedByTopic()).as("its start is unknown").isEmpty();
  }

  @Test
  void consumedOffsetsIncludeBatchesBetweenTwoReports() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    batch(20, Map.of(t(0), 8L), Map.of(t(0), 9L), 1L);
    assertThat(source.facts().consumedByTopic()).containsExactly(Map.entry("t", 4L));
    batch(30, Map.of(t(0), 9L), Map.of(t(0), 2L), 0L);
    assertThat(source.facts().consumedByTopic())
        .as("a position that went back consumes nothing")
        .containsExactly(Map.entry("t", 4L));
  }

  @Test
  void sourceWithoutOffsetsHasInputWhenABatchHadRows() {
    other(10, 0L, true);
    other(20, 3L, false);
    assertThat(source.facts().lastInputAt()).isNull();
    other(30, 3L, true);
    assertThat(source.facts().lastInputAt()).isEqualTo(at(30));
    source.inputReported(at(29));
    assertThat(source.facts().lastInputAt()).isEqualTo(at(30));
    source.inputReported(at(31));
    assertThat(source.facts().lastInputAt()).isEqualTo(at(31));
  }

  @Test
  void reportedInputIsIgnoredForKafka() {
    batch(10, null, Map.of(t(0), 5L), 0L);
    source.inputReported(at(50));
    assertThat(source.facts().lastInputAt()).isNull();
  }

  @Test
  void positionIsBeyondTheEndAfterTwoConsecutivePolls() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    assertThat(source.polled(poll(4), at(9))).as("a poll older than the position").isFalse();
    assertThat(source.polled(poll(5), at(10))).as("at the end").isFalse();
    assertThat(source.polled(poll(4), at(10))).isTrue();
    assertThat(source.position().beyondEnd()).isEmpty();
    assertThat(source.polled(poll(5), at(25))).isFalse();
    assertThat(source.polled(poll(4), at(40))).isTrue();
    assertThat(source.position().beyondEnd()).as("not consecutive").isEmpty();
    assertThat(source.polled(poll(4), at(55))).isTrue();
    assertThat(source.position().beyondEnd()).containsExactly(t(0));
  }

  @Test
  void newPositionStartsTheCountAgain() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.polled(poll(4), at(11));
    source.polled(poll(4), at(12));
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 5L), 0L);
    assertThat(source.position().beyondEnd()).as("the same position").containsExactly(t(0));
    batch(30, Map.of(t(0), 5L), Map.of(t(0), 6L), 1L);
    assertThat(source.position().beyondEnd()).isEmpty();
    source.polled(poll(4), at(31));
    assertThat(source.position().beyondEnd()).isEmpty();
  }

  @Test
  void partitionWithoutAnAnswerIsNotCompared() {
    batch(10, null, Map.of(t(1), 5L), 5L);
    assertThat(source.polled(poll(4), at(11))).isFalse();
  }

  @Test
  void otherKindOfSourceDoesNotInheritThePosition() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    var files = new Progress.Source(0, "files", false, null, null, null, 0L);
    source.progressed(files, at(20), at(20), true);
    batch(30, null, Map.of(t(0), 9L), 0L);
    assertThat(source.facts().consumedByTopic()).isEmpty();
    assertThat(source.facts().lastInputAt()).isEqualTo(at(10));
  }

  private void batch(
      long second,
      @Nullable Map<TopicPartition, Long> start,
      Map<TopicPartition, Long> end,
      @Nullable Long rows) {
    var progress = new Progress.Source(0, "KafkaV2[Subscribe[t]]", true, start, end, end, rows);
    source.progressed(progress, at(second), at(second), true);
  }

  private void other(long second, long rows, boolean rowsCame) {
    var progress = new Progress.Source(0, "files", false, null, null, null, rows);
    source.progressed(progress, at(second), at(second), rowsCame);
  }

  private static ClusterPoll poll(long end) {
    return new ClusterPoll(
        "c", Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of());
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }
}
