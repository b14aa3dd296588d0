package io.lagwatch.exporter.query;

import static io.lagwatch.exporter.query.TestReport.T0;
import static io.lagwatch.exporter.query.TestReport.t;
import static org.assertj.core.api.Assertions.assertThat;

import io.lagwatch.exporter.ingest.Progress;
import io.lagwatch.exporter.lag.BeyondEnd;
import io.lagwatch.exporter.lag.ClusterPoll;
import io.lagwatch.exporter.lag.TopicPartition;
import io.lagwatch.exporter.lag.UnknownPositions;
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
    assertThat(source.facts(null).lastInputAt()).isNull();
    assertThat(source.facts(null).watchedSince()).isEqualTo(T0);
    assertThat(source.polled(poll(0), at(1), topic -> true, SourceStateTest::end)).isFalse();
  }

  @Test
  void inputIsAnAdvancedPosition() {
    batch(10, Map.of(t(0), 5L), Map.of(t(0), 5L), 0L);
    assertThat(source.facts(null).lastInputAt()).isNull();
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 6L), 0L);
    assertThat(source.facts(null).lastInputAt())
        .as("even if Spark counts no rows")
        .isEqualTo(at(20));
    batch(30, Map.of(t(0), 6L), Map.of(t(0), 6L), 9L);
    assertThat(source.facts(null).lastInputAt()).as("whatever Spark counts").isEqualTo(at(20));
    assertThat(source.facts(null).consumedByTopic()).containsExactly(Map.entry("t", 1L));
  }

  @Test
  void newPartitionIsInputOnlyWithRows() {
    batch(10, null, Map.of(t(0), 5L), 0L);
    assertThat(source.facts(null).lastInputAt()).isNull();
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 5L, t(1), 3L), 3L);
    assertThat(source.facts(null).lastInputAt()).isEqualTo(at(20));
    assertThat(source.facts(null).consumedByTopic()).as("its start is unknown").isEmpty();
  }

  @Test
  void consumedOffsetsIncludeBatchesBetweenTwoReports() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    batch(20, Map.of(t(0), 8L), Map.of(t(0), 9L), 1L);
    assertThat(source.facts(null).consumedByTopic()).containsExactly(Map.entry("t", 4L));
    batch(30, Map.of(t(0), 9L), Map.of(t(0), 2L), 0L);
    assertThat(source.facts(null).consumedByTopic())
        .as("a position that went back consumes nothing")
        .containsExactly(Map.entry("t", 4L));
  }

  @Test
  void sourceWithoutOffsetsHasInputWhenABatchHadRows() {
    other(10, 0L, true);
    other(20, 3L, false);
    assertThat(source.facts(null).lastInputAt()).isNull();
    other(30, 3L, true);
    assertThat(source.facts(null).lastInputAt()).isEqualTo(at(30));
    source.inputReported(at(29));
    assertThat(source.facts(null).lastInputAt()).isEqualTo(at(30));
    source.inputReported(at(31));
    assertThat(source.facts(null).lastInputAt()).isEqualTo(at(31));
  }

  @Test
  void reportedInputIsIgnoredForKafka() {
    batch(10, null, Map.of(t(0), 5L), 0L);
    source.inputReported(at(50));
    assertThat(source.facts(null).lastInputAt()).isNull();
  }

  @Test
  void positionIsBeyondTheEndAfterTwoConsecutivePolls() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    assertThat(source.polled(poll(4), at(9), topic -> true, SourceStateTest::end))
        .as("a poll older than the position")
        .isFalse();
    assertThat(source.polled(poll(5), at(10), topic -> true, SourceStateTest::end))
        .as("at the end")
        .isFalse();
    assertThat(source.polled(poll(4), at(10), topic -> true, SourceStateTest::end)).isTrue();
    assertThat(source.position().beyondEnd().confirmed()).isEmpty();
    assertThat(source.polled(poll(5), at(25), topic -> true, SourceStateTest::end)).isFalse();
    assertThat(source.polled(poll(4), at(40), topic -> true, SourceStateTest::end)).isTrue();
    assertThat(source.position().beyondEnd().confirmed()).as("not consecutive").isEmpty();
    assertThat(source.polled(poll(4), at(55), topic -> true, SourceStateTest::end)).isTrue();
    assertThat(source.position().beyondEnd().confirmed()).containsExactly(t(0));
  }

  @Test
  void positionIsOnlySuspectedAfterOnePollBeyondTheEnd() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.polled(poll(4), at(11), topic -> true, SourceStateTest::end);
    assertThat(source.position().beyondEnd().suspected()).containsExactly(t(0));
    assertThat(source.position().beyondEnd().confirmed()).isEmpty();
  }

  /** The new topic is already longer than the old one, so that only its id shows the change. */
  @Test
  void positionOfADeletedTopicIsNotOneOfItsSuccessor() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.polled(withId("first"), at(11), topic -> true, SourceStateTest::end);
    assertThat(source.position().beyondEnd().confirmed()).isEmpty();
    source.polled(withId("second"), at(26), topic -> true, SourceStateTest::end);
    assertThat(source.position().beyondEnd().confirmed()).containsExactly(t(0));
    batch(26, Map.of(t(0), 5L), Map.of(t(0), 6L), 1L);
    assertThat(source.position().beyondEnd().confirmed())
        .as("planned before the new topic was seen")
        .containsExactly(t(0));
    SourceState restored = new SourceState(source.saved());
    restored.polled(withId("second"), at(28), topic -> true, SourceStateTest::end);
    assertThat(restored.position().beyondEnd().confirmed())
        .as("after a restart")
        .containsExactly(t(0));
    batch(27, Map.of(t(0), 6L), Map.of(t(0), 7L), 1L);
    assertThat(source.position().beyondEnd().confirmed()).isEmpty();
  }

  @Test
  void pollsOfAnotherClusterDoNotConcernTheSource() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.polled(withId("first"), at(11), topic -> true, SourceStateTest::end);
    source.polled(withId("of another cluster"), at(12), topic -> false, SourceStateTest::end);
    assertThat(source.polled(poll(4), at(12), topic -> false, SourceStateTest::end)).isFalse();
    assertThat(source.position().beyondEnd()).isEqualTo(BeyondEnd.NONE);
  }

  private static ClusterPoll withId(String id) {
    return new ClusterPoll(
        "c",
        Map.of(t(0), new ClusterPoll.Offsets(1000, 0L)),
        Map.of(),
        Map.of(),
        Set.of(),
        Map.of("t", id),
        null);
  }

  @Test
  void newPositionStartsTheCountAgain() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.polled(poll(4), at(11), topic -> true, SourceStateTest::end);
    source.polled(poll(4), at(12), topic -> true, SourceStateTest::end);
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 5L), 0L);
    assertThat(source.position().beyondEnd().confirmed())
        .as("the same position")
        .containsExactly(t(0));
    batch(30, Map.of(t(0), 5L), Map.of(t(0), 6L), 1L);
    assertThat(source.position().beyondEnd().confirmed()).isEmpty();
    source.polled(poll(4), at(31), topic -> true, SourceStateTest::end);
    assertThat(source.position().beyondEnd().confirmed()).isEmpty();
  }

  @Test
  void partitionWithoutAnAnswerIsNotCompared() {
    batch(10, null, Map.of(t(1), 5L), 5L);
    assertThat(source.polled(poll(4), at(11), topic -> true, SourceStateTest::end)).isFalse();
  }

  @Test
  void otherKindOfSourceDoesNotInheritThePosition() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    var files = new Progress.Source(0, "files", false, null, null, null, 0L);
    source.progressed(files, batch(at(20)), at(20), true);
    batch(30, null, Map.of(t(0), 9L), 0L);
    assertThat(source.facts(null).consumedByTopic()).isEmpty();
    assertThat(source.facts(null).lastInputAt()).isEqualTo(at(10));
  }

  @Test
  void removesAPartitionThatNeitherSparkNorKafkaHas() {
    var other = new TopicPartition("u", 0);
    batch(10, null, Map.of(t(0), 5L, other, 7L), 5L);
    source.polled(gone("u"), at(11), topic -> true, SourceStateTest::end);
    assertThat(source.position().position()).as("mentioned").containsKey(other);
    batch(20, Map.of(t(0), 5L), Map.of(t(0), 6L), 1L);
    assertThat(source.position().position()).containsEntry(other, 7L);
    source.polled(poll(9), at(21), topic -> true, SourceStateTest::end);
    source.polled(gone("another"), at(22), topic -> true, SourceStateTest::end);
    assertThat(source.position().position()).as("not gone").containsKey(other);
    source.polled(gone("u"), at(23), topic -> true, SourceStateTest::end);
    assertThat(source.position().position()).isEqualTo(Map.of(t(0), 6L));
  }

  @Test
  void numberOfPartitionsIncludesThoseMissingInABatch() {
    var next = kafka("KafkaV2[Subscribe[t]]", Map.of(t(1), 5L));
    assertThat(source.partitionsAfter(next)).as("no position").isZero();
    batch(10, null, Map.of(t(0), 5L), 5L);
    assertThat(source.partitionsAfter(next)).isEqualTo(2);
    assertThat(source.partitionsAfter(kafka("KafkaV2[Subscribe[t]]", null))).isZero();
    assertThat(source.partitionsAfter(kafka("KafkaV2[Assign[t-1]]", Map.of(t(1), 5L)))).isZero();
    assertThat(source.partitions()).isOne();
  }

  @Test
  void batchWithoutAnEndOffsetMakesThePositionOfKafkaUnknown() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.progressed(kafka("KafkaV2[Subscribe[t]]", null), batch(at(20)), at(20), false);
    assertThat(source.position().position()).as("an idle progress").isNotNull();
    source.progressed(kafka("KafkaV2[Subscribe[t]]", null), batch(at(30)), at(30), true);
    assertThat(source.position().position()).isNull();
    assertThat(source.position().unknownPositions())
        .isEqualTo(new UnknownPositions(Set.of(t(0)), 0));
    source.progressed(kafka("KafkaV2[Subscribe[t]]", null), batch(at(40)), at(40), false);
    assertThat(source.position().position()).as("stays unknown").isNull();
    batch(50, null, Map.of(t(0), 9L), 0L);
    assertThat(source.position().position()).isEqualTo(Map.of(t(0), 9L));
  }

  @Test
  void unknownPositionWithoutAnEarlierOneIsAtLeastOnePartition() {
    source.progressed(kafka("KafkaV2[Subscribe[t]]", null), batch(at(10)), at(10), true);
    assertThat(source.position().unknownPositions()).isEqualTo(new UnknownPositions(Set.of(), 1));
    other(20, 1L, true);
    assertThat(source.position().kafka()).isFalse();
  }

  @Test
  void pollsBeyondTheEndAreRestored() {
    batch(10, null, Map.of(t(0), 5L), 5L);
    source.polled(poll(4), at(11), topic -> true, SourceStateTest::end);
    var restored = new SourceState(source.saved());
    restored.polled(poll(4), at(12), topic -> true, SourceStateTest::end);
    assertThat(restored.position().beyondEnd().confirmed()).containsExactly(t(0));
  }

  private static Progress.Source kafka(
      String description, @Nullable Map<TopicPartition, Long> end) {
    return new Progress.Source(0, description, true, null, end, end, 0L);
  }

  private static ClusterPoll gone(String topic) {
    return new ClusterPoll("c", Map.of(), Map.of(), Map.of(), Set.of(topic));
  }

  private void batch(
      long second,
      @Nullable Map<TopicPartition, Long> start,
      Map<TopicPartition, Long> end,
      @Nullable Long rows) {
    var progress = new Progress.Source(0, "KafkaV2[Subscribe[t]]", true, start, end, end, rows);
    source.progressed(progress, batch(at(second)), at(second), true);
  }

  private void other(long second, long rows, boolean rowsCame) {
    var progress = new Progress.Source(0, "files", false, null, null, null, rows);
    source.progressed(progress, batch(at(second)), at(second), rowsCame);
  }

  private static ClusterPoll poll(long end) {
    return new ClusterPoll(
        "c", Map.of(t(0), new ClusterPoll.Offsets(end, 0L)), Map.of(), Map.of(), Set.of());
  }

  private static Instant at(long second) {
    return T0.plusSeconds(second);
  }

  private static SourceState.BatchTimes batch(Instant at) {
    return new SourceState.BatchTimes(at, at);
  }

  private static Long end(String topic, ClusterPoll.Offsets polled) {
    return polled.end();
  }
}
